/** Risky throws are asked about first, where the player wants that: the reason is told, and the same press again throws. */

import { DOUBLE_MS, position } from "./calm.js";
import { notice } from "./notice.js";
import { inText } from "./said.js";

let asked = "";
let askedAt = 0;

const question = (card) => `${position()} ${card.dataset.card}`;

/** Whether the player is being asked about the card. */
export const isAsked = (card) => asked === question(card);

/** The question on the button; `text` has `{}` where the card is named. */
export function asking(text, card) {
  const [before, after] = text.split("{}");
  return [before, inText(card), after];
}

/** Whether a press on the card's throw is meant: not the first one if that is risky, nor the second of a double one. */
export function isMeant(card) {
  if (document.documentElement.dataset.confirm !== "on" || !card.dataset.risk) return true;
  if (isAsked(card)) return performance.now() - askedAt >= DOUBLE_MS;
  asked = question(card);
  askedAt = performance.now();
  notice(card.dataset.risk);
  return false;
}

/** Ask no more about that card. */
export function forget() {
  asked = "";
}
