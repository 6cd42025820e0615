/** What somebody has just said, for a moment at their face: words in a bubble, emotes as they are. */

const STAYS_MS = 3600;
const EDGE = 6; // pixels from the window's

const byId = (id) => document.getElementById(id);

let layer = null;

/** Let the line of the talk be seen at its speaker's seat; `isRead` where the panel tells it to those who listen. */
export function float(line, isRead) {
  const at = placeOf(line.dataset.who);
  if (!at) return;
  layer ??= made();
  layer.setAttribute("aria-live", isRead ? "off" : "polite");
  for (const other of layer.children) if (other.dataset.who === line.dataset.who) other.remove();
  const shown = document.createElement("div");
  shown.className = line.classList.contains("is-emote") ? "said is-emote" : "said";
  shown.dataset.who = line.dataset.who;
  shown.dataset.said = line.dataset.said;
  const name = document.createElement("span");
  name.className = "sr-only";
  name.textContent = `${line.querySelector(".talk-name").textContent}: `;
  shown.append(name, ...line.querySelector(".talk-text").cloneNode(true).childNodes);
  layer.append(shown);
  at(shown);
  setTimeout(() => shown.remove(), STAYS_MS);
}

/** Take away what is seen: the panel comes over it. */
export const clear = () => layer?.replaceChildren();

function made() {
  const box = document.createElement("div");
  box.className = "said-layer";
  document.body.append(box);
  return box;
}

/** What puts a float where its speaker is seen: at the face, or where the result lies over it on the line there.
 * Nothing where that is out of sight: what was said counts as unread. */
function placeOf(who) {
  const seat = document.querySelector(`.seat[data-who="${CSS.escape(who ?? "")}"]`)?.id.replace("seat-", "");
  const result = byId("result")?.getBoundingClientRect();
  const face = seat && byId(`plate-${seat}`)?.querySelector(".portrait").getBoundingClientRect();
  if (!face || !result || !meet(face, result)) return face && ((shown) => atFace(shown, face));
  const line = byId(`result-${seat}`).querySelector(".cards-line").getBoundingClientRect();
  return line.top >= result.top && line.bottom <= result.bottom && ((shown) => onLine(shown, line));
}

const meet = (a, b) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;

/** At the end of the player's cards, where there is room: neither the headline nor another's line is covered. */
function onLine(shown, line) {
  shown.classList.add("is-on-line");
  const { width, height } = shown.getBoundingClientRect();
  shown.style.left = `${line.right - width}px`;
  shown.style.top = `${line.top + (line.height - height) / 2}px`;
}

/** Above the face, or below it where there is no room; never beyond the window's edges. */
function atFace(shown, face) {
  const { width, height } = shown.getBoundingClientRect();
  const left = Math.min(Math.max(face.left + face.width / 2 - width / 2, EDGE), innerWidth - width - EDGE);
  const above = face.top - height - EDGE;
  shown.classList.toggle("is-below", above < EDGE);
  shown.style.left = `${left}px`;
  shown.style.top = `${above < EDGE ? face.bottom + EDGE : above}px`;
  shown.style.setProperty("--tip", `${face.left + face.width / 2 - left}px`);
}
