/** Sheets that a link leads to, "Invite friends" and reports, made and filled when they are first wanted. */

import * as dialog from "./dialog.js";
import { dressed } from "./dressed.js";
import { part } from "./fetched.js";

const sheets = new Map();
const openers = new Map();

function made(id, html) {
  const sheet = document.createElement("dialog");
  sheet.className = "sheet";
  sheet.id = id;
  sheet.setAttribute("aria-labelledby", `${id}-title`);
  sheet.innerHTML = html;
  sheet.addEventListener("close", closed);
  document.body.append(sheet);
  sheets.set(id, sheet);
  return dressed(sheet);
}

/** What it held asks for nothing any more. */
function closed({ target }) {
  target.querySelector(".sheet-body").replaceChildren();
  dialog.giveBackFocus(openers.get(target.id));
}

/** Open the sheet called `id` with what the link leads to, as it is now; an error where it can't be had. */
export async function open(link, id) {
  openers.set(id, link);
  const html = await part(link.href);
  if (!html) throw new Error(`no ${id}`);
  if (sheets.has(id)) sheets.get(id).querySelector(".sheet-body").replaceWith(bodyOf(html));
  else await made(id, html);
  const sheet = sheets.get(id);
  htmx.process(sheet.querySelector(".sheet-body"));
  if (!sheet.open) dialog.open(sheet);
}

function bodyOf(html) {
  return new DOMParser().parseFromString(html, "text/html").querySelector(".sheet-body");
}
