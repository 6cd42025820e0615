/**
 * The sheet of who is at the table: fetched when it is wanted, and again whenever the table changes while it is open.
 * What is pressed in it goes to the server as a wish; what is refused is told in it.
 */

import * as dialog from "./dialog.js";
import { dressed } from "./dressed.js";
import { part } from "./fetched.js";
import { notice } from "./notice.js";
import { send } from "./wire.js";

const sheet = document.createElement("dialog");
let address = "";
let opener = null;
let asked = 0; // how often the sheet was fetched: an answer that was overtaken is dropped

/** Open the sheet for whoever pressed `pressed`: a name plate opens it at that player. */
export async function open(href, pressed) {
  address = href;
  opener = pressed;
  if (!(await refresh())) return notice(document.getElementById("deal-open").dataset.failed);
  if (!sheet.open) begin();
  const wanted = pressed.matches(".plate") ? about(pressed) : document.getElementById(pressed.dataset.company);
  if (wanted?.matches("details")) unfold(wanted);
  else wanted?.focus({ preventScroll: true });
}

/** At its top and folded, whatever was looked at the last time. */
function begin() {
  for (const details of sheet.querySelectorAll("details")) details.open = false;
  tell("");
  dialog.open(sheet);
  sheet.querySelector(".sheet-body").scrollTop = 0;
}

/** What it holds is to be seen, as far as there is room. */
function unfold(details) {
  details.open = true;
  details.querySelector("summary").focus({ preventScroll: true });
  details.scrollIntoView();
}

const about = (plate) => [...sheet.querySelectorAll(".company-sitter")]
  .find((one) => one.querySelector("bdi").textContent === plate.querySelector("bdi")?.textContent);

/** Show it as the server has it now; false where that can't be had. */
async function refresh() {
  const mine = ++asked;
  const html = await part(address);
  if (!html || mine !== asked) return Boolean(html);
  if (sheet.firstChild) htmx.swap({ sourceElement: sheet, target: sheet, swap: "innerMorph", text: html });
  else await fill(html);
  return true;
}

/** The first time: it is shown once its looks are there. */
async function fill(html) {
  sheet.innerHTML = html;
  htmx.process(sheet);
  await dressed(sheet);
}

function clicked({ target }) {
  const button = target.closest("[data-wish]");
  if (!button) return;
  tell("");
  if (send(JSON.parse(button.dataset.wish))) button.disabled = true;
}

function tell(words) {
  const told = sheet.querySelector("#company-told");
  if (told) told.textContent = words;
}

function swapped(event) {
  const target = event.detail.ctx?.target;
  if (!sheet.open) return;
  if (target === "#table" || target === "#calls") refresh(); // by news ties may be others
  if (target === "#notice") tell(document.getElementById("notice").textContent);
}

sheet.className = "sheet";
sheet.id = "company";
sheet.setAttribute("aria-labelledby", "company-title");
sheet.addEventListener("click", clicked);
sheet.addEventListener("close", () => { if (opener.isConnected) dialog.giveBackFocus(opener); });
document.addEventListener("htmx:after:swap", swapped);
document.body.append(sheet);
