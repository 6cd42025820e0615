/** Menus of the bar: Escape closes an open one, and so does a press elsewhere. While anything is open, keys are for that. */

const POPOVER = CSS.supports("selector(:popover-open)") ? ", :popover-open:not(.toasts)" : "";

const open = () => document.querySelector("details.menu[open]");

/** Whether a menu or a dialog is. */
export const isAnyOpen = () => document.querySelector(`dialog[open], details.menu[open]${POPOVER}`) !== null;

function clicked(event) {
  const menu = open();
  if (menu && !menu.contains(event.target)) menu.open = false;
}

function keyed(event) {
  const menu = open();
  if (event.key !== "Escape" || !menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
  event.stopImmediatePropagation();
}

/** Listen; before whoever else listens for Escape. */
export function start() {
  document.addEventListener("click", clicked);
  document.addEventListener("keydown", keyed);
}
