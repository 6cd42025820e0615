/**
 * What building blocks do: tabs, lists of things to do that open below their button, sliders' numbers.
 *
 * All of it hangs on attributes, so that a page needs markup only: role="tablist", popovertarget
 * with class "commands", and <output for="slider's id">. Dialogs are opened on every page (see dialog.js).
 */

const MOVES = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

let pressed = null; // the button that opened, or closed, a list of things to do

/** Show the panel of `tab`, and of its list no other; only the shown tab is in the tabbing order. */
function choose(tab) {
  for (const other of tab.closest('[role="tablist"]').querySelectorAll('[role="tab"]')) {
    const isChosen = other === tab;
    other.setAttribute("aria-selected", String(isChosen));
    other.tabIndex = isChosen ? 0 : -1;
    document.getElementById(other.getAttribute("aria-controls")).hidden = !isChosen;
  }
}

function moveBetweenTabs(event) {
  const tab = event.target.closest?.('[role="tab"]');
  if (!tab || !(event.key in MOVES)) return;
  const tabs = [...tab.closest('[role="tablist"]').querySelectorAll('[role="tab"]')];
  const at = tabs.indexOf(tab) + MOVES[event.key];
  const next = Number.isFinite(at) ? tabs.at(at % tabs.length) : tabs.at(at < 0 ? 0 : -1);
  event.preventDefault();
  choose(next);
  next.focus();
}

function clicked(event) {
  const tab = event.target.closest('[role="tab"]');
  if (tab) choose(tab);
  pressed = event.target.closest("[popovertarget]") ?? pressed;
  if (event.target.closest(".commands > *")) event.target.closest(".commands").hidePopover?.();
}

/** Put an opening list below its button, or above where there is no room, within the window. */
function place(event) {
  const list = event.target;
  if (event.newState !== "open" || !list.matches?.(".commands")) return;
  const button = pressed.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = list;
  const below = button.bottom + 4;
  const isRoom = below + height <= innerHeight;
  list.style.left = `${Math.max(8, Math.min(button.right - width, innerWidth - width - 8))}px`;
  list.style.top = `${isRoom ? below : Math.max(8, button.top - height - 4)}px`;
}

function told(event) {
  if (!event.target.matches?.('input[type="range"]')) return;
  for (const output of document.querySelectorAll(`output[for="${event.target.id}"]`)) output.value = event.target.value;
}

/** Listen; once a page. */
export function start() {
  document.addEventListener("click", clicked);
  document.addEventListener("keydown", moveBetweenTabs);
  document.addEventListener("toggle", place, true); // does not bubble
  document.addEventListener("input", told);
}
