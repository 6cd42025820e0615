/** The link of a table that waits for players, shared by a press; what that takes comes with the press. */

async function clicked(event) {
  const button = event.target.closest("#share");
  if (!button) return;
  const { share } = await import("./share.js");
  share(location.href, { done: button.dataset.done, failed: button.dataset.failed });
}

/** Listen for the press: the button comes and goes with the table. */
export function start() {
  document.addEventListener("click", clicked);
}
