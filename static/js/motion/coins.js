/**
 * Payments: coins that fly from one player's plate to another's, whose score nods when they land. Where the hand is for
 * gold, how much of it comes up there.
 */

import { show } from "./layer.js";
import { nod } from "./marks.js";
import { between, within } from "./scene.js";

const MOST = 5; // coins of one payment
const MOST_AT_END = 12;
const MS = 520;
const APART_MS = 55;
const PAYMENT_MS = 60;
const GAIN_MS = 1500;
const GAIN = { width: 120, height: 28 }; // pixels, round the middle of a portrait
const SIZE = { least: 18, part: 0.034 }; // pixels, of the mat's shorter side

/** Fly `units` coins, at most five, from seat to seat; the payee's score nods at the first. */
export function pay(scene, payment, delay) {
  fly(scene, payment, delay, MOST);
  acknowledge(payment, delay);
  gain(scene, payment, delay);
}

/** Whether the result lies over a place; it tells there what was won. */
function isCovered({ left, top, right, bottom }) {
  const over = document.getElementById("result")?.getBoundingClientRect();
  return over && left < over.right && right > over.left && top < over.bottom && bottom > over.top;
}

/** The gold that a seat gets for so many units. */
function gain(scene, { seat, units }, delay) {
  const unit = Number(document.getElementById("table").dataset.unit ?? 0);
  const portrait = scene.portraits.get(seat);
  if (!unit || !(units > 0) || !portrait || isCovered(portrait)) return;
  const label = Object.assign(document.createElement("span"), { className: "gain" });
  label.append(Object.assign(document.createElement("span"), { textContent: `+${(units * unit).toLocaleString(document.documentElement.lang)}` }));
  show(label, within(portrait, GAIN.width, GAIN.height), [
    { offset: 0, transform: "translateY(10px) scale(.7)", opacity: 0 },
    { offset: 0.15, transform: "translateY(0) scale(1)", opacity: 1 },
    { offset: 0.75, transform: "translateY(-14px) scale(1)", opacity: 1 },
    { offset: 1, transform: "translateY(-26px) scale(1)", opacity: 0 },
  ], { duration: GAIN_MS, delay: delay + MS });
}

function acknowledge({ seat, units }, delay) {
  const score = units > 0 && document.querySelector(`#plate-${seat} .score`);
  if (score) nod(score, delay + MS);
}

function fly(scene, { from, seat, units }, delay, most) {
  const payer = scene.portraits.get(from);
  const payee = scene.portraits.get(seat);
  if (!payer || !payee || !(units > 0)) return;
  const count = Math.min(units, most);
  const size = Math.max(SIZE.least, SIZE.part * Math.min(scene.mat.width, scene.mat.height));
  for (let n = 0; n < count; n++) toss(within(payer, size, size), within(payee, size, size), n, delay + n * APART_MS);
}

/** One coin on a bow, each on another one. */
function toss(start, end, n, delay) {
  const { dx, dy } = between(start, end);
  const aside = 0.12 + 0.05 * n * (n % 2 ? -1 : 1);
  const over = `translate(${dx / 2 + dy * aside}px, ${dy / 2 - dx * aside}px) scale(1.25) rotate(200deg)`;
  show("coin", start, [
    { offset: 0, transform: "translate(0, 0) scale(.4) rotate(0deg)", opacity: 0, easing: "cubic-bezier(.4, 0, .8, .8)" },
    { offset: 0.15, opacity: 1 },
    { offset: 0.5, transform: over, easing: "cubic-bezier(.2, .2, .4, 1)" },
    { offset: 0.85, opacity: 1 },
    { offset: 1, transform: `translate(${dx}px, ${dy}px) scale(.7) rotate(380deg)`, opacity: 0 },
  ], { duration: MS, delay });
}

/** What is paid at the end of a hand, as the result tells it. */
export function payAll(scene, delay) {
  const lines = [...document.querySelectorAll("#payments [data-pays]")];
  const paid = lines.map((line) => line.dataset.pays.split(/[>:]/).map(Number)).map(([from, seat, units]) => ({ from, seat, units }));
  const most = Math.min(MOST, Math.floor(MOST_AT_END / Math.max(1, paid.length)) || 1);
  paid.forEach((payment, n) => {
    fly(scene, payment, delay + n * PAYMENT_MS, most);
    if (paid.findIndex(({ seat }) => seat === payment.seat) !== n) return;
    acknowledge(payment, delay + n * PAYMENT_MS);
    const units = paid.reduce((sum, { seat, units }) => sum + (seat === payment.seat ? units : 0), 0);
    gain(scene, { seat: payment.seat, units }, delay + n * PAYMENT_MS);
  });
}
