/** Saving what was chosen in the settings: one request at a time, tried again while the site can't be reached. */

import { PART, part } from "./fetched.js";

const AGAIN_MS = 4000;
const FORBIDDEN = 403;
const UNPROCESSABLE = 422;
const TOO_MANY = 429;

const unsaved = new Map();
let isBusy = false;
let again = 0;
let listen = () => {};

/** Call `told` after each try with what became of it: `saved`; `failed`, and tried again; or `refused` for good, with
 * the server's words if it has some. */
export function whenTried(told) {
  listen = told;
}

/** Save what was chosen; later choices of the same go before earlier ones. */
export function save(form, chosen) {
  for (const [name, value] of Object.entries(chosen)) unsaved.set(name, value);
  if (!isBusy) run(form);
}

async function run(form) {
  clearTimeout(again);
  isBusy = true;
  let outcome = "saved";
  let words = "";
  while (unsaved.size && outcome !== "failed") {
    const sent = [...unsaved];
    ({ outcome, words } = await tried(form, new URLSearchParams(sent)));
    if (outcome !== "failed") for (const [name, value] of sent) if (unsaved.get(name) === value) unsaved.delete(name);
    listen(outcome, words);
  }
  isBusy = false;
  if (outcome === "failed") again = setTimeout(run, AGAIN_MS, form);
}

async function tried(form, body) {
  let answer = await post(form, body);
  if (answer?.status === FORBIDDEN) answer = (await renew(form)) ? await post(form, body) : null;
  if (answer?.ok) return { outcome: "saved" };
  if (!answer || answer.status === TOO_MANY || answer.status >= 500) return { outcome: "failed" };
  return { outcome: "refused", words: answer.status === UNPROCESSABLE ? await answer.text().catch(() => "") : "" };
}

/** The server's answer, or null. The request ends even if the page is left meanwhile. */
function post(form, body) {
  const headers = { ...PART, "X-CSRFToken": form.elements.csrfmiddlewaretoken.value };
  return fetch(form.action, { method: "POST", body, headers, keepalive: true }).catch(() => null);
}

/** Tokens are no longer good once somebody signs in, in another tab too: a new one comes with a new form. */
async function renew(form) {
  const sheet = new DOMParser().parseFromString(await part(form.action), "text/html");
  const token = sheet.querySelector("[name=csrfmiddlewaretoken]")?.value;
  if (token) for (const field of document.querySelectorAll("[name=csrfmiddlewaretoken]")) field.value = token;
  return Boolean(token);
}
