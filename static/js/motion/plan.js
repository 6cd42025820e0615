/** Which cards have to go where, why, and when: what was done one after the other is shown so. */

import { seatOf, within } from "./scene.js";

const STEP_MS = 120; // from one thing to the next: both are followed by eye
const SPREAD_MS = 45; // from card to card of one thing
const LAST_MS = 600;
const IN_HAND = 0.6; // the size at which a card leaves a portrait

/** The things done, each with its kind, seats, units, and when it begins (milliseconds). */
export function timed(did) {
  return did.map((thing, n) => ({ ...thing, at: Math.min(n * STEP_MS, LAST_MS), cards: 0 }));
}

/** The ways of all cards that lie elsewhere than before: `{id, kind, from, to, at, emerges}`; kind is null for those
 * that only make room, and those emerge that lay face up nowhere. */
export function ways(was, now, things) {
  const found = [];
  for (const [id, to] of now.cards) {
    const before = was.cards.get(id);
    if (to.card.classList.contains("is-dragged") || !to.place.width) continue;
    const kind = kindOf(before, to, was);
    if (!kind && before && lies(before.place, to.place)) continue;
    const thing = kind && thingOf(kind, holder(to.home, now), things);
    const from = before?.seen ?? origin(kind, thing, to, was, now);
    if (from) found.push({ id, kind, from, to, at: thing ? thing.at + SPREAD_MS * thing.cards++ : 0, emerges: !before && kind !== "drew" });
  }
  return found;
}

/** Whether two places are the same to the eye. */
export const lies = (a, b) => Math.abs(a.left - b.left) < 2 && Math.abs(a.top - b.top) < 2 && Math.abs(a.width - b.width) < 2;

/** Whether a place is a hand: the own one, or one that lies open. */
const isHand = (home) => home === "hand" || home.startsWith("held");

const holder = (home, scene) => (home === "hand" ? scene.own : seatOf(home));

function kindOf(before, { home }, was) {
  if (before?.home === home) return null;
  if (home.startsWith("row")) return before?.home.startsWith("row") ? "shifted" : "discarded";
  if (home.startsWith("phom")) return was.phoms.has(home) ? "sent" : "laid";
  return isHand(home) && !before ? "drew" : "ate";
}

/** Which of the things done put a card there; whose phom a card was sent to says nothing of the sender. */
function thingOf(kind, seat, things) {
  const same = things.filter((thing) => thing.kind === kind && (kind === "sent" || thing.seat === seat));
  return same.find((thing) => kind === "laid" || !thing.cards);
}

/** Where a card comes from that lay nowhere: the stock, or the portrait of whoever held it. */
function origin(kind, thing, { home, place }, was, now) {
  if (kind === "drew") return was.stock ?? now.stock;
  const seat = (kind === "ate" || kind === "shifted" ? thing?.from : thing?.seat) ?? holder(home, now);
  const portrait = was.portraits.get(seat) ?? now.portraits.get(seat);
  return portrait && within(portrait, place.width * IN_HAND, place.height * IN_HAND);
}
