/** The card that the clock would throw is called so, for players who want the hint; the lamp on it is a matter of style. */

/** After a change of the table, or of that wish. */
export function refresh() {
  const isWanted = document.documentElement.dataset.hint === "on";
  for (const card of document.querySelectorAll("#hand .card[data-hint]")) {
    const words = `, ${card.dataset.hint}`;
    const name = card.getAttribute("aria-label").replace(words, "");
    card.setAttribute("aria-label", isWanted ? name + words : name);
  }
}
