/** The lobby's socket: what changes there is morphed in, so that focus and what is being pressed stay where they are. */

import { leave } from "./shut_out.js";

const PING_MS = 5000;
const SILENCE_MS = 12000;
const RETRY_MS = [300, 1000, 2000, 4000];
const FOR_GOOD = [4001, 4003];

const url = new URL(document.getElementById("lobby-wire").dataset.url, location.href);
url.protocol = location.protocol === "https:" ? "wss:" : "ws:";

let socket = null;
let heard = 0;
let pinged = 0;
let tries = 0;

function connect() {
  socket?.close();
  const mine = new WebSocket(url);
  socket = mine;
  heard = pinged = Date.now();
  mine.addEventListener("message", ({ data }) => socket === mine && received(JSON.parse(data)));
  mine.addEventListener("close", ({ code }) => socket === mine && closed(code));
}

function received(message) {
  heard = Date.now();
  tries = 0;
  document.getElementById("lobby-old").hidden = true;
  if (!["lobby", "news"].includes(message.kind)) return;
  htmx.swap({ sourceElement: document.body, target: message.target, swap: message.swap, text: message.content });
}

function closed(code) {
  socket = null;
  if (leave(code)) return;
  document.getElementById("lobby-old").hidden = false;
  if (FOR_GOOD.includes(code)) return;
  setTimeout(() => socket ?? connect(), RETRY_MS[Math.min(tries++, RETRY_MS.length - 1)]);
}

/** Every second: ping in time, and notice a connection that has died without a word. */
function watch() {
  const now = Date.now();
  if (socket?.readyState !== WebSocket.OPEN) return;
  if (now - heard > SILENCE_MS && !document.hidden) {
    document.getElementById("lobby-old").hidden = false;
    connect();
  } else if (now - pinged >= PING_MS) {
    pinged = now;
    socket.send(JSON.stringify({ type: "ping" }));
  }
}

/** The tab came back to life, or the network did. */
function wake() {
  if (!document.hidden && socket?.readyState !== WebSocket.OPEN) connect();
}

document.addEventListener("visibilitychange", wake);
addEventListener("online", wake);
addEventListener("pageshow", (event) => event.persisted && connect());
addEventListener("pagehide", () => { const left = socket; socket = null; left?.close(); });
setInterval(watch, 1000);
connect();
