/**
 * The talk at a table: what is said comes by the socket, as HTML of the server's, floats at the speaker's seat and goes
 * into the panel, which is fetched when it is opened; the button counts what is unread.
 */

import { part } from "./fetched.js";
import { notice } from "./notice.js";
import { clear, float } from "./talk_floats.js";
import * as panel from "./talk_panel.js";
import { isRemoved } from "./unsaid.js";

const wide = matchMedia("(min-width: 1000px) and (min-height: 541px)"); // the panel stands beside the mat, not on it
const fine = matchMedia("(pointer: fine)");
const key = `phom-talk${location.pathname}`;

const byId = (id) => document.getElementById(id);
const box = () => byId("talk");
const button = () => byId("talk-open");
const isOpen = () => !box().hidden;

let dressing = null;
let isComing = false;
let latest = 0; // the newest message that this page has

/** The newest message read in this tab; null where none was noted. */
function lastRead() {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null; // nothing can be kept here: after a reload all counts as read
  }
}

function note(id) {
  try {
    sessionStorage.setItem(key, id);
  } catch {
    // See above.
  }
}

/** All that was said is read. */
function read() {
  delete button().dataset.unread;
  note(latest);
}

/** The looks of all this, once. */
function dressed() {
  return dressing ??= new Promise((done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = button().dataset.look;
    link.onload = link.onerror = done;
    document.head.append(link);
  });
}

function linesOf(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return [...template.content.children];
}

const idOf = (line) => Number(line.dataset.said);
const isOwn = (line) => line.classList.contains("is-own");

/** Take what the socket brings: what has just been said, or after a connection was made what was said before. */
export async function heard({ history, last, html }) {
  const lines = linesOf(html).filter((line) => idOf(line) > latest && !isRemoved(line));
  const known = Number(lastRead() ?? (history ? last : latest)); // what was said before somebody came needn't be read
  note(known);
  latest = Math.max(latest, last);
  await dressed();
  panel.add(lines);
  if (isOpen()) read();
  else count(lines.filter((line) => !isOwn(line) && idOf(line) > known).length);
  if (!history && (wide.matches || !isOpen())) for (const line of lines) float(line, isOpen());
}

function count(more) {
  if (more) button().dataset.unread = Number(button().dataset.unread ?? 0) + more;
}

/** Open the panel, or close it. */
export const toggle = () => (isOpen() ? close() : open());

async function open() {
  if (isComing) return;
  isComing = true;
  const [html] = await Promise.all([part(button().dataset.talk), dressed()]);
  isComing = false;
  if (!html) return notice(button().dataset.failed);
  if (!wide.matches) clear();
  show(true);
  latest = Math.max(latest, panel.fill(box(), html, { close, closeIfOver }));
  read();
  ((fine.matches && byId("talk-text")) || byId("talk-close")).focus({ preventScroll: true });
}

function close() {
  const isIn = box().contains(document.activeElement);
  show(false);
  if (isIn) button().focus({ preventScroll: true });
}

/** Let what was sent be seen on the mat. */
function closeIfOver() {
  if (!wide.matches) close();
}

function show(isShown) {
  box().hidden = !isShown;
  button().setAttribute("aria-expanded", isShown);
}
