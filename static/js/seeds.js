/**
 * What this browser adds to the next deal: for every hand a seed drawn by lot, unless the player writes one in the sheet
 * "Check the deal". What was promised and added is noted before the deal (promises.js), for its replay.
 */

import { notice } from "./notice.js";
import * as promises from "./promises.js";
import { send } from "./wire.js";

const BYTES = 16;
const AGAIN_MS = 2000; // after that long without a trace of it, the seed is sent again

let own = { promise: "", seed: "" }; // what is to be added to the deal that is promised so
let added = { promise: "", seed: "" }; // what the server said last that it has added
let sentAt = 0;
let seen = ""; // of which deals the notes are up to date
let broken = ""; // what is to be told of a promise that wasn't kept
let sheet = null; // its module, from when it was first wanted

const opener = () => document.getElementById("deal-open");
const facts = () => document.getElementById("deal")?.dataset;

function drawn() {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** After a change of the table: note what is promised, add to it what isn't added yet. */
export function refresh() {
  const deal = facts();
  if (!deal) return;
  note(deal);
  if (deal.seed === "") give(deal.promise);
  sheet?.show(deal, broken);
}

function give(promise) {
  if (own.promise !== promise) own = { promise, seed: drawn() };
  else if (performance.now() - sentAt < AGAIN_MS) return;
  if (send({ type: "seed", seed: own.seed })) sentAt = performance.now();
  else own = { promise: "", seed: "" }; // not connected yet: the table that comes with the connection begins anew
}

/** Compare the hand that was dealt with its note, and note what is promised for the next one. */
function note(deal) {
  const now = [deal.table, deal.number, deal.promised, deal.promise].join();
  if (seen === now) return;
  seen = now;
  if (deal.promised) compare(deal);
  promises.note(deal.table, Number(deal.number) + 1, deal.promise);
  promises.add(deal.table, added.promise, added.seed);
}

/** The hand that was dealt is the one that was promised; were it another one, the player has to know at once. */
function compare({ table, number, promised }) {
  const noted = promises.noted(table, Number(number));
  if (broken || !noted || noted.promise === promised) return;
  broken = opener().dataset.broken;
  open();
}

/** The server says to which promise a seed was added: one that came after the deal counts for the next hand. */
function taken({ detail: { promise, seed } }) {
  const deal = facts();
  own = { promise, seed };
  added = { promise, seed };
  if (deal) promises.add(deal.table, promise, seed);
  if (promise !== deal?.promise) return;
  deal.seed = seed;
  sheet?.taken(deal);
}

async function open() {
  try {
    sheet ??= await import("./deal_sheet.js");
    await sheet.open(opener());
    sheet.show(facts(), broken);
  } catch {
    notice(broken || opener().dataset.failed);
  }
}

function clicked(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return; // to a tab of its own
  event.preventDefault();
  open();
}

/** Listen; once a page. */
export function start() {
  if (!facts()) return;
  document.addEventListener("phom:seed", taken);
  opener().addEventListener("click", clicked);
  refresh();
}
