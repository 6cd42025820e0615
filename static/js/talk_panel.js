/** The panel of the talk: writing, quick phrases, emotes; muting who wrote a line, reporting it. */

import { PART } from "./fetched.js";
import * as frozen from "./frozen.js";
import { notice } from "./notice.js";
import { send } from "./wire.js";

const NEAR = 60; // pixels from the lower end, within which new lines are followed

const byId = (id) => document.getElementById(id);
const list = () => byId("talk-lines");

let ways = null; // what the panel's owner does: close, closeIfOver
let answered = null; // the line that is to be muted or reported
let sent = "";

/** Put the panel there, as the server has made it; the newest message in it. */
export function fill(box, html, owner) {
  if (!ways) listen(box);
  ways = owner;
  const written = byId("talk-text")?.value ?? "";
  box.innerHTML = html;
  if (byId("talk-text")) byId("talk-text").value = written;
  frozen.refresh(); // the table may have changed while this was on its way
  toEnd();
  return Number(list().dataset.last);
}

function toEnd() {
  byId("talk-scroll").scrollTop = byId("talk-scroll").scrollHeight;
}

/** New lines come in below; whoever reads further up stays there. What was written goes once it has come back. */
export function add(lines) {
  if (!list()) return;
  const { scrollHeight, scrollTop, clientHeight } = byId("talk-scroll");
  for (const line of lines) if (!byId(line.id)) list().append(line.cloneNode(true));
  if (scrollHeight - scrollTop - clientHeight < NEAR) toEnd();
  const text = byId("talk-text");
  if (text && sent && text.value === sent && lines.some((line) => line.matches(".is-own:not(.is-emote)"))) text.value = "";
}

function listen(box) {
  box.addEventListener("click", clicked);
  box.addEventListener("submit", submitted);
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    ways.close();
  });
}

function clicked({ target }) {
  const button = target.closest("button");
  if (!button) return;
  const { phrase, emote, unmute } = button.dataset;
  if (button.id === "talk-close") ways.close();
  else if (button.matches(".talk-more")) answer(button);
  else if (button.id === "talk-mute") mute({ player: playerOf(answered) });
  else if (unmute) mute({ player: unmute, off: "" });
  else if (phrase || emote) quickly(phrase ? "phrase" : "emote", phrase ?? emote);
}

function say(kind, text) {
  const isSent = send({ type: "say", kind, text });
  if (!isSent) notice(byId("talk-form").dataset.offline);
  return isSent;
}

function quickly(kind, key) {
  if (say(kind, key)) ways.closeIfOver();
}

function submitted(event) {
  event.preventDefault();
  const { value } = byId("talk-text");
  if (value.trim() && say("text", value)) sent = value;
}

// -- what somebody wrote ------------------------------------------------------------------------------

const playerOf = (line) => line.dataset.who.replace("person-", "");

/** The choices below a line, or away again. */
function answer(button) {
  const choices = byId("talk-answer");
  const isThere = button.getAttribute("aria-expanded") === "true";
  for (const other of document.querySelectorAll(".talk-more[aria-expanded=true]")) other.setAttribute("aria-expanded", "false");
  answered = button.closest("li");
  answered.append(choices);
  const way = byId("talk-report");
  way.href = way.dataset.report.replace("/0/", `/${answered.dataset.said}/`);
  choices.hidden = isThere;
  button.setAttribute("aria-expanded", String(!isThere));
  if (!isThere) choices.scrollIntoView({ block: "nearest" });
}

async function mute(asked) {
  const answer = await post(byId("talk-answer").getAttribute("action"), asked);
  if (answer) fill(byId("talk"), answer, ways);
  byId("talk-close").focus({ preventScroll: true });
}

/** Ask the server; what it answers. A refusal is told, and nothing comes of it. */
async function post(address, asked) {
  const form = byId("talk-answer");
  const body = new FormData(form);
  for (const [name, value] of Object.entries(asked)) body.set(name, value);
  try {
    const answer = await fetch(address, { method: "POST", body, headers: PART });
    if (answer.ok) return await answer.text();
    notice(answer.status === 409 ? await answer.text() : form.dataset.failed);
  } catch {
    notice(form.dataset.failed);
  }
  return "";
}
