/**
 * What flies over the table without being part of it: backs, coins, petals. It takes no presses, is heard by
 * nobody, and is gone when the last of it has landed. Elements are used again.
 */

const KEPT = 40;
const idle = new Map();
let layer = null;

function borrow(name) {
  const element = idle.get(name)?.pop() ?? Object.assign(document.createElement("span"), { className: name });
  element.dataset.flies = name;
  return element;
}

function giveBack(element) {
  const name = element.dataset.flies;
  element.remove();
  if (name) {
    if (!idle.has(name)) idle.set(name, []);
    if (idle.get(name).length < KEPT) idle.get(name).push(element);
  }
  if (layer && !layer.childElementCount) { layer.remove(); layer = null; }
}

/** Show an element at `rect`, moved as the keyframes say, then take it away; `what` is its class or itself. */
export function show(what, rect, keyframes, timing) {
  const element = typeof what === "string" ? borrow(what) : what;
  if (!layer) {
    layer = Object.assign(document.createElement("div"), { className: "in-flight", ariaHidden: "true" });
    document.body.append(layer);
  }
  Object.assign(element.style, { left: `${rect.left}px`, top: `${rect.top}px`, width: `${rect.width}px`, height: `${rect.height}px` });
  element.style.setProperty("--w", `${rect.width}px`); // what cards and backs are drawn by
  layer.append(element);
  const animation = element.animate(keyframes, { fill: "both", ...timing });
  animation.onfinish = animation.oncancel = () => giveBack(element);
  return element;
}

/** A card as it looks, without being it. */
export function likeness(card) {
  const copy = card.cloneNode(true);
  for (const name of ["id", "role", "aria-label"]) copy.removeAttribute(name);
  return copy;
}

/** Take away everything at once. */
export function clear() {
  for (const element of [...(layer?.children ?? [])]) for (const animation of element.getAnimations()) animation.cancel();
}
