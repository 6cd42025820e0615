/**
 * The socket. htmx's ws extension opens it on #wire and swaps what arrives; this module sends, listens for
 * silence, and opens it anew. Every frame is the whole table, so nothing is ever repaired piecemeal.
 */

import * as newer from "./newer.js";

const PING_MS = 4000;
const SILENCE_MS = 8500;
const LEAVES = [4004, 4005]; // shut out, signed out: the page is left
const FOR_GOOD = [4001, 4003, ...LEAVES];
const MAINTENANCE = 4013;
const WAITING = "#actions button, #coach [data-say]"; // buttons that do nothing without a connection

const wire = document.getElementById("wire").cloneNode(); // put there anew for each connection
wire.setAttribute("hx-ws:connect", wire.dataset.url);

let socket = null;
let heard = 0;
let pinged = 0;
let refused = false;
let isAway = false; // the site, for maintenance
let wasOpen = false;
let answers = false;

const table = () => document.getElementById("table");
const isOpen = () => socket?.readyState === WebSocket.OPEN;

/** Send a message now; false, and nothing is kept for later, while there is no connection. */
export function send(message) {
  if (!isOpen()) return false;
  socket.send(JSON.stringify(message));
  return true;
}

/** Ask for the whole table. */
export const askForTable = () => send({ type: "table" });

/** Whether there is a connection that has proved to be one. */
export const isOnline = () => isOpen() && answers;

/** Open the socket, instead of the one there may be. */
export function connect() {
  heard = Date.now();
  htmx.swap({ sourceElement: document.body, target: "#wire", swap: "outerHTML", text: wire.outerHTML });
}

/** Show whether there is a connection; buttons wait for one. */
export function showState() {
  const online = isOnline();
  document.getElementById("offline").hidden = online || refused || isAway || !wasOpen;
  document.getElementById("maintenance").hidden = online || !isAway;
  table().classList.toggle("is-offline", !online && wasOpen);
  if (!online) for (const button of document.querySelectorAll(WAITING)) button.disabled = true;
}

function opened(event) {
  socket = event.detail.connection.socket;
  heard = pinged = Date.now();
  answers = false; // until the table comes, which the server sends at once
}

function closed(event) {
  if (event.detail.reason === "removed") return;
  socket = null;
  wasOpen = true;
  refused = FOR_GOOD.includes(event.detail.code);
  if (event.detail.code === MAINTENANCE && !isAway) import("./maintenance.js").then(({ tell }) => tell());
  isAway = event.detail.code === MAINTENANCE;
  const leaves = LEAVES.includes(event.detail.code);
  document.getElementById("closed").hidden = !refused || leaves;
  if (leaves) import("./shut_out.js").then(({ leave }) => leave(event.detail.code));
  showState();
}

async function received(event) {
  const isFirst = !answers;
  heard = Date.now();
  answers = wasOpen = true;
  isAway = false;
  if (isFirst) showState();
  const message = await event.detail.message.json().catch(() => null);
  const isBehind = isFirst || Number(message?.revision) > Number(table().dataset.revision);
  newer.heard(message?.release);
  if (["seed", "talk"].includes(message?.kind)) document.dispatchEvent(new CustomEvent(`phom:${message.kind}`, { detail: message }));
  if (message?.kind === "pong" && isBehind) askForTable();
}

/** Every second: ping in time, and notice a connection that has died without a word. */
function watch() {
  if (refused) return;
  const now = Date.now();
  // In a hidden tab timers run late, so that silence means nothing there.
  if (now - heard > SILENCE_MS && !document.hidden) {
    socket = null;
    wasOpen = true;
    showState();
    connect();
  } else if (isOpen() && now - pinged >= PING_MS) {
    pinged = now;
    send({ type: "ping" });
  }
}

/** The tab came back to life, or the network did: what it shows may be old. */
function wake() {
  if (refused || document.hidden) return;
  if (!isOpen()) return connect();
  doubt();
  askForTable();
}

/** The connection may have died meanwhile: it has to answer soon. */
function doubt() {
  heard = Date.now() - SILENCE_MS / 2;
}

/** Connect and keep connected. */
export function start() {
  newer.start();
  document.addEventListener("htmx:ws:after:connection", opened);
  document.addEventListener("htmx:ws:close", closed);
  document.addEventListener("htmx:ws:before:message:incoming", received);
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("offline", doubt);
  addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  setInterval(watch, 1000);
  showState();
  connect();
}
