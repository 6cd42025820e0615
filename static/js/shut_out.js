/** The player was shut out: every open page goes to the notice that says why. */

export const SHUT_OUT = 4004;

/** Go there, if that is what the socket was closed for; whether it is. */
export function goToNotice(code) {
  if (code === SHUT_OUT) location.assign("/notice/");
  return code === SHUT_OUT;
}

document.addEventListener("htmx:ws:close", (event) => goToNotice(event.detail.code));
