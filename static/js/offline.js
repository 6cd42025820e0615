/**
 * The offline page: tries again when asked to, and by itself as soon as the site answers. That the network is back is
 * told by an event, but not where it was the server that was away, nor to a page that has only just come.
 */

const LOOK_MS = 2500;

const again = document.getElementById("again");

/** The page that didn't come stands in the address bar, unless something was sent to it. */
function retry(event) {
  event?.preventDefault();
  again.setAttribute("aria-busy", "true");
  if (location.pathname === "/offline/") location.replace("/");
  else location.reload(); // to go to the same address would do nothing where that names a place in the page
}

/** Whether the site answers again. */
const look = () => fetch("/sw.js", { method: "HEAD", cache: "no-store" }).then(() => retry(), () => {});

again.addEventListener("click", retry);
addEventListener("online", () => retry());
if ("kept" in document.documentElement.dataset) setInterval(look, LOOK_MS);
