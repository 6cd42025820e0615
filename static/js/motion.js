/**
 * Movement: a card that lies elsewhere after a change is shown going there. Only transform and opacity are
 * animated, and nothing waits for it.
 */

const MS = 340;
const EASE = "cubic-bezier(.2, .7, .2, 1)";
const still = matchMedia("(prefers-reduced-motion: reduce)");

let before = null;

const byId = (id) => document.getElementById(id);
const rectOf = (element) => element?.getBoundingClientRect();

function faces() {
  const found = new Map();
  for (const card of document.querySelectorAll("#table [id^='card-']")) found.set(card.id, rectOf(card.firstElementChild));
  return found;
}

function counts() {
  const plates = document.querySelectorAll("#table .plate[data-count]");
  return new Map([...plates].map((plate) => [plate.id, { count: Number(plate.dataset.count), rect: rectOf(plate.querySelector(".portrait")) }]));
}

const stockLeft = () => Number(byId("stock")?.dataset.stock ?? NaN);

/** Keep where everything lies now. */
export function remember() {
  const table = byId("table");
  before = still.matches ? null : {
    hand: table.dataset.hand,
    version: Number(table.dataset.version),
    turn: table.dataset.turn,
    faces: faces(),
    plates: counts(),
    stock: stockLeft(),
    stockRect: rectOf(byId("stock")),
  };
}

/** Move what lies elsewhere than remembered. */
export function play() {
  const was = before;
  before = null;
  const table = byId("table");
  if (!was || document.hidden || was.hand !== table.dataset.hand) return;
  moveFaces(was);
  if (Number(table.dataset.version) === was.version + 1) flyDrawn(was);
}

/** Do `change`, which puts cards elsewhere, and show them going there. */
export function moving(change) {
  remember();
  change();
  play();
}

function moveFaces(was) {
  for (const [id, now] of faces()) {
    const card = byId(id);
    const from = was.faces.get(id) ?? origin(card, was);
    if (from && now.width) glide(card, card.firstElementChild, from, now);
  }
}

/** Where a card that wasn't face up comes from: the own one from the stock, others' from their hand. */
function origin(card, was) {
  if (card.closest("#hand")) return was.stockRect;
  const seat = card.closest(".seat");
  return seat && was.plates.get(seat.id.replace("seat", "plate"))?.rect;
}

function glide(card, face, from, to) {
  const dx = from.left + from.width / 2 - (to.left + to.width / 2);
  const dy = from.top + from.height / 2 - (to.top + to.height / 2);
  const scale = from.width / to.width;
  if (Math.abs(dx) < 2 && Math.abs(dy) < 2 && Math.abs(scale - 1) < 0.05) return;
  const rest = getComputedStyle(face).transform;
  const end = rest === "none" ? "translate(0, 0)" : rest;
  if (!card.closest("#hand")) card.animate([{ zIndex: 10 }, { zIndex: 10 }], { duration: MS });
  face.animate([{ transform: `translate(${dx}px, ${dy}px) scale(${scale}) ` }, { transform: end }], { duration: MS, easing: EASE });
}

/** A card drawn by another player: a back from the stock to the hand. */
function flyDrawn(was) {
  const to = was.plates.get(`plate-${was.turn}`)?.rect;
  if (!(stockLeft() < was.stock) || !was.stockRect || !to || byId("strip")?.querySelector(`#plate-${was.turn}`)) return;
  const back = document.createElement("div");
  back.className = "flying";
  back.append(Object.assign(document.createElement("span"), { className: "back" }));
  document.body.append(back);
  const size = was.stockRect;
  Object.assign(back.style, { width: `${size.width}px`, height: `${size.height}px` });
  const start = `translate(${size.left}px, ${size.top}px)`;
  const end = `translate(${to.left + to.width / 2 - size.width / 2}px, ${to.top + to.height / 2 - size.height / 2}px) scale(.5)`;
  back.animate([{ transform: start, opacity: 1 }, { transform: end, opacity: 0.2 }], { duration: MS + 80, easing: EASE }).finished
    .finally(() => back.remove());
}
