/** The price card: opened from the bar by the name of the rules, above a table that goes on. */

const opener = document.getElementById("rules");
const card = document.getElementById("price-card");

opener?.addEventListener("click", () => card.showModal());
card?.addEventListener("click", ({ target }) => { if (target === card || target.closest("[data-close]")) card.close(); });
card?.addEventListener("keydown", (event) => event.stopPropagation()); // no keys for the table below
