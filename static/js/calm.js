/**
 * Presses that can't be meant. A button that has just become another one isn't pressed yet: the finger, or the
 * second press of a double one, was on its way to what stood there before. What becomes of the table depends on
 * its position alone, so one moment holds for all its buttons; only those that send come and go with the chosen card.
 */

import { look } from "./measures.js";

/** Two presses within this time are a double one. */
export const DOUBLE_MS = 400;
const END_MS = look + 200; // the panel of the result has come up by then

let shown = "";
let freshUntil = 0;
let timer = 0;
let acted = "";
let actedAt = 0;

const table = () => document.getElementById("table");
const buttons = () => document.getElementById("actions");

/** Hand and version that the table shows. */
export function position() {
  const { hand, version } = table().dataset;
  return `${hand}:${version}`;
}

/** Whether the buttons have only just become what they are. */
export const isFresh = () => performance.now() < freshUntil;

/** Take note of an action; false if it is the second one of a double press. */
export function claim() {
  if (acted === position() && performance.now() - actedAt < DOUBLE_MS) return false;
  acted = position();
  actedAt = performance.now();
  return true;
}

/** After a change of the table: its buttons rest a moment if they mean something else now. */
export function refresh() {
  if (position() !== shown) {
    const hasJustEnded = shown && document.getElementById("result");
    shown = position();
    rest(hasJustEnded ? END_MS : DOUBLE_MS);
  }
  show();
}

/** Buttons have come up or gone: all of them rest a moment. */
export function rest(ms = DOUBLE_MS) {
  freshUntil = Math.max(freshUntil, performance.now() + ms);
  clearTimeout(timer);
  timer = setTimeout(show, freshUntil - performance.now() + 1);
  show();
}

function show() {
  buttons()?.classList.toggle("is-fresh", isFresh());
}
