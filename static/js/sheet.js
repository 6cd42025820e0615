/**
 * The sheet of the settings: fetched when it is first opened, above a page that goes on. Escape, its button and a
 * press beside it close it, and the focus is where it was.
 */

let sheet = null;
let opener = null;
let isComing = false;

/** Open the sheet that the link leads to; `fit` is called once its form is there. */
export async function open(link, fit) {
  if (isComing || sheet?.open) return;
  opener = link;
  if (!sheet) {
    isComing = true;
    const content = await fetched(link.href);
    isComing = false;
    sheet = made(content ?? failure(link));
    if (content) fit();
    else sheet.addEventListener("close", forget);
  }
  sheet.showModal();
  sayTurn();
}

/** Without a connection: that is said, and the next press tries again. */
const failure = ({ textContent, dataset }) => `
  <header class="sheet-head"><h2 id="settings-title">${textContent.trim()}</h2><button type="button" class="button-icon" data-close aria-label="${dataset.close}">×</button></header>
  <p class="settings-turn" role="alert"></p><div class="sheet-body"><p role="alert">${dataset.failed}</p></div>`;

function forget() {
  sheet.remove();
  sheet = null;
}

async function fetched(address) {
  const answer = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
  return answer?.ok ? answer.text() : null;
}

function made(content) {
  const dialog = Object.assign(document.createElement("dialog"), { id: "settings", className: "sheet", tabIndex: -1, innerHTML: content });
  dialog.setAttribute("aria-labelledby", "settings-title");
  document.body.append(dialog);
  dialog.addEventListener("click", ({ target }) => { if (target === dialog || target.closest("[data-close]")) dialog.close(); });
  dialog.addEventListener("keydown", (event) => event.stopPropagation()); // no keys for the table below
  dialog.addEventListener("close", giveBackFocus);
  const turn = document.getElementById("your-turn");
  if (turn) new MutationObserver(sayTurn).observe(turn, { childList: true });
  return dialog;
}

/** The page below is out of reach and unheard: that it is the player's turn is said in the sheet. */
function sayTurn() {
  if (!sheet) return;
  const said = document.getElementById("your-turn")?.textContent ?? "";
  const box = sheet.querySelector(".settings-turn");
  if (box.textContent !== said) box.textContent = sheet.open ? said : "";
}

/** The browser gives it back, but not into a menu that has closed meanwhile. */
function giveBackFocus() {
  const { activeElement, body } = document;
  if (activeElement !== body && activeElement.checkVisibility()) return;
  const menu = opener.closest("[popover]");
  (menu ? document.querySelector(`[popovertarget="${menu.id}"]`) : opener)?.focus();
}
