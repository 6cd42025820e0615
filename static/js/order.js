/** The order of the own cards: dragged, moved by keys, arranged. The server keeps it; this shows it at once. */

import { moving } from "./motion.js";
import { send } from "./wire.js";

const HELD_MS = 3000;
const DRAG_PX = 8;
const SUITS = "SHCD"; // as arranged: black and red in turn, so that where one ends is seen
const DEALT = "SCDH"; // as the server gives a hand that nobody has ordered: the suits' own order

let wanted = null;
let wantedAt = 0;
let arranged = -1;
let drag = null;
let held = { hand: undefined, cards: [] };

const table = () => document.getElementById("table");
const hand = () => document.getElementById("hand");

/** The own cards, as they stand. */
export const cards = () => [...(hand()?.children ?? [])];

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
    if (!isAsShown(sorted)) return moving(() => put(sorted));
  }
}

function put(sorted) {
  const { activeElement } = document;
  hand().append(...sorted);
  if (hand().contains(activeElement)) activeElement.focus(); // taken out and put back, it had lost the focus
  keep();
}

/** Where the player wants that, a hand just dealt and one that a card has come to are put by phom and ca; but a hand
 * found on the page only if nobody has ordered it yet, and none that is under the finger. */
function arrangeTaken() {
  const was = held;
  held = { hand: table().dataset.hand, cards: names() };
  const isFound = was.hand === undefined;
  const hasCome = was.hand !== held.hand || held.cards.some((name) => !was.cards.includes(name));
  if (hasCome && !(isFound && isOrdered())) arrangeIfWanted();
}

function arrangeIfWanted() {
  if (document.documentElement.dataset.arrange !== "on" || !hand() || drag?.card) return;
  arranged = 0;
  const sorted = cards().sort(ARRANGEMENTS[arranged]);
  if (!isAsShown(sorted)) put(sorted);
}

const asDealt = (card) => DEALT.indexOf(card.dataset.card[1]) * 100 + rank(card);
const isOrdered = () => !isAsShown(cards().sort((a, b) => asDealt(a) - asDealt(b)));
const isAsShown = (sorted) => cards().every((card, n) => card === sorted[n]);

/** Move a card so many places to the left (negative) or right, as far as there are; it keeps the focus. */
export function shift(card, by) {
  const to = cards().indexOf(card) + by;
  if (!cards()[to]) return;
  moving(() => makeRoom(card, to));
  keep();
}

/** Others step aside so that the card stands there; it stays where it is in the document, with focus and capture. */
function makeRoom(card, to) {
  const all = cards();
  const at = all.indexOf(card);
  if (to > at) card.before(...all.slice(at + 1, to + 1));
  else card.after(...all.slice(to, at));
}

/** How many cards stand in a row. */
export function perRow() {
  const tops = cards().map((card) => card.offsetTop);
  return tops.filter((top) => top === tops[0]).length;
}

const isOneRow = () => perRow() === cards().length;

/** Tell the server how the cards stand now. */
function keep() {
  wanted = names();
  wantedAt = Date.now();
  send({ type: "order", hand: table().dataset.hand, cards: wanted.join("") });
}

/** After a frame that was made before the server knew: put the cards as the player has just put them. */
export function reapply() {
  if (!hand()) return void (wanted = null);
  if (wanted) putAsWanted();
  arrangeTaken();
}

function putAsWanted() {
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
  if (!event.isPrimary || isDragging()) return; // a second finger
  drag = null;
  const card = event.target.closest?.("#hand .card");
  if (!card || event.button !== 0) return;
  const { clientX: x, clientY: y } = event;
  const grip = { x: x - card.offsetLeft, y: y - card.offsetTop };
  drag = { card, at: { x, y }, start: { x, y }, grip, id: event.pointerId };
}

function move(event) {
  if (!drag || drag.ended || event.pointerId !== drag.id) return;
  drag.at = { x: event.clientX, y: event.clientY };
  const { x, y } = away(drag.at, drag.start);
  drag.on ||= Math.hypot(x, isOneRow() ? 0 : y) >= DRAG_PX;
  if (!isDragging()) return;
  pass();
  follow();
}

const away = (here, from) => ({ x: here.x - from.x, y: here.y - from.y });

/** How far the dragged card is from a place in the hand, in pixels. */
const awayFrom = (place) => away(away(drag.at, drag.grip), { x: place.offsetLeft, y: place.offsetTop });

/** The cards that the dragged one passes step aside; frames that come meanwhile leave it so. */
function pass() {
  const far = cards().map((place) => { const { x, y } = awayFrom(place); return Math.hypot(x, isOneRow() ? 0 : y); });
  const to = far.indexOf(Math.min(...far));
  if (cards()[to] !== drag.card) moving(() => makeRoom(drag.card, to));
  wanted = names();
}

/** The dragged card is where the pointer is; in one row it keeps to that. */
function follow() {
  const { card } = drag;
  const { x, y } = awayFrom(card);
  if (!card.hasPointerCapture(drag.id)) card.setPointerCapture(drag.id);
  card.classList.add("is-dragged");
  const there = `translate(${x}px, ${isOneRow() ? -14 : y}px)`;
  card.firstElementChild.style.setProperty("transform", there, "important"); // above a flight that it may be taken from
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

/** Listen for drags, and for the wish to have the hand arranged. */
export function start() {
  document.addEventListener("pointerdown", down);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", up);
  document.addEventListener("pointercancel", up);
  document.addEventListener("phom:preferences", ({ detail }) => { if (detail.arrange === "on") moving(arrangeIfWanted); });
}
