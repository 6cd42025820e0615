/**
 * What this browser adds to the next deal: for every hand a seed drawn by lot, unless the player writes one. The sheet
 * "Check the deal" shows it beside the server's promise.
 */

import * as dialog from "./dialog.js";
import * as promises from "./promises.js";
import { send } from "./wire.js";

const BYTES = 16;
const AGAIN_MS = 2000; // after that long without a trace of it, the seed is sent again

let own = { promise: "", seed: "" }; // what is to be added to the deal that is promised so
let sentAt = -AGAIN_MS;
let expected = { number: 0, promise: "" }; // of the hand to come
let isWriting = false;

const byId = (id) => document.getElementById(id);
const facts = () => byId("deal")?.dataset;

function drawn() {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** After a change of the table: note what is promised, add to it what isn't added yet. */
export function refresh() {
  const deal = facts();
  if (!deal) return;
  if (deal.promised) compare(deal);
  if (expected.promise !== deal.promise) byId("deal-told").textContent = "";
  expected = { number: Number(deal.number) + 1, promise: deal.promise };
  promises.note(deal.promise);
  if (deal.seed === "") give(deal.promise);
  show(deal);
}

function give(promise) {
  if (own.promise !== promise) own = { promise, seed: drawn() };
  else if (performance.now() - sentAt < AGAIN_MS) return;
  if (send({ type: "seed", seed: own.seed })) sentAt = performance.now();
  else own = { promise: "", seed: "" }; // not connected yet: the table that comes with the connection begins anew
}

/** The hand that was dealt is the one that was promised; were it another one, the player has to know at once. */
function compare({ number, promised }) {
  if (expected.number !== Number(number) || expected.promise === promised) return;
  const box = byId("deal-broken");
  if (box.textContent) return;
  box.textContent = box.dataset.words;
  if (!byId("deal-sheet").open) dialog.open(byId("deal-sheet"));
}

/** The server says to which promise a seed was added: one that came after the deal counts for the next hand. */
function taken({ detail: { promise, seed } }) {
  const deal = facts();
  promises.note(promise, seed);
  own = { promise, seed };
  if (promise !== deal?.promise) return;
  deal.seed = seed;
  if (isWriting && byId("deal-seed").value === seed) tell(byId("deal-form").dataset.done.replace("{}", Number(deal.number) + 1));
  show(deal);
}

function tell(words) {
  isWriting = false;
  byId("deal-told").textContent = words;
}

// -- the sheet -------------------------------------------------------------------------------------------

function show({ number, promise, seed, promised, given }) {
  const isOver = byId("result") !== null;
  byId("deal-promise").textContent = promise;
  byId("deal-form").hidden = seed === undefined;
  if (!isWriting && seed) byId("deal-seed").value = seed;
  byId("deal-this").hidden = !promised;
  byId("deal-promised").textContent = promised ?? "";
  byId("deal-given-line").hidden = !given;
  byId("deal-given").textContent = given ?? "";
  byId("deal-last").hidden = Number(number) < (isOver ? 1 : 2);
}

function written(event) {
  event.preventDefault();
  isWriting = true;
  send({ type: "seed", seed: byId("deal-seed").value });
}

/** Listen; once a page. */
export function start() {
  if (!facts()) return;
  document.addEventListener("phom:seed", taken);
  byId("deal-form").addEventListener("submit", written);
  byId("deal-seed").addEventListener("input", () => {
    byId("deal-told").textContent = "";
    isWriting = true;
  });
  refresh();
}
