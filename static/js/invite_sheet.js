/** The sheet "Invite friends" at a table, made and filled when it is first wanted. */

import * as dialog from "./dialog.js";
import { dressed } from "./dressed.js";
import { part } from "./fetched.js";

let sheet = null;
let opener = null;

function made(html) {
  sheet = document.createElement("dialog");
  sheet.className = "sheet";
  sheet.id = "invite-sheet";
  sheet.setAttribute("aria-labelledby", "invite-sheet-title");
  sheet.innerHTML = html;
  sheet.addEventListener("close", closed);
  document.body.append(sheet);
  return dressed(sheet);
}

/** What it held asks for nothing any more. */
function closed() {
  sheet.querySelector(".sheet-body").replaceChildren();
  dialog.giveBackFocus(opener);
}

/** Open the sheet with what the link leads to, as it is now; an error where it can't be had. */
export async function open(link) {
  opener = link;
  const html = await part(link.href);
  if (!html) throw new Error("no invitation");
  if (sheet) sheet.querySelector(".sheet-body").replaceWith(bodyOf(html));
  else await made(html);
  htmx.process(sheet.querySelector(".sheet-body"));
  if (!sheet.open) dialog.open(sheet);
}

function bodyOf(html) {
  return new DOMParser().parseFromString(html, "text/html").querySelector(".sheet-body");
}
