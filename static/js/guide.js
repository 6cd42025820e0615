/** The guide: shows where its coach points, and keeps how far one is, in a cookie, for a reload or a new connection. */

const byId = (id) => document.getElementById(id);
const coach = () => byId("coach");
const ids = (text) => text.split(" ").filter(Boolean);

/** What is to be pressed now: a card first, then the button that it stands for. */
function toPress() {
  const [first, then] = ids(coach().dataset.press).map(byId);
  return first?.classList.contains("is-selected") && then ? then : first;
}

function point() {
  for (const element of document.querySelectorAll(".is-pointed, .is-shown")) element.classList.remove("is-pointed", "is-shown");
  for (const id of ids(coach().dataset.show)) byId(id)?.classList.add("is-shown");
  toPress()?.classList.add("is-pointed");
}

function keep() {
  const kept = `${document.querySelector("meta[name=guide-cookie]").content}=${byId("table").dataset.revision}`;
  document.cookie = `${kept}; path=/; samesite=lax${location.protocol === "https:" ? "; secure" : ""}`;
}

document.addEventListener("htmx:after:swap", (event) => {
  if (event.detail.ctx?.target !== "#table") return;
  keep();
  point();
});
for (const kind of ["click", "keyup", "focusin"]) document.addEventListener(kind, point);
point();
