/**
 * The table page. The server sends the whole table at every change and htmx morphs it in; here is what a
 * browser adds: the socket, choosing and playing, the order of the hand, the clock, movement.
 */

import * as attention from "./attention.js";
import * as awake from "./awake.js";
import * as calm from "./calm.js";
import * as clock from "./clock.js";
import * as company from "./company.js";
import * as happened from "./happened.js";
import * as menu from "./menu.js";
import * as motion from "./motion.js";
import * as invite from "./invite.js";
import { keepAWhile } from "./notice.js";
import * as order from "./order.js";
import * as play from "./play.js";
import * as seeds from "./seeds.js";
import * as sound from "./sound.js";
import * as talk from "./talk_door.js";
import * as turn from "./turn.js";
import * as wire from "./wire.js";

const targetOf = (event) => event.detail.ctx?.target;

document.addEventListener("htmx:before:swap", (event) => {
  if (targetOf(event) !== "#table") return;
  motion.remember();
  play.remember();
});

document.addEventListener("htmx:after:swap", (event) => {
  if (targetOf(event) === "#notice") keepAWhile();
  if (targetOf(event) !== "#table") return;
  happened.refresh();
  order.reapply();
  calm.refresh();
  play.refresh();
  clock.refresh();
  sound.refresh();
  turn.refresh();
  awake.refresh();
  seeds.refresh();
  if (document.querySelector("#table[data-unsaid]")) import("./unsaid.js").then((unsaid) => unsaid.refresh());
  if (document.getElementById("talk-frozen")) import("./frozen.js").then((frozen) => frozen.refresh());
  motion.play();
  if (!document.getElementById("result")) document.body.classList.remove("came-late"); // the next one comes in time
});

menu.start();
happened.start();
order.start();
calm.refresh();
play.start();
clock.start();
sound.start();
attention.start();
turn.refresh();
awake.start();
invite.start();
company.start();
motion.start();
wire.start();
seeds.start();
talk.start();
