/**
 * Checks the deal of a finished hand in this browser: takes the hand's record as anybody can download it, makes the promise
 * and the pack from its seeds again (shuffle.js), compares them card by card, and tells in words what came out. Such a
 * record only agrees with itself: what was promised is known by this browser's note from before the deal (promises.js).
 */

import { noted } from "./promises.js";
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

/** What was found, as [whether it is right, words]; with what this browser noted for the hand, if it did. */
async function findings({ deal, pack }, note) {
  const promised = await commitment(deal.server_seed);
  const made = await shuffledPack(deal.server_seed, deal.player_seeds, deal.hand_number);
  const at = made.findIndex((card, place) => card !== pack[place]);
  return [
    promised === deal.commitment ? [true, words.promiseRight] : [false, filled(words.promiseWrong, promised)],
    at < 0 ? [true, words.packRight] : [false, filled(words.packWrong, at + 1, sign(made[at]), sign(String(pack[at])))],
    ...(note ? ofNote(note, promised, deal.player_seeds) : [[true, words.unnoted]]),
  ];
}

/** What this browser knows from before the deal: the promise, and the seed it added. */
function ofNote({ promise, seed }, promised, seeds) {
  const own = seeds[section.dataset.seat];
  const isSeat = seed && section.dataset.seat !== undefined;
  const lines = [];
  if (promise !== promised) lines.push([false, filled(words.notedPromise, promise, promised)]);
  if (isSeat && own !== seed) lines.push([false, filled(words.notedOther, seed, own || words.none)]);
  return lines.length ? lines : [[true, isSeat ? words.notedSeed : words.noted]];
}

function verdict(kind, text) {
  const shown = document.createElement("p");
  shown.className = `deal-verdict ${kind}`.trim();
  shown.textContent = text;
  return shown;
}

function tell(lines, isNoted) {
  const list = document.createElement("ul");
  for (const [isRight, text] of lines) {
    const line = document.createElement("li");
    if (!isRight) line.className = "is-wrong";
    line.textContent = text;
    list.append(line);
  }
  found.replaceChildren(summedUp(lines.every(([right]) => right), isNoted), list);
}

/** Without a note nothing is wrong, but nothing shows either that the promise was kept. */
function summedUp(isRight, isNoted) {
  if (!isRight) return verdict("is-wrong", words.wrong);
  return isNoted ? verdict("is-right", words.right) : verdict("", words.consistent);
}

async function check() {
  found.hidden = false;
  try {
    const note = noted(section.dataset.table, section.dataset.number);
    tell(await findings(await fetched(), note), Boolean(note));
  } catch {
    found.replaceChildren(verdict("is-wrong", words.unread));
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
