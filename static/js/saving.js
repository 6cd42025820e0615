/** Saving what was chosen in the settings: one request at a time, tried again until it is through. */

const AGAIN_MS = 4000;

const unsaved = new Map();
let isBusy = false;
let again = 0;
let listen = () => {};

/** Call `told` after each try, with whether everything is saved. */
export function whenSaved(told) {
  listen = told;
}

/** Save what was chosen; later choices of the same go before earlier ones. */
export function save(form, chosen) {
  for (const [name, value] of Object.entries(chosen)) unsaved.set(name, value);
  if (!isBusy) run(form.action, form.elements.csrfmiddlewaretoken.value);
}

async function run(address, token) {
  clearTimeout(again);
  isBusy = true;
  let isThrough = true;
  while (unsaved.size && isThrough) {
    const sent = [...unsaved];
    isThrough = await post(address, token, new URLSearchParams(sent));
    if (isThrough) for (const [name, value] of sent) if (unsaved.get(name) === value) unsaved.delete(name);
  }
  isBusy = false;
  if (!isThrough) again = setTimeout(run, AGAIN_MS, address, token);
  listen(isThrough);
}

/** Whether the server has it. It ends even if the page is left meanwhile. */
async function post(address, token, body) {
  const headers = { "X-CSRFToken": token, "HX-Request": "true" };
  const answer = await fetch(address, { method: "POST", body, headers, keepalive: true }).catch(() => null);
  return Boolean(answer?.ok);
}
