/**
 * Short words at the lower edge about what a press did: seen above everything, said once by screen readers.
 *
 * templates/toasts.html is the place they come to, there and empty from the start so that what comes is announced,
 * and what each kind (info, good, warn, bad) is made from.
 */

const STAYS_MS = 6000;

const box = () => document.querySelector(".toasts");

/** Above a dialog that was opened since: what is shown last lies on top, in browsers that know popovers. */
function raise() {
  if (!box().showPopover) return;
  if (box().matches(":popover-open") && !document.querySelector("dialog:modal")) return;
  box().hidePopover();
  box().showPopover();
}

/** Show `text` as a toast of that kind: a bad one until it is taken away, the others for a while. */
export function toast(text, kind = "info") {
  const shown = document.getElementById(`toast-${kind}`).content.firstElementChild.cloneNode(true);
  shown.querySelector(".toast-text").textContent = text;
  shown.querySelector("button").addEventListener("click", () => shown.remove());
  raise();
  box().append(shown);
  if (kind !== "bad") setTimeout(() => shown.remove(), STAYS_MS);
}

function clicked(event) {
  const button = event.target.closest("[data-toast]");
  if (button) toast(button.dataset.toast, button.dataset.kind);
}

/** Listen for presses of buttons that say in data-toast what is to be told. */
export function start() {
  box().showPopover?.();
  document.addEventListener("click", clicked);
}
