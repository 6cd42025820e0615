/** Open pages leave when their socket is closed for good because of who looks at them: who was shut out goes to the
 * notice that says why; who was signed out, here or on another device, sees the page as whoever the browser is now. */

export const SHUT_OUT = 4004;
export const SIGNED_OUT = 4005;
const COOKIE_MS = 400; // the browser may be getting another session by this very answer
const ON_ITS_WAY_MS = 10000;

let isLeaving = false; // the page, for another: signing out in this very tab is answered by one

/** Go there, if that is what the socket was closed for; whether it is. */
export function leave(code) {
  if (code === SHUT_OUT) location.assign("/notice/");
  if (code === SIGNED_OUT) setTimeout(loadAgain, isLeaving ? ON_ITS_WAY_MS : COOKIE_MS);
  return [SHUT_OUT, SIGNED_OUT].includes(code);
}

/** Not by reload(), which would send a form once more. */
function loadAgain() {
  location.replace(location.pathname + location.search);
}

addEventListener("beforeunload", () => { isLeaving = true; });
addEventListener("pageshow", () => { isLeaving = false; });
document.addEventListener("htmx:ws:close", (event) => leave(event.detail.code));
