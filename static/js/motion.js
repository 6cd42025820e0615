/**
 * Movement: what lies elsewhere after a change is shown going there. Only transform and opacity are animated.
 * Nothing waits for it: a press, a drag, the next change are taken at any time, and what flies turns where it is.
 */

import { fresh } from "./happened.js";
import * as backs from "./motion/backs.js";
import * as coins from "./motion/coins.js";
import * as flight from "./motion/flight.js";
import * as layer from "./motion/layer.js";
import { fadeIn, nod, pulse } from "./motion/marks.js";
import { timed, ways } from "./motion/plan.js";
import { between, look, within } from "./motion/scene.js";
import { celebrate } from "./motion/u.js";

const PAY_MS = 180; // from the end of a hand to its payments: the last card is seen landing
const SHOWN_AT_END = 0.6;

const still = matchMedia("(prefers-reduced-motion: reduce)");
let before = null;

/** Keep where everything lies now. */
export function remember() {
  before = document.hidden ? null : look();
}

/** After a change of the table: move what lies elsewhere than remembered, as what was done tells. */
export const play = () => show(fresh().flatMap((action) => action.did));

/** Do `change`, which puts cards elsewhere, and show them going there. */
export function moving(change) {
  remember();
  change();
  show([]);
}

/** Listen; a table opened on a hand of which nothing is played yet is dealt. */
export function start() {
  document.addEventListener("visibilitychange", () => { if (document.hidden) stop(); });
  if (document.querySelector("#table.is-playing[data-version='0']") && !document.hidden) deal(look());
}

/** Let everything be where it belongs. */
export function stop() {
  flight.stop();
  layer.clear();
}

/** Move what lies elsewhere than remembered; these events tell how. */
export function show(did) {
  const was = before;
  before = null;
  if (!was || document.hidden) return;
  const now = look();
  flight.keepUp();
  if (was.hand !== now.hand) return now.cards.size || did.length ? begin(was, now, did) : undefined;
  const things = timed(did);
  const found = ways(was, now, things);
  if (still.matches) return calmly(was, now, found, things);
  found.forEach(send);
  for (const thing of things) follow(thing, was, now);
}

/** A new hand; it may have ended with the deal. */
function begin(was, now, did) {
  stop();
  deal(now);
  if (!still.matches) finish(timed(did), was, now);
}

function deal(now) {
  const own = [...now.cards].filter(([, { home }]) => home === "hand");
  if (still.matches) return own.forEach(([, { face }]) => fadeIn(face));
  if (!now.stock) return;
  own.forEach(([id, to], n) => flight.fly({ id, kind: "dealt", from: now.stock, to, at: backs.dealtAt(n), emerges: true }));
  backs.deal(now);
}

/** A card sets out, with what goes along and what is to be seen where it lands. */
function send(way) {
  const { kind, to, at } = way;
  flight.fly(way);
  const lands = at + flight.lasts(kind);
  if (kind === "drew") backs.turnOver(way);
  if (kind === "ate") pulse(to.home === "hand" ? to.seen : to.place, lands - 60); // the hand may hold it raised
  if (kind === "sent") nod(to.card.closest(".phom"), lands - 60);
}

/** What was done without a card of its own on the table: backs, payments, the end. */
function follow(thing, was, now) {
  const { kind, seat, at } = thing;
  const stock = was.stock ?? now.stock;
  const portrait = now.portraits.get(seat);
  if (kind === "drew" && seat !== was.own && !thing.cards && stock && portrait) backs.draw(stock, portrait, at);
  if (kind === "ate") {
    if (!thing.cards) takeAway(was, now, thing);
    coins.pay(now, thing, at + flight.lasts("ate") - 120);
  }
  finish([thing], was, now);
}

/** The card that ended the hand by being eaten lies nowhere any more: its likeness goes to the one who ate it. */
function takeAway(was, now, { seat, at }) {
  const [id, gone] = [...was.cards].find(([id, { home }]) => home.startsWith("row") && !now.cards.has(id)) ?? [];
  const portrait = now.portraits.get(seat);
  const card = id && document.getElementById(id);
  if (!card || !portrait) return;
  const { seen } = gone;
  const { dx, dy } = between(seen, portrait);
  layer.show(layer.likeness(card), seen, [
    { offset: 0, transform: "translate(0, 0) scale(1)", opacity: 1 },
    { offset: 0.45, transform: `translate(${dx / 2}px, ${dy / 2}px) scale(1.16)`, opacity: 1 },
    { offset: 0.85, opacity: 1 },
    { offset: 1, transform: `translate(${dx}px, ${dy}px) scale(${SHOWN_AT_END})`, opacity: 0 },
  ], { duration: flight.lasts("ate"), delay: at, easing: "ease-in-out" });
  pulse(within(portrait, portrait.width, portrait.height), at + flight.lasts("ate") - 80);
}

/** The end of a hand. */
function finish(things, was, now) {
  const end = things.find(({ kind }) => kind.startsWith("ended_"));
  if (!end) return;
  if (end.kind !== "ended_points") celebrate(was, now, end.seat, end.at);
  coins.payAll(now, end.at + PAY_MS);
}

/** Without travel: what has changed comes up where it lies, and what was eaten has its outline. */
function calmly(was, now, found, things) {
  for (const { kind, to } of found) if (kind) fadeIn(to.face);
  for (const { kind, seat } of things) {
    const count = kind === "drew" && seat !== was.own && document.querySelector(`#plate-${seat} .count`);
    if (count) fadeIn(count);
  }
}
