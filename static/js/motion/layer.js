/**
 * What flies over the table without being part of it: backs, coins, petals. It takes no presses, is heard by
 * nobody, and is gone when the last of it has landed: one change of the page instead of many. Elements are used again.
 */

const KEPT = 40; // of each class

const idle = new Map();
const under = new Map(); // animations under way, and what they move
let layer = null;

function borrow(name) {
  const element = idle.get(name)?.pop() ?? Object.assign(document.createElement("span"), { className: name });
  element.dataset.flies = name;
  return element;
}

/** Show an element at `rect`, moved as the keyframes say, then take it away; `what` is its class or itself. */
export function show(what, rect, keyframes, timing) {
  const element = typeof what === "string" ? borrow(what) : what;
  Object.assign(element.style, { left: `${rect.left}px`, top: `${rect.top}px`, width: `${rect.width}px`, height: `${rect.height}px` });
  element.style.setProperty("--w", `${rect.width}px`); // what cards and backs are drawn by
  open().append(element);
  const animation = element.animate(keyframes, { fill: "both", ...timing });
  under.set(animation, element);
  animation.onfinish = () => { if ([...under.keys()].every(({ playState }) => playState === "finished")) clear(); };
}

function open() {
  layer ??= Object.assign(document.createElement("div"), { className: "in-flight", ariaHidden: "true" });
  if (!layer.isConnected) document.body.append(layer);
  return layer;
}

/** A card as it looks, without being it. */
export function likeness(card) {
  const copy = card.cloneNode(true);
  for (const name of ["id", "role", "aria-label"]) copy.removeAttribute(name);
  return copy;
}

/** Take away everything at once. */
export function clear() {
  layer?.remove();
  layer?.replaceChildren();
  for (const [animation, element] of under) {
    animation.onfinish = null;
    animation.cancel();
    keep(element);
  }
  under.clear();
}

function keep(element) {
  const name = element.dataset.flies;
  if (!name) return;
  if (!idle.has(name)) idle.set(name, []);
  if (idle.get(name).length < KEPT) idle.get(name).push(element);
}
