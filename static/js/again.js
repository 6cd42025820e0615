/** What pages share that stand for one that didn't come: it is tried again when asked for, and as soon as it may come. */

const again = document.getElementById("again");

/** Ask for the page in the address bar, as one that is followed and not sent to once more. */
export function retry() {
  again.setAttribute("aria-busy", "true");
  if (location.hash) location.reload(); // to go to the same address would do nothing where that names a place in it
  else location.replace(location.href);
}

/** Call `act` when the link is pressed, and once it is found, looking now and then, that the page may come. */
export function watch(mayCome, everyMs, act) {
  again.addEventListener("click", (event) => { event.preventDefault(); act(); });
  addEventListener("online", act);
  if (mayCome) setInterval(() => mayCome().then((may) => { if (may) act(); }, () => {}), everyMs);
}
