/**
 * A finished hand once more. The page shows one step, and its links lead to the others; here is what a browser adds:
 * all steps are fetched at once, so that going from one to the next waits for nothing, moves cards, and plays by itself.
 */

import { didOf } from "./happened.js";
import * as motion from "./motion.js";
import { share } from "./share.js";
import * as toast from "./toast.js";

const STEP_MS = 1300; // at the usual speed
const ADDRESS_MS = 300; // browsers take only so many addresses in a row
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

const byId = (id) => document.getElementById(id);
const page = byId("replay");
const last = Number(page.dataset.last);
const moves = [...document.querySelectorAll("#moves li")];
const slider = byId("replay-at");
const playButton = byId("replay-play");

let step = Number(page.dataset.step); // that is wanted
let shown = step;
let boards = null;
let playing = 0;
let addressing = 0;

const ways = { first: () => 0, back: () => step - 1, on: () => step + 1, last: () => last };

async function fetched() {
  const response = await fetch(page.dataset.steps);
  if (!response.ok) throw new Error(response.statusText);
  return (await response.json()).steps;
}

/** The tables of all steps; where they can't be had, the next who asks tries again. */
function all() {
  boards ??= fetched().catch((error) => {
    boards = null;
    throw error;
  });
  return boards;
}

const leave = () => location.assign(`?step=${step}`);

/** Show a step; of several wanted in a row only the last comes. */
async function go(to) {
  step = Math.max(0, Math.min(last, to));
  mark();
  try {
    const tables = await all();
    if (step !== shown) await show(tables[step]);
  } catch {
    leave();
  }
}

/** Cards travel to the next step only: nothing goes backwards in the hand, and a leap shows where it leads. */
async function show(html) {
  const isNext = step === shown + 1;
  shown = step;
  document.body.classList.toggle("came-late", !isNext);
  if (isNext) motion.remember();
  else motion.stop();
  await htmx.swap({ sourceElement: document.body, target: "#table", swap: "outerMorph", text: html });
  if (isNext) motion.show(didOf(moves[step]));
}

/** Where one is, in everything that tells it. */
function mark() {
  slider.value = step;
  document.querySelector("output[for=replay-at]").value = step;
  for (const link of document.querySelectorAll("[data-go]")) {
    const to = Math.max(0, Math.min(last, ways[link.dataset.go]()));
    link.href = `?step=${to}`;
    if (to === step) link.setAttribute("aria-disabled", "true");
    else link.removeAttribute("aria-disabled");
  }
  document.querySelector("#moves [aria-current]")?.removeAttribute("aria-current");
  const link = moves[step].querySelector("a");
  link.setAttribute("aria-current", "step");
  keepInSight(link);
  clearTimeout(addressing);
  addressing = setTimeout(address, ADDRESS_MS);
}

/** A reload, and the same page in another language, are at this step too. */
function address() {
  history.replaceState(history.state, "", `?step=${step}`);
  for (const field of document.querySelectorAll(".languages [name=next]")) field.value = location.pathname + location.search;
}

/** Within the list alone: the page stays where it is. */
function keepInSight(link) {
  const list = link.closest("ol");
  const above = link.offsetTop - list.offsetTop;
  if (list.scrollHeight > list.clientHeight) list.scrollTop = above - (list.clientHeight - link.offsetHeight) / 2;
}

// -- by itself -------------------------------------------------------------------------------------------

function pause() {
  clearTimeout(playing);
  playing = 0;
  told();
}

function told() {
  const { pause: words } = playButton.dataset;
  playButton.classList.toggle("is-playing", Boolean(playing));
  playButton.setAttribute("aria-label", playing ? words : playButton.dataset.play);
}

function later() {
  playing = setTimeout(next, STEP_MS / Number(byId("replay-speed").value));
  told();
}

async function next() {
  await go(step + 1);
  if (playing && step < last) later();
  else pause();
}

async function play() {
  if (step === last) await go(0);
  later();
}

const toggle = () => (playing ? pause() : play());

// -- presses ---------------------------------------------------------------------------------------------

function clicked(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return; // to a tab of its own
  const link = event.target.closest("[data-go], #moves a");
  if (!link) return;
  event.preventDefault();
  pause();
  go(link.dataset.go ? ways[link.dataset.go]() : moves.indexOf(link.closest("li")));
}

/** Whether a key is for what has the focus, not for the hand. */
const isTaken = ({ target, key }) => target.closest("input, select, textarea, dialog, [popover]") || (key === " " && target.closest("button, summary"));

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isTaken(event)) return;
  if (event.key === " ") toggle();
  else if (event.key in KEYS) {
    pause();
    go(ways[KEYS[event.key]]());
  } else return;
  event.preventDefault();
}

function slid() {
  pause();
  go(Number(slider.value));
}

function shareHand() {
  const isWithin = step > 0 && step < last;
  share(location.origin + location.pathname + (isWithin ? `?step=${step}` : ""), byId("replay-share").dataset);
}

toast.start();
playButton.dataset.play = playButton.getAttribute("aria-label");
for (const element of [playButton, byId("replay-speed"), byId("replay-share"), slider.closest(".slider")]) element.hidden = false;
playButton.addEventListener("click", toggle);
byId("replay-share").addEventListener("click", shareHand);
slider.addEventListener("input", slid);
document.addEventListener("click", clicked);
document.addEventListener("keydown", pressed);
document.addEventListener("visibilitychange", () => { if (document.hidden) pause(); });
keepInSight(moves[step].querySelector("a"));
all().catch(() => {}); // whoever steps tries again
