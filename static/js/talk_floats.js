/** What somebody has just said, for a moment at their face: words in a bubble, emotes as they are. */

const STAYS_MS = 3600;
const EDGE = 6; // pixels from the window's

const byId = (id) => document.getElementById(id);

let layer = null;

/** Let the line of the talk be seen at its speaker's seat; `isRead` where the panel tells it to those who listen. */
export function float(line, isRead) {
  const face = faceOf(line.dataset.who);
  if (!face) return;
  layer ??= made();
  layer.setAttribute("aria-live", isRead ? "off" : "polite");
  for (const other of layer.children) if (other.dataset.who === line.dataset.who) other.remove();
  const shown = document.createElement("div");
  shown.className = line.classList.contains("is-emote") ? "said is-emote" : "said";
  shown.dataset.who = line.dataset.who;
  const name = document.createElement("span");
  name.className = "sr-only";
  name.textContent = `${line.querySelector(".talk-name").textContent}: `;
  shown.append(name, ...line.querySelector(".talk-text").cloneNode(true).childNodes);
  layer.append(shown);
  place(shown, face.getBoundingClientRect());
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

/** Where the player's face is seen: on the result, else on the plate. */
function faceOf(who) {
  const seat = document.querySelector(`.seat[data-who="${CSS.escape(who ?? "")}"]`)?.id.replace("seat-", "");
  const at = seat && (byId(`result-${seat}`) ?? byId(`plate-${seat}`));
  return at?.querySelector(".portrait");
}

/** Above the face, or below it where there is no room; never beyond the window's edges. */
function place(shown, face) {
  const { width, height } = shown.getBoundingClientRect();
  const left = Math.min(Math.max(face.left + face.width / 2 - width / 2, EDGE), innerWidth - width - EDGE);
  const above = face.top - height - EDGE;
  shown.classList.toggle("is-below", above < EDGE);
  shown.style.left = `${left}px`;
  shown.style.top = `${above < EDGE ? face.bottom + EDGE : above}px`;
  shown.style.setProperty("--tip", `${face.left + face.width / 2 - left}px`);
}
