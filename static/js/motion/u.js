/** An ù: the winner's cards are fanned out on the mat, a red seal comes down on them, petals of gold and paper fly up. */

import { ease, look } from "../measures.js";
import { likeness, show } from "./layer.js";
import { between, centre, within } from "./scene.js";

const MS = look + 350; // it goes as the panel of the result comes
const SEAL_AT = 260;
const CARD_MS = 30;
const PETALS = { own: 18, other: 10 };
const LARGEST = 560; // pixels of the mat's shorter side, of which all sizes here are parts
const SEAL = { own: 0.36, other: 0.22 };
const CARD = { own: 0.17, other: 0.12 };

/** Show the ù of a seat; it begins after `delay` milliseconds. */
export function celebrate(was, now, seat, delay) {
  const who = seat === was.own ? "own" : "other";
  const side = Math.min(now.mat.width, now.mat.height, LARGEST);
  const spot = spotOf(now, seat, who);
  fanOut(was, spot, side * CARD[who], delay, was.portraits.get(seat));
  stamp(spot, side * SEAL[who], delay + SEAL_AT);
  for (let n = 0; n < PETALS[who]; n++) petal(n, PETALS[who], spot, side * (who === "own" ? 0.66 : 0.38), delay + SEAL_AT + 110);
}

/** The own one in the middle of the mat; others' on the way from the middle to them. */
function spotOf({ mat, portraits }, seat, who) {
  const { x, y } = centre(mat);
  const face = portraits.get(seat);
  if (who === "own" || !face) return { x, y };
  const { dx, dy } = between(mat, face);
  return { x: x + dx * 0.45, y: y + dy * 0.45 };
}

const around = ({ x, y }, width, height) => within({ left: x, top: y, width: 0, height: 0 }, width, height);

/** The cards the winner held, from where they were held: they are the first of the result's. */
function fanOut(was, spot, width, delay, portrait) {
  const held = [...document.querySelectorAll("#result .result-lines > li:first-child [id^='card-']")];
  held.forEach((card, n) => {
    const off = n - (held.length - 1) / 2;
    const place = around({ x: spot.x + off * width * 0.45, y: spot.y + off * off * width * 0.018 }, width, width * 1.38);
    const from = was.cards.get(card.id)?.seen ?? portrait;
    if (!from) return;
    const { dx, dy } = between(place, from);
    const lies = `rotate(${off * 4}deg)`;
    show(likeness(card), place, [
      { offset: 0, transform: `translate(${dx}px, ${dy}px) scale(${Math.min(1.2, from.width / width)})`, opacity: 1, easing: ease },
      { offset: 0.28, transform: lies, opacity: 1 },
      { offset: 0.76, transform: lies, opacity: 1 },
      { offset: 1, transform: lies, opacity: 0 },
    ], { duration: MS - n * CARD_MS, delay: delay + n * CARD_MS });
  });
}

function stamp(spot, size, delay) {
  const seal = document.createElement("span");
  seal.className = "u-seal";
  seal.textContent = "Ù";
  seal.style.fontSize = `${size * 0.62}px`;
  show(seal, around({ x: spot.x, y: spot.y - size * 0.12 }, size, size), [
    { offset: 0, transform: "rotate(-26deg) scale(2.6)", opacity: 0, easing: "cubic-bezier(.5, 0, .9, .6)" },
    { offset: 0.14, transform: "rotate(-7deg) scale(.92)", opacity: 1, easing: "ease-out" },
    { offset: 0.22, transform: "rotate(-8deg) scale(1.03)", opacity: 1, easing: "ease-in-out" },
    { offset: 0.29, transform: "rotate(-8deg) scale(1)", opacity: 1 },
    { offset: 0.7, transform: "rotate(-8deg) scale(1)", opacity: 1, easing: "ease-in" },
    { offset: 1, transform: "rotate(-8deg) scale(1.06)", opacity: 0 },
  ], { duration: MS - SEAL_AT, delay });
}

/** One petal: thrown out all round, then falling and turning. */
function petal(n, count, spot, reach, delay) {
  const angle = ((n + Math.random() * 0.8) / count) * 2 * Math.PI;
  const far = reach * (0.45 + Math.random() * 0.55);
  const x = Math.cos(angle) * far;
  const y = Math.sin(angle) * far * 0.8;
  const turn = (Math.random() - 0.5) * 900;
  show(`petal petal-${n % 4}`, around(spot, reach * (0.04 + Math.random() * 0.03), reach * (0.03 + Math.random() * 0.02)), [
    { offset: 0, transform: "translate(0, 0) scale(.2)", opacity: 1, easing: "cubic-bezier(.1, .7, .4, 1)" },
    { offset: 0.45, transform: `translate(${x}px, ${y}px) rotate(${turn * 0.6}deg)`, opacity: 1, easing: "cubic-bezier(.5, 0, .9, .8)" },
    { offset: 1, transform: `translate(${x * 1.12}px, ${y + reach * 0.45}px) rotate(${turn}deg)`, opacity: 0 },
  ], { duration: 820 + Math.random() * 180, delay });
}
