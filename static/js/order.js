/** The order of the own cards: dragged, moved by keys, arranged. The server keeps it; this shows it at once. */

import { moving } from "./motion.js";
import { send } from "./wire.js";

const HELD_MS = 3000;
const DRAG_PX = 8;
const SUITS = "SHCD";

let wanted = null;
let wantedAt = 0;
let arranged = -1;
let drag = null;

const hand = () => document.getElementById("hand");
const cards = () => [...(hand()?.children ?? [])];
const names = () => cards().map((card) => card.dataset.card);
const rank = (card) => Number(card.dataset.order);
const group = (card) => Number(card.dataset.group) || 99;
const suit = (card) => SUITS.indexOf(card.dataset.card[1]);

const ARRANGEMENTS = [
  (a, b) => group(a) - group(b) || rank(a) - rank(b),
  (a, b) => suit(a) - suit(b) || rank(a) - rank(b),
  (a, b) => rank(a) - rank(b),
];

/** Put the cards in the next arrangement: by phom, by suit, by rank. */
export function arrange() {
  if (!hand()) return;
  arranged = (arranged + 1) % ARRANGEMENTS.length;
  moving(() => hand().append(...cards().sort(ARRANGEMENTS[arranged])));
  keep();
}

/** Move a card one place to the left (-1) or right (1); it keeps the focus. */
export function shift(card, by) {
  const other = by < 0 ? card.previousElementSibling : card.nextElementSibling;
  if (!other) return;
  moving(() => (by < 0 ? card.after(other) : card.before(other)));
  keep();
}

/** Tell the server how the cards stand now. */
function keep() {
  wanted = names();
  wantedAt = Date.now();
  send({ type: "order", hand: document.getElementById("table").dataset.hand, cards: wanted.join("") });
}

/** After a frame that was made before the server knew: put the cards as the player has just put them. */
export function reapply() {
  if (!wanted || !hand()) return;
  const place = (card) => wanted.indexOf(card.dataset.card);
  const known = cards().filter((card) => place(card) >= 0);
  const sorted = [...known].sort((a, b) => place(a) - place(b));
  if (Date.now() - wantedAt > HELD_MS || sorted.every((card, n) => card === known[n])) wanted = null;
  else hand().prepend(...sorted);
}

/** Whether a drag has just ended, so that the click after it means nothing. */
export function wasDragged() {
  const moved = drag?.ended;
  drag = null;
  return Boolean(moved);
}

function down(event) {
  drag = null;
  const card = event.target.closest?.("#hand .card");
  if (card && event.isPrimary && event.button === 0) drag = { card, x: event.clientX, y: event.clientY, id: event.pointerId };
}

function move(event) {
  if (!drag || drag.ended || event.pointerId !== drag.id) return;
  if (!drag.on && Math.abs(event.clientX - drag.x) < DRAG_PX) return;
  if (!drag.on) lift();
  follow(event);
}

function lift() {
  drag.on = true;
  drag.card.setPointerCapture(drag.id);
}

/** The dragged card follows the pointer; those it passes step aside. */
function follow(event) {
  const { card } = drag;
  const left = card.offsetLeft;
  const at = event.clientX - drag.x;
  const step = stepOf(card);
  if (at > step / 2 && card.nextElementSibling) card.before(card.nextElementSibling);
  else if (at < -step / 2 && card.previousElementSibling) card.after(card.previousElementSibling);
  drag.x += card.offsetLeft - left;
  card.classList.add("is-dragged");
  card.firstElementChild.style.transform = `translate(${event.clientX - drag.x}px, -14px)`;
}

function stepOf(card) {
  const other = card.nextElementSibling ?? card.previousElementSibling;
  return other ? Math.abs(other.offsetLeft - card.offsetLeft) : card.offsetWidth;
}

function up(event) {
  if (!drag || event.pointerId !== drag.id) return;
  if (!drag.on) return void (drag = null);
  drag.card.classList.remove("is-dragged");
  drag.card.firstElementChild.style.transform = "";
  drag = { ended: true };
  setTimeout(() => { if (drag?.ended) drag = null; }, 50);
  keep();
}

/** Listen for drags. */
export function start() {
  document.addEventListener("pointerdown", down);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", up);
  document.addEventListener("pointercancel", up);
}
