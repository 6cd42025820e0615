/** The sheet of the settings: what is in it is fetched when it is first opened. */

import * as dialog from "./dialog.js";
import { part } from "./fetched.js";

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
  const html = await part(address);
  isComing = false;
  if (!html) return;
  sheet().querySelector(".sheet-body").innerHTML = html;
  fit();
}

/** Listen; once a page. */
export function start() {
  sheet().addEventListener("close", () => dialog.giveBackFocus(opener));
}
