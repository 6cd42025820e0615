/** The page of a maintenance: the page that was asked for comes when asked for again, and by itself once the site is back. */

import { retry, watch } from "./again.js";

const LOOK_MS = 10_000;
const UNAVAILABLE = 503;

/** Whether the page itself would come: it is what the visitor waits for. */
async function isBack() {
  const { status } = await fetch(location.href, { method: "HEAD", cache: "no-store" });
  return status !== UNAVAILABLE;
}

watch(isBack, LOOK_MS, retry);
