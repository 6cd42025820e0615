/** The screen stays on during a hand that the player is dealt into, where the browser can do that. */

let lock = null;
let isAsking = false;
let refusedIn = null;

const hand = () => document.getElementById("table").dataset.hand;
const isWanted = () => !document.hidden && document.getElementById("hand") !== null;

/** After a change of the table, or of whether it is seen: a screen that goes off takes the lock away. */
export function refresh() {
  if (!navigator.wakeLock) return;
  if (!isWanted()) release();
  else if (!lock && !isAsking && refusedIn !== hand()) request();
}

async function request() {
  isAsking = true;
  const granted = await navigator.wakeLock.request("screen").catch(() => null); // the battery is low
  isAsking = false;
  if (!granted) return void (refusedIn = hand());
  lock = granted;
  lock.addEventListener("release", () => { if (lock === granted) lock = null; });
  if (!isWanted()) release();
}

function release() {
  lock?.release().catch(() => {});
  lock = null;
}

function seen() {
  refusedIn = null;
  refresh();
}

/** Begin; a hand may be in play already. */
export function start() {
  document.addEventListener("visibilitychange", seen);
  addEventListener("pagehide", release);
  refresh();
}
