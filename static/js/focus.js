/** The focus: from card to card of the own hand by keys, and kept within the table through its changes. The talk's panel
 * isn't touched by these, and keeps it by itself. */

import { cards, perRow, shift } from "./order.js";

let last = null; // where it is in the table, or was until the button that had it was switched off

const byId = (id) => document.getElementById(id);

/** Arrows go from card to card and from row to row, with Shift they take the card along; true if the key was one of these. */
export function walk(card, { key, shiftKey }) {
  const all = cards();
  const at = all.indexOf(card);
  const row = perRow() < all.length ? perRow() : 0;
  const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -row, ArrowDown: row }[key];
  const next = by ? all[at + by] : { Home: all[0], End: all.at(-1) }[key];
  if (by && shiftKey) shift(card, by);
  (by && shiftKey ? card : next)?.focus();
  return Boolean(by || next);
}

/** The one card that the tabbing order comes to. */
function mark(card) {
  for (const other of cards()) other.tabIndex = other === card ? 0 : -1;
}

function moved({ target }) {
  const card = target.closest?.("#hand .card");
  if (card) mark(card);
  note(target);
}

function note(element) {
  last = byId("table").contains(element) && !element.closest("#talk") ? { id: element.id, at: cards().indexOf(element) } : null;
}

/** Before a change of the table: by then cards may have moved. A button switched off meanwhile has lost the focus. */
export function remember() {
  const { activeElement, body } = document;
  if (activeElement !== body) note(activeElement);
}

/** After it: the focus never falls out of the table. It stays, or goes to the card that took the place, or to what the
 * coach points at, or to what can be done; at the end to the result, where a key pressed once too often does nothing. */
export function restore() {
  const to = last && placeFor(last);
  if (!to) return;
  if (cards().includes(to)) mark(to);
  if (to !== document.activeElement) to.focus({ preventScroll: !cards().includes(to) });
}

function placeFor({ id, at }) {
  const same = byId(id);
  if (same?.matches("button, input") && !same.disabled && !same.hidden) return same;
  const next = byId("result") ?? (at >= 0 ? cards()[Math.min(at, cards().length - 1)] : pointed());
  return next ?? document.querySelector("#actions button:not(:disabled, [hidden])") ?? cards()[0] ?? byId("table");
}

/** What the guide's coach points at, where there is one: at first a card, if that is to be chosen. */
function pointed() {
  return byId(byId("coach")?.dataset.press.split(" ")[0]);
}

/** Listen. */
export function start() {
  document.addEventListener("focusin", moved);
}
