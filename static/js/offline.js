/** The offline page: tries again when asked to, and by itself as soon as the network is back. */

const again = document.getElementById("again");

/** The page that didn't come stands in the address bar, unless something was sent to it. */
const wanted = () => (location.pathname === "/offline/" ? "/" : location.href);

function retry(event) {
  event?.preventDefault();
  again.setAttribute("aria-busy", "true");
  location.replace(wanted());
}

again.addEventListener("click", retry);
addEventListener("online", () => retry());
