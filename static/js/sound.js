/** Which sounds are heard, and when: what has just happened, the own turn, its last seconds. */

import { fresh } from "./happened.js";
import * as speaker from "./speaker.js";

const SOUNDS = {
  dealt: "deal", drew: "draw", ate: "eat", shifted: "shift", discarded: "throw", laid: "lay", sent: "send",
};
const ALWAYS = ["turn", "u_own", "u_other"];
const MANY = 3; // actions at once: the page was away, and only the last of them is news
const APART = 0.09; // seconds from the beginning of a sound to the next one's, at least
const PATIENCE = 0.45; // seconds that a sound waits for those before it; then it isn't heard
const CROWD = 3; // sounds in a second; further ones are softer
const OTHERS = 0.8; // how loud others' cards are beside the own ones
const SIDE = 0.35; // how far to the side a seat there is heard
const LAST = 5; // seconds of a turn that are counted aloud
const WHOLE_TONE = 2 ** (2 / 12);

let free = 0; // when the next sound may begin, in seconds of the page
let begun = []; // when the last ones did
let settings = "";

const byId = (id) => document.getElementById(id);
const isMine = () => byId("table").classList.contains("is-mine");

/** Let a sound be heard as soon as those before it have had their moment, but not before `wait` seconds. */
function cue(name, how = {}, wait = 0) {
  const wanted = performance.now() / 1000 + wait;
  const at = Math.max(wanted, free);
  if (at - wanted > PATIENCE && !ALWAYS.includes(name)) return;
  begun = [...begun.filter((other) => other > at - 1), at];
  free = at + Math.max(APART, speaker.lengthOf(name) / 2);
  const gain = (how.gain ?? 1) * (begun.length > CROWD && !ALWAYS.includes(name) ? 0.6 : 1);
  speaker.say(name, { ...how, gain, after: wait + at - wanted });
}

/** After a change of the table. Of a table that nobody sees only the own turn is heard. */
export function refresh() {
  if (document.hidden) return;
  const actions = fresh();
  for (const { did } of actions.length > MANY ? actions.slice(-1) : actions) did.forEach(hear);
}

function hear({ kind, seat }) {
  if (SOUNDS[kind]) cue(SOUNDS[kind], from(seat));
  else if (kind === "ended_points") hearResult();
  else if (kind.startsWith("ended_")) cue(byId("headline")?.classList.contains("is-own") ? "u_own" : "u_other");
}

/** How what a seat does is heard: from its side, softer than what one does oneself. */
function from(seat) {
  const place = byId(`seat-${seat}`)?.classList;
  if (!place) return {};
  const side = place.contains("seat-left") ? -SIDE : place.contains("seat-right") ? SIDE : 0;
  return { side, gain: place.contains("seat-bottom") ? 1 : OTHERS };
}

/** The end of four rounds, for those who played: as the result comes up. */
function hearResult() {
  const units = document.querySelector("#result .result-line.is-own .won");
  if (units?.matches(".is-won")) cue("won", {}, 0.6);
  if (units?.matches(".is-lost")) cue("lost", {}, 0.6);
}

/** After the throw that led to it. */
function turned({ detail }) {
  if (detail.isMine) cue("turn", {}, 0.15);
}

/** Higher with every second. */
function counted({ detail: left }) {
  if (left >= 1 && left <= LAST && isMine()) cue("tick", { pitch: WHOLE_TONE ** (LAST - left) });
}

/** A sample of how loud it will be. */
function changed() {
  const before = settings;
  note();
  if (settings === before) return;
  speaker.open();
  speaker.adjust();
  speaker.say("throw");
}

function note() {
  const { sound, volume } = document.documentElement.dataset;
  settings = `${sound} ${volume}`;
}

/** Listen. */
export function start() {
  note();
  speaker.start();
  document.addEventListener("phom:turn", turned);
  document.addEventListener("phom:second", counted);
  document.addEventListener("phom:preferences", changed);
}
