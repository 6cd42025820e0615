/** One short sentence above the hand: a refusal of the table, or why a card may not be thrown. */

const STAYS_MS = 5000;
let timer = 0;

const box = () => document.getElementById("notice");

/** Show `text`, for a while. */
export function notice(text) {
  box().textContent = text;
  keepAWhile();
}

/** Take away in a while what the server has just put there. */
export function keepAWhile() {
  clearTimeout(timer);
  timer = setTimeout(clear, STAYS_MS);
}

/** Take it away now. */
export function clear() {
  clearTimeout(timer);
  box().textContent = "";
}
