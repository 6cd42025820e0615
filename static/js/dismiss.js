/** What is told once can be put away: a button with data-dismisses takes its box with it. */

function pressed({ target }) {
  const button = target.closest("[data-dismisses]");
  if (!button) return;
  button.parentElement.remove();
}

document.addEventListener("click", pressed);
for (const button of document.querySelectorAll("[data-dismisses]")) button.hidden = false;
