/** Menus of the bar: Escape closes an open one, and so does a press elsewhere. */

const open = () => document.querySelector("details.menu[open]");

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
