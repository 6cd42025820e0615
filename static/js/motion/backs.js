/** Cards that are seen from behind: others' draws, the back of the own one as it turns over, the deal. */

import { FLIP_STEPS, eased, flip, lasts } from "./flight.js";
import { show } from "./layer.js";
import { between, seatOf, within } from "./scene.js";

const DRAW_MS = 440;
const DEAL_MS = 300;
const DEAL_ROUNDS = 5; // as many backs a player as the eye takes for a hand
const ROUND_MS = 104;
const SEAT_MS = 30;
const OWN_MS = 54;
const GIVEN = "cubic-bezier(.3, .5, .3, 1)";

/** A back from the stock to a portrait, where it is taken into the hand. */
function give(stock, portrait, delay, duration) {
  const { dx, dy } = between(stock, portrait);
  show("back-flying", stock, [
    { offset: 0, transform: "translate(0, 0) scale(1)", opacity: 1, easing: GIVEN },
    { offset: 0.8, opacity: 1 },
    { offset: 1, transform: `translate(${dx}px, ${dy}px) scale(.5) rotate(8deg)`, opacity: 0 },
  ], { duration, delay });
}

/** A card that another player draws. */
export const draw = (stock, portrait, delay) => give(stock, portrait, delay, DRAW_MS);

/** The back of the own card as it comes from the stock: seen until the face is. */
export function turnOver({ from, to, at }) {
  const { dx, dy } = between(from, to.place);
  const frames = Array.from({ length: FLIP_STEPS + 1 }, (_, n) => {
    const part = n / FLIP_STEPS;
    const gone = eased(part);
    const size = from.width / to.place.width;
    const grown = (1 + (size - 1) * (1 - gone)) / size;
    return { transform: `translate(${dx * gone}px, ${dy * gone}px) scale(${grown}) ${flip(part)}`, opacity: part < 0.5 ? 1 : 0 };
  });
  show("back-flying", within(from, from.width, from.height), frames, { duration: lasts("drew"), delay: at });
}

/** Round after round a back to everyone in order of play; where own cards lie, the own ones come face up instead. */
export function deal(scene) {
  const seats = [...document.querySelectorAll("#mat .seat")].map(({ id }) => seatOf(id)).filter((seat) => seat !== scene.own);
  for (let round = 0; round < DEAL_ROUNDS; round++) {
    seats.forEach((seat, n) => {
      const portrait = scene.portraits.get(seat);
      if (portrait) give(scene.stock, portrait, round * ROUND_MS + n * SEAT_MS, DEAL_MS);
    });
  }
}

/** When the own card of that number leaves the stock, in milliseconds. */
export const dealtAt = (number) => number * OWN_MS;
