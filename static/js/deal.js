/**
 * Checks the deal of a finished hand in this browser: takes the hand's record as anybody can download it, makes the promise
 * and the pack from its seeds again (shuffle.js), compares them card by card, and tells in words what came out.
 */

import { added } from "./promises.js";
import { commitment, shuffledPack } from "./shuffle.js";

const SUITS = { S: "♠", C: "♣", D: "♦", H: "♥" };

const section = document.getElementById("deal");
const found = document.getElementById("deal-found");
const words = found.dataset;

const sign = (card) => card.replace("T", "10").replace(/[SCDH]$/, (suit) => SUITS[suit]);
const filled = (text, ...values) => text.replace(/{(\d?)}/g, (_, at) => values[Number(at)]);

async function fetched() {
  const response = await fetch(section.dataset.record);
  if (!response.ok) throw new Error(response.statusText);
  return JSON.parse(await response.text());
}

/** What was found, as [whether it is right, words]. */
async function findings({ deal, pack }) {
  const promised = await commitment(deal.server_seed);
  const made = await shuffledPack(deal.server_seed, deal.player_seeds, deal.hand_number);
  const at = made.findIndex((card, place) => card !== pack[place]);
  return [
    promised === deal.commitment ? [true, words.promiseRight] : [false, filled(words.promiseWrong, promised)],
    at < 0 ? [true, words.packRight] : [false, filled(words.packWrong, at + 1, sign(made[at]), sign(String(pack[at])))],
    ofNote(deal),
  ];
}

/** What this browser knows from before the deal. */
function ofNote({ commitment: promised, player_seeds: seeds }) {
  const seed = added(promised);
  if (seed === undefined) return [true, words.unnoted];
  if (!seed || section.dataset.seat === undefined) return [true, words.noted];
  return seeds[section.dataset.seat] === seed ? [true, words.notedSeed] : [false, filled(words.notedOther, seed)];
}

function verdict(isRight, text) {
  const shown = document.createElement("p");
  shown.className = `deal-verdict ${isRight ? "is-right" : "is-wrong"}`;
  shown.textContent = text;
  return shown;
}

function tell(lines) {
  const list = document.createElement("ul");
  for (const [isRight, text] of lines) {
    const line = document.createElement("li");
    if (!isRight) line.className = "is-wrong";
    line.textContent = text;
    list.append(line);
  }
  const isRight = lines.every(([right]) => right);
  found.replaceChildren(verdict(isRight, isRight ? words.right : words.wrong), list);
}

async function check() {
  found.hidden = false;
  try {
    tell(await findings(await fetched()));
  } catch {
    found.replaceChildren(verdict(false, words.unread));
  }
}

if (globalThis.crypto?.subtle) {
  document.getElementById("deal-elsewhere").hidden = true;
  section.addEventListener("toggle", () => { if (section.open) check(); });
}
if (location.hash === "#deal") {
  section.open = true;
  section.scrollIntoView();
}
