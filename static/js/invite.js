/** The way for others to a table, and reports: shared by a press, or in a sheet; what that takes comes with the press. */

async function clicked(event) {
  const { target, ctrlKey, metaKey, shiftKey } = event;
  const button = target.closest("[data-share]");
  const link = target.closest("[data-invite], [data-report]");
  if (button) {
    const { share } = await import("./share.js");
    share(new URL(button.dataset.share, location.href).href, button.dataset);
  } else if (link && !ctrlKey && !metaKey && !shiftKey) {
    event.preventDefault();
    const sheet = "report" in link.dataset ? "report-sheet" : "invite-sheet";
    import("./invite_sheet.js").then(({ open }) => open(link, sheet)).catch(() => location.assign(link.href));
  }
}

/** Listen for presses: what is pressed comes and goes with the table. */
export function start() {
  document.addEventListener("click", clicked);
}
