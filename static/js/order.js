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
const place = (card) => Number(card.dataset.place);
const suit = (card) => SUITS.indexOf(card.dataset.card[1]);

const ARRANGEMENTS = [
  (a, b) => place(a) - place(b),
  (a, b) => suit(a) - suit(b) || rank(a) - rank(b),
  (a, b) => rank(a) - rank(b),
];

/** Put the cards in the next arrangement that changes something: by phom and ca, by suit, by rank. */
export function arrange() {
  for (const _ of ARRANGEMENTS) {
    arranged = (arranged + 1) % ARRANGEMENTS.length;
    const sorted = cards().sort(ARRANGEMENTS[arranged]);
    if (isAsShown(sorted)) continue;
    const { activeElement } = document;
    moving(() => hand().append(...sorted));
    if (hand().contains(activeElement)) activeElement.focus(); // taken out and put back, it had lost the focus
    return keep();
  }
}

const isAsShown = (sorted) => cards().every((card, n) => card === sorted[n]);

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
  const at = (card) => wanted.indexOf(card.dataset.card);
  const known = cards().filter((card) => at(card) >= 0);
  const sorted = [...known].sort((a, b) => at(a) - at(b));
  const isDone = sorted.every((card, n) => card === known[n]);
  if (!isDone && (isDragging() || Date.now() - wantedAt < HELD_MS)) hand().prepend(...sorted);
  else if (!isDragging()) wanted = null;
  if (isDragging()) follow();
}

const isDragging = () => Boolean(drag?.on && drag.card.isConnected);

/** Whether a drag has just ended, so that the click after it means nothing. */
export function wasDragged() {
  const moved = drag?.ended;
  drag = null;
  return Boolean(moved);
}

function down(event) {
  drag = null;
  const card = event.target.closest?.("#hand .card");
  if (!card || !event.isPrimary || event.button !== 0) return;
  drag = { card, x: event.clientX, start: event.clientX, grip: event.clientX - card.offsetLeft, id: event.pointerId };
}

function move(event) {
  if (!drag || drag.ended || event.pointerId !== drag.id) return;
  drag.x = event.clientX;
  drag.on ||= Math.abs(drag.x - drag.start) >= DRAG_PX;
  if (!isDragging()) return;
  pass();
  follow();
}

/** How far the dragged card is from the place it has in the hand, in pixels. */
const away = () => drag.x - drag.grip - drag.card.offsetLeft;

/** The card that the dragged one passes steps aside; frames that come meanwhile leave it so. */
function pass() {
  const { card } = drag;
  const half = stepOf(card) / 2;
  if (away() > half && card.nextElementSibling) card.before(card.nextElementSibling);
  else if (away() < -half && card.previousElementSibling) card.after(card.previousElementSibling);
  wanted = names();
}

/** The dragged card is where the pointer is. */
function follow() {
  const { card } = drag;
  if (!card.hasPointerCapture(drag.id)) card.setPointerCapture(drag.id);
  card.classList.add("is-dragged");
  card.firstElementChild.style.transform = `translate(${away()}px, -14px)`;
}

function stepOf(card) {
  const other = card.nextElementSibling ?? card.previousElementSibling;
  return other ? Math.abs(other.offsetLeft - card.offsetLeft) : card.offsetWidth;
}

function up(event) {
  if (!drag || event.pointerId !== drag.id) return;
  if (!isDragging()) return void (drag = null);
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
