/** What every page does to be a thing one can install: the service worker, and the colour of the bar around the page. */

const root = document.documentElement;

/** Register the service worker, where there is one to be had; without it everything goes on from the network. */
async function register() {
  const worker = document.querySelector("meta[name=worker]")?.content;
  if (!navigator.serviceWorker || !worker) return;
  try {
    await navigator.serviceWorker.register(worker, { scope: "/" });
    tell(await navigator.serviceWorker.ready);
    document.addEventListener("phom:preferences", async () => tell(await navigator.serviceWorker.ready));
  } catch {
    // Private windows and some in-app browsers refuse: nothing to be done, and nothing lost.
  }
}

/** Language and theme of this page: those of the offline page, should it have to be shown. */
function tell(registration) {
  registration.active?.postMessage({ kind: "self", language: root.lang, theme: root.dataset.theme ?? "auto" });
}

/** The browser's own bar has the page's colour: of the theme chosen, else of the system's. */
function colourBar() {
  const metas = [...document.querySelectorAll("meta[name=theme-color][data-theme]")];
  for (const meta of metas) {
    const chosen = metas.find((other) => other.dataset.theme === root.dataset.theme) ?? meta;
    meta.content = chosen.dataset.colour;
  }
}

colourBar();
document.addEventListener("phom:preferences", colourBar);
if (document.readyState === "complete") register();
else addEventListener("load", register);
