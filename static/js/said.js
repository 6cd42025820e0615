/** Cards named in words: their signs are seen, their names are heard, as in the server's `card_in_text`. */

/** A card of the hand, to stand in a sentence. */
export function inText(card) {
  const span = document.createElement("span");
  span.className = "in-text";
  span.setAttribute("role", "img");
  span.setAttribute("aria-label", card.dataset.spoken);
  span.textContent = card.dataset.sign;
  return span;
}

/** What an element says to the ear. */
export function heard(element) {
  const copy = element.cloneNode(true);
  for (const image of copy.querySelectorAll("[role=img]")) image.replaceWith(image.getAttribute("aria-label"));
  return copy.textContent.trim();
}
