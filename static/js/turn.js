/**
 * When it becomes the player's turn and when it is over. It is said at once to those who listen, and every other
 * module hears of it: `phom:turn` with `{isMine, choices}`.
 */

import { position } from "./calm.js";

const box = () => document.getElementById("your-turn");

let told = "";

/** After a change of the table. */
export function refresh() {
  const isMine = document.getElementById("table").classList.contains("is-mine");
  if (isMine && (!told || (isTaking() && told !== position()))) begin();
  if (!isMine && told) end();
}

/** A turn begins with taking a card, but for the first one of a hand. */
const isTaking = () => document.getElementById("act-draw") !== null;

function begin() {
  told = position();
  const choices = [...document.querySelectorAll("#actions button:not([hidden]) .what")].map((what) => what.textContent.trim()).join(", ");
  box().textContent = `${box().dataset.turn}: ${choices}`;
  tell({ isMine: true, choices });
}

function end() {
  box().textContent = told = "";
  tell({ isMine: false, choices: "" });
}

function tell(detail) {
  document.dispatchEvent(new CustomEvent("phom:turn", { detail }));
}
