/**
 * The settings: a sheet over any page, or a page of their own. What is chosen holds at once, here and in the
 * browser's other tabs; `phom:preferences` on the document tells the rest of the page. It is saved beside.
 */

import * as dialog from "./dialog.js";
import { page } from "./fetched.js";
import { askForNotifications, canNotify } from "./notify.js";
import { save, whenTried } from "./saving.js";
import * as sheet from "./sheet.js";

const root = document.documentElement;
const tabs = "BroadcastChannel" in window ? new BroadcastChannel("phom-preferences") : null;

const form = () => document.querySelector("form.settings");
const told = () => form()?.querySelector(".settings-told");
const tell = (words = "") => { if (told()) told().textContent = words; };

/** What is chosen holds on this page. */
function apply(chosen) {
  Object.assign(root.dataset, chosen);
  show();
  document.dispatchEvent(new CustomEvent("phom:preferences", { detail: chosen }));
}

/** The form as it now is: what holds is chosen in it. */
function show() {
  for (const field of form()?.querySelectorAll("input:not([type=hidden])") ?? []) {
    const value = root.dataset[field.name];
    if (value === undefined) continue;
    if (field.type === "range") field.value = value;
    else field.checked = field.value === value;
  }
}

function choose(chosen) {
  tell();
  apply(chosen);
  tabs?.postMessage(chosen);
  save(form(), chosen);
}

const valueOf = (field) => (field.type === "checkbox" && !field.checked ? "off" : field.value);

async function changed({ target }) {
  if (!target.closest("form.settings") || !target.name) return;
  if (target.name === "notify" && target.checked && !(await askForNotifications())) {
    target.checked = false;
    return tell(told().dataset.blocked);
  }
  choose({ [target.name]: valueOf(target) });
}

/** While a slider moves: it is to be heard at once, and saved when it rests. */
function slid({ target }) {
  if (target.type === "range" && target.closest("form.settings")) apply({ [target.name]: target.value });
}

/** What this browser can't do isn't offered. */
function fit() {
  const isSilent = !window.AudioContext;
  const lacks = { sound: isSilent, volume: isSilent, vibrate: !navigator.vibrate, notify: !canNotify() };
  for (const [name, isLacking] of Object.entries(lacks)) {
    const field = form()?.querySelector(`input:not([type=hidden])[name=${name}]`);
    if (field && isLacking) field.closest(".option").hidden = true;
  }
  form()?.classList.add("is-live"); // saved by itself
  show();
}

function clicked(event) {
  const link = event.target.closest?.("a.settings-link");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  if (form() && !form().closest("dialog")) form().querySelector("input:not([type=hidden])").focus();
  else sheet.open(link, fit);
}

/** A page that comes back as it was left may have missed what was chosen elsewhere. */
async function returned({ persisted }) {
  const link = document.querySelector("a.settings-link");
  if (!persisted || !link) return;
  const html = await page(link.href);
  if (html) apply({ ...new DOMParser().parseFromString(html, "text/html").documentElement.dataset });
}

fit();
whenTried((outcome, words) => tell(words || told()?.dataset[outcome]));
dialog.start();
sheet.start();
document.addEventListener("click", clicked);
document.addEventListener("change", changed);
document.addEventListener("input", slid);
addEventListener("pageshow", returned);
tabs?.addEventListener("message", ({ data }) => apply(data));
