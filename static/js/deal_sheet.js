/** The sheet "Check the deal" at a table, fetched with all that it needs when it is first wanted. */

import * as dialog from "./dialog.js";
import { dressed } from "./dressed.js";
import { send } from "./wire.js";

const byId = (id) => document.getElementById(id);
const sheet = byId("deal-sheet");

let opener = null;
let isWriting = false;
let shown = ""; // the promise

/** Open the sheet; an error where it can't be fetched. */
export async function open(link) {
  opener = link;
  if (!byId("deal-form")) await fill(link.dataset.sheet);
  if (!sheet.open) dialog.open(sheet);
}

async function fill(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  sheet.innerHTML = await answer.text();
  await dressed(sheet);
  byId("deal-form").addEventListener("submit", written);
  byId("deal-seed").addEventListener("input", typed);
  sheet.addEventListener("close", () => dialog.giveBackFocus(opener));
}

/** Show what the table tells of its deals, and what is `broken`. What the player is writing stays. */
export function show({ number, promise, seed, promised, given }, broken) {
  if (!byId("deal-form")) return;
  if (shown !== promise) byId("deal-told").textContent = "";
  shown = promise;
  byId("deal-broken").textContent = broken;
  byId("deal-broken").hidden = !broken;
  byId("deal-promise").textContent = promise;
  byId("deal-form").hidden = seed === undefined;
  if (!isWriting && seed) byId("deal-seed").value = seed;
  byId("deal-this").hidden = !promised;
  byId("deal-promised").textContent = promised ?? "";
  byId("deal-given-line").hidden = !given;
  byId("deal-given").textContent = given ?? "";
  byId("deal-last").hidden = Number(number) < (byId("result") ? 1 : 2);
}

/** The server has taken a seed for the next hand: the player's own is told so. */
export function taken({ number, seed }) {
  if (!isWriting || byId("deal-seed").value !== seed) return;
  isWriting = false;
  byId("deal-told").textContent = byId("deal-form").dataset.done.replace("{}", Number(number) + 1);
}

function typed() {
  isWriting = true;
  byId("deal-told").textContent = "";
}

function written(event) {
  event.preventDefault();
  isWriting = true;
  send({ type: "seed", seed: byId("deal-seed").value });
}
