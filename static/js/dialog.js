/**
 * Dialogs: a button with data-opens="dialog's id" opens one above a page that goes on; a button with data-close in
 * it, Escape, and a press beside it close it.
 */

let pressed = null; // what the pointer went down on

const turn = () => document.getElementById("your-turn");

/** Open a dialog. */
export function open(dialog) {
  dialog.showModal();
  sayTurn();
}

/** The page below is out of reach and unheard: that it is the player's turn is said in the dialog. */
function sayTurn() {
  for (const box of document.querySelectorAll("dialog[open] .sheet-turn")) {
    if (box.textContent !== turn()?.textContent) box.textContent = turn()?.textContent ?? "";
  }
}

/** It is said again to those who open the dialog again. */
function closed({ target }) {
  const box = target.querySelector?.(".sheet-turn");
  if (box) box.textContent = "";
}

/** A press on the shade beside a dialog's sheet; its own padding is none, so that nothing else hits the dialog. One
 * that began within the sheet, on words that were being selected, is none. */
const isBeside = (target) => target instanceof HTMLDialogElement && target.matches(".sheet[open]") && pressed === target;

function clicked({ target }) {
  const opener = target.closest("[data-opens]");
  if (opener) open(document.getElementById(opener.dataset.opens));
  if (target.closest("dialog [data-close]") || isBeside(target)) target.closest("dialog").close();
}

/** Once a dialog is closed. The browser gives the focus back, but not into a menu that has closed meanwhile. */
export function giveBackFocus(opener) {
  const { activeElement, body } = document;
  if (activeElement !== body && activeElement.getClientRects().length) return;
  const menu = opener.closest("[popover]");
  (menu ? document.querySelector(`[popovertarget="${menu.id}"]`) : opener).focus();
}

/** Listen; once a page. */
export function start() {
  document.addEventListener("pointerdown", ({ target }) => { pressed = target; });
  document.addEventListener("click", clicked);
  document.addEventListener("close", closed, true); // does not bubble
  if (turn()) new MutationObserver(sayTurn).observe(turn(), { childList: true });
}
