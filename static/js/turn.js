/**
 * When it becomes the player's turn and when it is over. It is said at once to those who listen, and every other
 * module hears of it: `phom:turn` with `{isMine, choices}`. What can be done then stays true to the buttons as the turn
 * goes on, but isn't said again: who has just drawn hears the card.
 */

import { position } from "./calm.js";
import { heard } from "./said.js";

const box = () => document.getElementById("your-turn");

let told = "";

/** After a change of the table. */
export function refresh() {
  const isMine = document.getElementById("table").classList.contains("is-mine");
  if (isMine && (!told || (isTaking() && told !== position()))) begin();
  else if (isMine) renew();
  if (!isMine && told) end();
}

/** A turn begins with taking a card, but for the first one of a hand. */
const isTaking = () => document.getElementById("act-draw") !== null;

/** The buttons by what they do; that of the throw without the card that happens to be chosen. */
const choices = (words) => {
  const named = [...document.querySelectorAll("#actions button .what")].map((what) => words(what.querySelector(".verb") ?? what));
  return [...new Set(named)].join(", ");
};

const sentence = () => `${box().dataset.turn}: ${choices(heard)}`;

function begin() {
  told = position();
  box().removeAttribute("aria-live"); // an alert again
  box().textContent = sentence();
  tell({ isMine: true, choices: choices((what) => what.textContent.trim()) });
}

function renew() {
  const now = sentence();
  if (box().textContent === now) return;
  box().setAttribute("aria-live", "off");
  box().textContent = now;
}

function end() {
  box().removeAttribute("aria-live");
  box().textContent = told = "";
  tell({ isMine: false, choices: "" });
}

function tell(detail) {
  document.dispatchEvent(new CustomEvent("phom:turn", { detail }));
}
