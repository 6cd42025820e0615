/**
 * The offline page: tries again when asked to, and by itself as soon as the site answers. That the network is back is
 * told by an event, but not where it was the server that was away, nor to a page that has only just come.
 */

import { retry, watch } from "./again.js";

const LOOK_MS = 2500;
const isKept = "kept" in document.documentElement.dataset;

/** The page that didn't come stands in the address bar, unless something was sent to it. */
function comeBack() {
  if (location.pathname === "/offline/") location.replace("/");
  else retry();
}

/** Whether the site answers again. */
const isReached = () => fetch("/sw.js", { method: "HEAD", cache: "no-store" }).then(() => true);

watch(isKept && isReached, LOOK_MS, comeBack);
