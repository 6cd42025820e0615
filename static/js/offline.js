/**
 * The offline page: tries again when asked to, and by itself as soon as the site answers. That the network is back is
 * told by an event, but not where it was the server that was away, nor to a page that has only just come.
 */

const LOOK_MS = 2500;

const again = document.getElementById("again");

/** The page that didn't come stands in the address bar, unless something was sent to it. */
const wanted = () => (location.pathname === "/offline/" ? "/" : location.href);

function retry(event) {
  event?.preventDefault();
  again.setAttribute("aria-busy", "true");
  location.replace(wanted());
}

/** Whether the site answers again. */
const look = () => fetch("/sw.js", { method: "HEAD", cache: "no-store" }).then(() => retry(), () => {});

again.addEventListener("click", retry);
addEventListener("online", () => retry());
if ("kept" in document.documentElement.dataset) setInterval(look, LOOK_MS);
