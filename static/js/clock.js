/**
 * The time left: counted down here from a deadline, which the server tells once. The page hears of every second that
 * begins: `phom:second` with the seconds left.
 */

let deadline = null;
let told = "";

const table = () => document.getElementById("table");
const WHERE = ".seat.is-turn, .is-mine .strip, #act-ready, #invite";

/** Take over the deadline of the table just shown. */
export function refresh() {
  const due = table().dataset.due;
  deadline = due === undefined ? null : performance.now() + Number(due);
  turnRings();
  tick();
}

/** Let the rings of those whose turn it is run out: the right half first, then the left one. */
function turnRings() {
  for (const ring of document.querySelectorAll("#table .ring")) {
    for (const animation of ring.getAnimations({ subtree: true })) animation.cancel();
    if (deadline !== null && ring.closest(WHERE)) runOut(ring);
  }
}

function runOut(ring) {
  const left = Math.max(deadline - performance.now(), 0);
  const gone = 1 - left / Math.max(left, Number(table().dataset.turnMs), 1);
  [...ring.children].forEach((half, n) => {
    const from = away(gone, n);
    const middle = gone < 0.5 ? [{ transform: turned(away(0.5, n)), offset: (0.5 - gone) / (1 - gone) }] : [];
    const timing = { duration: left, fill: "forwards", pseudoElement: "::before" };
    half.animate([{ transform: turned(from) }, ...middle, { transform: turned(180) }], timing);
  });
}

/** By how many degrees a half (0 the right one, 1 the left) has been turned away when that share of the time is gone. */
const away = (gone, half) => Math.min(180, Math.max(0, 360 * gone - 180 * half));
const turned = (degrees) => `rotate(${degrees}deg)`;

function tick() {
  const left = deadline === null ? "" : String(Math.max(0, Math.ceil((deadline - performance.now()) / 1000)));
  for (const place of document.querySelectorAll("#table [data-secs]")) {
    const text = left && place.closest(WHERE) ? `${left}s` : "";
    if (place.textContent !== text) place.textContent = text;
  }
  if (left === told) return;
  told = left;
  if (left) document.dispatchEvent(new CustomEvent("phom:second", { detail: Number(left) }));
}

/** Begin to count. */
export function start() {
  refresh();
  setInterval(tick, 250);
}
