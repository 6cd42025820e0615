/** A notification that it is the player's turn, for those who allowed it: one at most, gone when it isn't true any more. */

const TAG = "turn";

let shown = null;

const isAllowed = () => document.documentElement.dataset.notify === "on" && globalThis.Notification?.permission === "granted";
const registration = () => navigator.serviceWorker?.getRegistration().catch(() => undefined);

/** Whether this browser knows them; those within apps don't. */
export const canNotify = () => isSecureContext && Boolean(globalThis.Notification?.requestPermission);

/** Ask the player's leave, and whether it was given; to be called from a press. */
export const askForNotifications = async () => canNotify() && (await Notification.requestPermission()) === "granted";

/** Show it, if it may be shown and `isTrue` still holds when it can be. Phones show those of a service worker only. */
export async function notify(title, body, isTrue) {
  if (!isAllowed()) return;
  const icon = document.querySelector("link[rel='apple-touch-icon']")?.href;
  const options = { body, icon, tag: TAG, lang: document.documentElement.lang, data: { url: location.href } };
  const worker = await registration();
  if (!isTrue()) return;
  if (worker?.active) await worker.showNotification(title, options).catch(() => {});
  else showHere(title, options);
  if (!isTrue()) dismiss();
}

function showHere(title, options) {
  try {
    shown = new Notification(title, options);
  } catch {
    return; // a phone without a service worker
  }
  shown.addEventListener("click", () => { window.focus(); dismiss(); });
}

/** Take it away, if there is one. */
export async function dismiss() {
  shown?.close();
  shown = null;
  if (!isAllowed()) return;
  const worker = await registration();
  for (const notification of (await worker?.getNotifications?.({ tag: TAG })) ?? []) notification.close();
}
