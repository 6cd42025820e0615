/**
 * The service worker. It keeps the files of this release and one page that says honestly that there is no network.
 * Pages, tables and sockets always come from the network: nothing shown is ever old.
 *
 * FACTS, in sw.js: the release; what addresses of its files begin with; the files; the offline page by language.
 */

/* global FACTS */

const SHELL = `phom-shell-${FACTS.release}`;
const SELF = "phom-self"; // what it has to remember of the visitor: theme and language of the last page

self.addEventListener("install", (event) => {
  self.skipWaiting(); // nothing that an older page has is taken away from it
  event.waitUntil(keepShell());
});

async function keepShell() {
  const cache = await caches.open(SHELL);
  const pages = Object.values(FACTS.offline).map((url) => new Request(url, { credentials: "omit", cache: "no-store" }));
  await Promise.all([
    ...FACTS.shell.map((url) => keep(cache, url, isForGood)),
    ...pages.map((request) => keep(cache, request, isOfRelease)),
  ]);
}

/** Keep what is of this release. While another one's servers still answer too, that fails, and the browser tries anew. */
async function keep(cache, request, isOurs) {
  const answer = await fetch(request);
  if (!answer.ok || !(await isOurs(answer.clone()))) throw new Error(`not of ${FACTS.release}: ${answer.url}`);
  await cache.put(request, answer);
}

/** A server of another release has other files at our addresses, and says so: they are not to be kept. */
const isForGood = ({ headers }) => headers.get("Cache-Control")?.includes("immutable");

const isOfRelease = async (page) => (await page.text()).includes(`<meta name="release" content="${FACTS.release}">`);

self.addEventListener("activate", (event) => event.waitUntil(dropOthers().then(() => self.clients.claim())));

async function dropOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== SHELL && name !== SELF).map((name) => caches.delete(name)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (isFile(request)) event.respondWith(file(request));
});

/** Whether it is a static file whose address names its version, so that it never changes. */
function isFile({ method, url }) {
  const { origin, pathname } = new URL(url);
  return method === "GET" && origin === self.location.origin && Boolean(FACTS.files) && pathname.startsWith(FACTS.files);
}

async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/** From the network. What was sent there isn't sent again by itself: only a page that was asked for can be retried. */
async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return request.method === "GET" ? offline() : Response.redirect("/offline/");
  }
}

/** The offline page as the visitor had the last page: its language, its theme; and marked as one that was kept. */
async function offline() {
  const { language, theme } = await remembered();
  const kept = await caches.match(FACTS.offline[language] ?? Object.values(FACTS.offline)[0]);
  if (!kept) return Response.error();
  const look = `data-kept data-theme="${theme === "light" || theme === "dark" ? theme : "auto"}"`;
  return new Response((await kept.text()).replace('data-theme="auto"', look), { headers: kept.headers });
}

async function remembered() {
  const kept = await (await caches.open(SELF)).match("/self");
  return kept ? kept.json() : {};
}

let told = Promise.resolve();

/** One after the other: what the page said last holds. */
self.addEventListener("message", (event) => {
  if (event.data?.kind !== "self") return;
  told = told.then(() => remember(event.data)).catch(() => {});
  event.waitUntil(told);
});

async function remember({ language, theme }) {
  const cache = await caches.open(SELF);
  await cache.put("/self", new Response(JSON.stringify({ language, theme })));
}

/** A pressed notification brings the tab of its table to the front, or opens one. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(new URL(event.notification.data?.url ?? "/", self.location.origin)));
});

async function show(url) {
  if (url.origin !== self.location.origin) return;
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find((client) => new URL(client.url).pathname === url.pathname);
  await (tab ? tab.focus() : self.clients.openWindow(url.href));
}
