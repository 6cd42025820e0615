/**
 * Cards on their way to their place. A flight goes on through changes of the table; if the card's place moves
 * meanwhile, it turns there from where it is. The last keyframe is left out: it is how the card rests, raised or not.
 */

import { ease } from "../measures.js";
import { lies } from "./plan.js";
import { between } from "./scene.js";

const MAKE_ROOM_MS = 280;
const SHORTEST_MS = 200;
const MS = { discarded: 380, ate: 480, shifted: 440, laid: 380, sent: 440, drew: 420, dealt: 380 };
const RISE = "cubic-bezier(.4, .1, .7, .7)";
const SINK = "cubic-bezier(.3, .3, .2, 1)";

/** In how many steps a card is turned over. */
export const FLIP_STEPS = 12;

const flying = new Map();
const landed = [];

/** How long the way of a kind takes, in milliseconds. */
export const lasts = (kind) => MS[kind] ?? MAKE_ROOM_MS;

/** Send a card on its way, if it isn't on just this way already. */
export function fly({ id, kind, from, to, at, emerges = false }) {
  const { card, face, place } = to;
  const under = flying.get(id);
  if (under?.face === face && lies(under.place, place)) return;
  const now = performance.now();
  const begins = under ? Math.max(now, under.begins) : now + at;
  const isHidden = emerges || Boolean(under?.emerges && under.begins > now);
  const duration = kind || !under ? lasts(kind) : Math.max(SHORTEST_MS, under.lands - begins);
  under?.animation.cancel();
  const animation = face.animate(frames(kind, from, place, isHidden), { duration, delay: begins - now, fill: "backwards" });
  flying.set(id, { card, face, place, animation, kind: kind ?? under?.kind, begins, lands: begins + duration, emerges: isHidden });
  animation.onfinish = animation.oncancel = () => land(id, animation);
  raise(flying.get(id));
}

/** After a change of the table, which takes marks away that it knows nothing of: put them on again. */
export function keepUp() {
  for (const flight of flying.values()) raise(flight);
}

/** Let everything be where it belongs. */
export function stop() {
  for (const { card, animation } of flying.values()) {
    landed.push(card);
    animation.cancel();
  }
  flying.clear();
  settle();
}

/** What goes from one place to another goes above the rest; what only makes room glides below. */
function raise({ card, kind }) {
  card.classList.add(kind ? "is-flying" : "is-gliding");
}

function land(id, animation) {
  const flight = flying.get(id);
  if (flight?.animation !== animation) return;
  flying.delete(id);
  animation.cancel(); // one that is over but not gone keeps the next one off the compositor
  landed.push(flight.card);
  if (!flying.size) settle();
}

/** What has landed loses its marks at once: one change of style. */
function settle() {
  for (const card of landed.splice(0)) card.classList.remove("is-flying", "is-gliding");
}

function frames(kind, from, place, emerges) {
  const way = wayOf(from, place);
  const shown = emerges ? [{ offset: 0, opacity: 0 }, { offset: 0.15, opacity: 1 }] : [];
  const moves = { discarded: thrown, ate: lifted, shifted: lifted, sent: lifted, drew: turned }[kind] ?? straight;
  return byOffset([...moves(way), ...shown]);
}

/** How far the centres are apart, and how much larger the one is: what the face would look like there. */
function wayOf(from, to) {
  return { ...between(to, from), size: from.width / to.width };
}

/** The face at a part of its way (0 where it starts, 1 at its place). */
function at({ dx, dy, size }, part, lift = 1) {
  const left = 1 - part;
  return `translate(${dx * left}px, ${dy * left}px) scale(${(1 + (size - 1) * left) * lift})`;
}

const straight = (way) => [{ offset: 0, transform: at(way, 0), easing: ease }];

/** A throw: it comes in turning a little, above the mat, and settles. */
const thrown = (way) => [
  { offset: 0, transform: `${at(way, 0)} rotate(${way.dx < 0 ? 10 : -10}deg)`, easing: ease },
  { offset: 0.74, transform: `${at(way, 1, 1.09)} rotate(${way.dx < 0 ? -2 : 2}deg)`, easing: "ease-in" },
];

/** Taken up, carried over, put down. */
const lifted = (way) => [
  { offset: 0, transform: at(way, 0), easing: RISE },
  { offset: 0.42, transform: at(way, 0.5, 1.16), easing: SINK },
];

/** Turned over on its way: its back, which flies along, is seen in the first half (see backs.js). */
function turned(way) {
  return Array.from({ length: FLIP_STEPS }, (_, n) => {
    const part = n / FLIP_STEPS;
    return { offset: part, transform: `${at(way, eased(part))} ${flip(part)}`, opacity: part < 0.5 ? 0 : 1 };
  });
}

/** How broad a card is seen at a part of its turning over. */
export const flip = (part) => `scale(${Math.max(0.02, Math.abs(Math.cos(Math.PI * Math.min(1, part * 1.15))))}, 1)`;

/** Slower towards the end. */
export const eased = (part) => 1 - (1 - part) ** 2.6;

/** Keyframes of one offset become one; they stand in order. */
function byOffset(keyframes) {
  const joined = new Map();
  for (const frame of keyframes) joined.set(frame.offset, { ...joined.get(frame.offset), ...frame });
  return [...joined.values()].sort((a, b) => a.offset - b.offset);
}
