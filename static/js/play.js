/** Choosing and playing: the selected card, the buttons, the keys. */

import { claim, isFresh, position, rest } from "./calm.js";
import * as confirm from "./confirm.js";
import * as focus from "./focus.js";
import * as hint from "./hint.js";
import { isAnyOpen } from "./menu.js";
import { clear, notice } from "./notice.js";
import { arrange, cards, wasDragged } from "./order.js";
import { inText } from "./said.js";
import { askForTable, isOnline, send, showState } from "./wire.js";

const ANSWER_MS = 3000;

let selected = null;
let selectedAt = "";
let waiting = 0;
let laysOpen = false;
let sendsWere = "";

const byId = (id) => document.getElementById(id);
const all = (selector) => document.querySelectorAll(selector);
const cardOf = (name) => name && document.querySelector(`#hand .card[data-card="${name}"]`);
const pressed = (id) => { const button = byId(id); if (button && !button.disabled && !button.hidden) button.click(); };

/** Send an action for the table as it is shown; its buttons wait for the answer. */
function act(action) {
  if (!claim()) return;
  const { hand, version, revision } = byId("table").dataset;
  clear();
  if (!send({ type: "act", hand, version, action })) return;
  for (const button of all("#actions button")) button.disabled = true;
  clearTimeout(waiting);
  waiting = setTimeout(() => { if (byId("table").dataset.revision === revision) askForTable(); }, ANSWER_MS);
}

/** Throw a card of the hand, or say why not, or why that should be thought over. */
function throwCard(card) {
  if (!isOnline()) return;
  if (card.dataset.throw && confirm.isMeant(card)) act(card.dataset.throw);
  else if (card.dataset.throw) show();
  else if (card.dataset.barred) notice(card.dataset.barred);
  else select(null);
}

function select(name) {
  if (name !== selected) confirm.forget();
  selected = name;
  selectedAt = position();
  const card = cardOf(name);
  if (card?.dataset.barred) notice(card.dataset.barred);
  else clear();
  show();
}

/** Everything that follows from the selected card, put on again after each change of the table. */
function show() {
  const chosen = cardOf(selected);
  if (!chosen) selected = null;
  for (const card of cards()) {
    card.classList.toggle("is-selected", card === chosen);
    card.setAttribute("aria-pressed", String(card === chosen));
  }
  showThrow(chosen);
  showSends();
}

function showThrow(chosen) {
  const button = byId("act-throw");
  if (!button) return;
  const may = Boolean(chosen?.dataset.throw);
  button.disabled = !may || !isOnline();
  button.classList.toggle("is-picked", may);
  const isAsking = may && confirm.isAsked(chosen);
  button.querySelector(".verb").hidden = isAsking;
  const named = !may ? [] : isAsking ? confirm.asking(button.dataset.ask, chosen) : [inText(chosen)];
  button.querySelector("[data-picked]").replaceChildren(...named);
}

function showSends() {
  for (const phom of all(".phom.is-target")) phom.classList.remove("is-target");
  for (const button of all("#sends button")) button.hidden = button.dataset.send !== selected;
  const shown = sendsShown();
  for (const button of shown) byId(button.dataset.target)?.classList.add("is-target");
  for (const button of shown.slice(1)) showWithoutKey(button);
  if (byId("send-hint")) byId("send-hint").hidden = shown.length > 0;
  restIfOthers(shown.map((button) => button.id).join());
}

/** A press may have been on its way to what the sends have just taken the place of. */
function restIfOthers(sends) {
  if (sends !== sendsWere) rest();
  sendsWere = sends;
}

const sendsShown = () => [...all("#sends button:not([hidden])")];

/** The key presses the first of them only. */
function showWithoutKey(button) {
  button.removeAttribute("aria-keyshortcuts");
  button.querySelector("kbd").hidden = true;
}

/** What may be pressed on the table itself. */
function showStock() {
  byId("stock")?.classList.toggle("is-open", Boolean(byId("act-draw")));
}

function clicked(event) {
  const { target } = event;
  const card = target.closest("#hand .card");
  if (card) return wasDragged() ? undefined : tapped(card);
  const button = target.closest("button");
  if (button && event.detail > 1 && button.closest("#actions")) return;
  if (button) return press(button);
  if (target.closest("#stock.is-open")) return pressed("act-draw");
  if (target.closest(".can-eat .is-last")) return pressed("act-eat");
  const phom = target.closest(".phom.is-target");
  if (phom) return pressed(sendsShown().find((button) => button.dataset.target === phom.id)?.id);
  if (target.closest("#mat") && selected) select(null);
}

/** The second tap on a card throws it, if the first one was made when it could be thrown already. */
function tapped(card) {
  if (selected === card.dataset.card && selectedAt === position()) throwCard(card);
  else select(card.dataset.card);
}

function press(button) {
  if (isFresh() && button.closest("#actions")) return;
  if (button.id === "act-throw") return throwCard(cardOf(selected));
  if (button.id === "act-lay") return act(document.querySelector("input[name=lay]:checked")?.value ?? button.dataset.action);
  if (button.id === "act-lays") return toggleLays();
  if (button.id === "arrange") return arrange();
  if (button.dataset.say) return say(button);
  if (button.dataset.action) act(button.dataset.action);
}

function say(button) {
  if (send({ type: button.dataset.say })) button.disabled = true;
}

function toggleLays(open = byId("lays").hidden) {
  openLays(open);
  const to = open ? document.querySelector("input[name=lay]:checked") : byId("act-lays");
  to.focus();
}

function openLays(open) {
  byId("lays").hidden = !open;
  byId("act-lays").setAttribute("aria-expanded", String(open));
}

function changed(event) {
  if (event.target.name !== "lay") return;
  for (const preview of all("#act-lay [data-preview]")) preview.hidden = preview.dataset.preview !== event.target.value;
}

// -- keys ---------------------------------------------------------------------------------------------

const KEYS = {
  KeyA: () => pressed("act-eat"),
  KeyB: () => pressed("act-draw"),
  KeyD: () => { pressed("act-throw"); pressed("act-ready"); },
  KeyH: () => pressed("act-lay"),
  KeyG: () => pressed(sendsShown()[0]?.id),
  KeyX: () => arrange(),
  Escape: () => { if (byId("lays") && !byId("lays").hidden) toggleLays(false); else select(null); },
};

function keyed(event) {
  if (isAnyOpen()) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input:not([type=radio]), select, textarea")) return;
  const card = event.target.closest("#hand .card");
  if (card && focus.walk(card, event)) return event.preventDefault();
  if (event.repeat && event.key === "Enter") return event.preventDefault(); // held down, it would press again
  if (!event.repeat && !event.shiftKey) KEYS[event.code]?.();
}

// -- around a change of the table ---------------------------------------------------------------------

/** Before: where the focus is, what is open. */
export function remember() {
  focus.remember();
  laysOpen = byId("lays")?.hidden === false;
}

/** After: the same again, as far as it still is there. */
export function refresh() {
  clearTimeout(waiting);
  if (laysOpen && byId("lays")) openLays(true);
  const chosen = document.querySelector("input[name=lay]:checked");
  if (chosen) changed({ target: chosen });
  show();
  showStock();
  hint.refresh();
  focus.restore();
  showState();
}

/** Listen. */
export function start() {
  focus.start();
  document.addEventListener("click", clicked);
  document.addEventListener("change", changed);
  document.addEventListener("keydown", keyed);
  document.addEventListener("phom:preferences", () => { hint.refresh(); confirm.forget(); show(); });
  show();
  showStock();
  hint.refresh();
}
