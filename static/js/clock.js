/** The time left: counted down here from a deadline, never told second by second. */

let deadline = null;
let told = "";

const table = () => document.getElementById("table");
const WHERE = ".seat.is-turn, .is-mine .strip, #act-ready";

/** Take over the deadline of the table just shown. */
export function refresh() {
  const due = table().dataset.due;
  deadline = due === undefined ? null : performance.now() + Number(due);
  turnRings();
  tick();
}

/** Let the rings of those whose turn it is run out. */
function turnRings() {
  for (const ring of document.querySelectorAll("#table .ring .left")) {
    for (const animation of ring.getAnimations()) animation.cancel();
    if (deadline === null || !ring.closest(WHERE)) continue;
    const left = deadline - performance.now();
    const whole = Math.max(left, Number(table().dataset.turnMs));
    ring.animate([{ strokeDashoffset: 100 * (1 - left / whole) }, { strokeDashoffset: 100 }], { duration: Math.max(left, 0), fill: "forwards" });
  }
}

function tick() {
  const left = deadline === null ? "" : String(Math.max(0, Math.ceil((deadline - performance.now()) / 1000)));
  for (const place of document.querySelectorAll("#table [data-secs]")) {
    const text = place.closest(WHERE) ? left : "";
    if (place.textContent !== text) place.textContent = text;
  }
  if (left !== told) document.dispatchEvent(new CustomEvent("phom:second", { detail: Number(told = left) }));
}

/** Begin to count. */
export function start() {
  refresh();
  setInterval(tick, 250);
}
