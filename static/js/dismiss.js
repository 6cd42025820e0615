/** What is told once can be put away: a button with data-dismisses takes its box with it. */

function pressed({ target }) {
  const button = target.closest("[data-dismisses]");
  if (!button) return;
  const all = button.closest(".messages");
  button.parentElement.remove();
  if (!all.childElementCount) all.remove();
}

document.addEventListener("click", pressed);
for (const button of document.querySelectorAll("[data-dismisses]")) button.hidden = false;
