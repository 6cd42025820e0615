/** One short sentence above the hand: a refusal of the table, or why a card may not be thrown. */

const STAYS_MS = 5000;
let timer = 0;

const box = () => document.getElementById("notice");

/** Show a sentence of the server's, which comes as HTML, for a while. */
export function notice(html) {
  box().innerHTML = html;
  keepAWhile();
}

/** Take away in a while what the server has just put there; it is read above an open sheet too. */
export function keepAWhile() {
  raise();
  clearTimeout(timer);
  timer = setTimeout(clear, STAYS_MS);
}

/** Take it away now. */
export function clear() {
  clearTimeout(timer);
  box().textContent = "";
  box().popover = null;
}

/** Above whatever lies on the page: a popover, opened anew, is above all that was opened before. */
function raise() {
  box().popover = null;
  if (!document.querySelector("dialog:modal")) return;
  box().popover = "manual";
  box().showPopover();
}
