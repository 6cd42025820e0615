/** That it is the player's turn: said at once to those who listen, and in the title to those who look elsewhere. */

import { position } from "./calm.js";

const title = document.title;
const box = () => document.getElementById("your-turn");

let told = "";

/** After a change of the table. */
export function refresh() {
  const isMine = document.getElementById("table").classList.contains("is-mine");
  document.title = isMine ? `${box().dataset.turn} · ${title}` : title;
  if (!isMine) box().textContent = told = "";
  else if (!told || (isTaking() && told !== position())) tell();
}

/** A turn begins with taking a card, but for the first one of a hand. */
const isTaking = () => document.getElementById("act-draw") !== null;

function tell() {
  told = position();
  const choices = [...document.querySelectorAll("#actions button:not([hidden]) .what")].map((what) => what.textContent.trim());
  box().textContent = `${box().dataset.turn}: ${choices.join(", ")}`;
}
