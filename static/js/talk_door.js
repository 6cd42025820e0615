/** The button of the talk at a table. What talking takes comes with the press, or with the first thing said. */

const talk = () => import("./talk.js");

/** Listen: for the press, and for what the socket brings. */
export function start() {
  document.addEventListener("click", async ({ target }) => { if (target.closest("#talk-open")) (await talk()).toggle(); });
  document.addEventListener("phom:talk", async ({ detail }) => (await talk()).heard(detail));
}
