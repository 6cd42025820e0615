/** The sheet of the settings: what is in it is fetched when it is first opened. */

import * as dialog from "./dialog.js";

let opener = null;
let isComing = false;

const sheet = () => document.getElementById("settings");
const isFilled = () => sheet().querySelector("form") !== null;

/** Open the sheet with what the link leads to; `fit` is called once its form is there. */
export async function open(link, fit) {
  if (isComing || sheet().open) return;
  opener = link;
  if (!isFilled()) await fill(link.href, fit);
  dialog.open(sheet());
}

/** Without a connection the sheet keeps its own words, which say so, and the next press tries again. */
async function fill(address, fit) {
  isComing = true;
  const answer = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
  isComing = false;
  if (!answer?.ok) return;
  sheet().querySelector(".sheet-body").innerHTML = await answer.text();
  fit();
}

/** Listen; once a page. */
export function start() {
  sheet().addEventListener("close", () => dialog.giveBackFocus(opener));
}
