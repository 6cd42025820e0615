/**
 * Calling a player whose turn it is: by the title, and for one who looks elsewhere by the icons of the tab and of
 * the app and by a notification; a phone in the hand trembles. What a browser lacks is left out.
 */

import { dismiss, notify } from "./notify.js";

const TREMBLE_MS = [35, 60, 35];

const title = document.title;
const icon = document.querySelector("link[rel='icon'][type='image/svg+xml']");
const usualIcon = icon?.href;

let isMine = false;
let isCalling = false;
let isLeft = false;

const words = () => document.getElementById("your-turn").dataset;
const isCalled = () => isMine && document.hidden && !isLeft;

function turned({ detail }) {
  isMine = detail.isMine;
  show();
  if (!isMine) return;
  tremble();
  if (document.hidden) notify(words().turn, detail.choices, isCalled);
}

/** A phone does so only after a press on the page, and complains of being asked before. */
function tremble() {
  const mayTremble = document.documentElement.dataset.vibrate !== "off" && navigator.userActivation?.hasBeenActive;
  if (mayTremble) navigator.vibrate?.(TREMBLE_MS);
}

/** The mark stands still: in a title that changes by itself nobody reads the words. */
function show() {
  document.title = isMine ? `${isCalled() ? "● " : ""}${words().turn} · ${title}` : title;
  if (isCalled() === isCalling) return;
  isCalling = isCalled();
  if (icon) icon.href = isCalling ? words().icon : usualIcon;
  badge(isCalling);
  if (!isCalling) dismiss();
}

function badge(isOn) {
  const done = isOn ? navigator.setAppBadge?.(1) : navigator.clearAppBadge?.();
  done?.catch(() => {}); // not installed as an app
}

/** Nobody is called to a page that they have left, until they come back to it. */
function leave(event) {
  isLeft = event.type === "pagehide";
  show();
}

/** Listen; what an earlier visit may have left on the app's icon goes. */
export function start() {
  badge(false);
  document.addEventListener("phom:turn", turned);
  document.addEventListener("visibilitychange", show);
  for (const kind of ["pagehide", "pageshow"]) addEventListener(kind, leave);
}
