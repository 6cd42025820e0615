/**
 * A newer release. The server names its release now and then; a page of another one is loaded again, but only
 * between two hands, when nobody is in the middle of something. Whoever only watches is in the middle of nothing.
 */

import { isAnyOpen } from "./menu.js";

const QUIET_MS = 4000;
const KEY = "phom-releases"; // those this tab was loaded again for: once each, whatever the servers say

const own = document.querySelector("meta[name=release]")?.content;

let newer = "";
let mayLoad = false;
let touchedAt = 0;
let timer = 0;

const table = () => document.getElementById("table");
const box = () => document.getElementById("newer");
const isWatching = () => Boolean(document.getElementById("watching")?.getClientRects().length);
const isBetweenHands = () => !table().classList.contains("is-playing");
const isBusy = () => Date.now() - touchedAt < QUIET_MS || isAnyOpen();

/** The releases in KEY; null where the browser keeps nothing, so that loading again might never end. */
function triedFor() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
  } catch {
    return null;
  }
}

/** What the server says its release is. */
export function heard(release) {
  if (!release || !own || release === own || newer || triedFor()?.includes(release) !== false) return;
  newer = release;
  timer = setInterval(look, 250);
  look();
}

function look() {
  const could = mayLoad;
  mayLoad = isBetweenHands() || isWatching();
  if (mayLoad && !could) touchedAt = Date.now(); // how the hand ended is to be seen first
  box().hidden = !mayLoad;
  if (mayLoad && (isWatching() || document.hidden || !isBusy())) load();
}

function load() {
  sessionStorage.setItem(KEY, JSON.stringify([...triedFor(), newer]));
  clearInterval(timer);
  location.reload();
}

/** Note when the player last did something; the button loads at once. */
export function start() {
  const touched = () => { touchedAt = Date.now(); };
  for (const kind of ["pointerdown", "pointerup", "keydown", "scroll"]) addEventListener(kind, touched, { capture: true, passive: true });
  box().addEventListener("click", (event) => { if (event.target.closest("button") && newer) load(); });
}
