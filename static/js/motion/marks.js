/** What says "here": a golden outline where a card has landed, a nod of what has got something. */

import { show } from "./layer.js";

const PULSE_MS = 560;
const NOD_MS = 300;
const FADE_MS = 150;

/** A golden outline round a place, there for a moment. */
export function pulse(place, delay) {
  show("pulse", place, [
    { offset: 0, transform: "scale(.96)", opacity: 0 },
    { offset: 0.3, transform: "scale(1)", opacity: 1 },
    { offset: 1, transform: "scale(1.14)", opacity: 0 },
  ], { duration: PULSE_MS, delay });
}

/** An element grows a little and is itself again. Meanwhile it layers what it holds, and so has to lie above as that does. */
export function nod(element, delay) {
  element.classList.add("is-nodding");
  const animation = element.animate([{}, { offset: 0.4, transform: "scale(1.12)" }, {}], { duration: NOD_MS, delay, easing: "ease-in-out" });
  animation.onfinish = () => {
    element.classList.remove("is-nodding");
    animation.cancel();
  };
}

/** For those who want no movement: what has changed comes up out of a half-light, where it lies. */
export function fadeIn(element) {
  element.animate([{ opacity: 0.25 }, {}], { duration: FADE_MS, easing: "ease-out" });
}
