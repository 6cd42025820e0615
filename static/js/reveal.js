/** Passwords can be looked at: a button with data-reveals="field's id" shows what is typed, and hides it again. */

function pressed({ target }) {
  const button = target.closest("[data-reveals]");
  if (!button) return;
  const field = document.getElementById(button.dataset.reveals);
  const isShown = field.type === "password";
  field.type = isShown ? "text" : "password";
  button.setAttribute("aria-pressed", String(isShown));
  field.focus();
}

/** It goes to the server as a password, so that browsers keep it as one. */
function submitted({ target }) {
  for (const button of target.querySelectorAll("[data-reveals][aria-pressed=true]")) {
    document.getElementById(button.dataset.reveals).type = "password";
  }
}

document.addEventListener("click", pressed);
document.addEventListener("submit", submitted);
for (const button of document.querySelectorAll("[data-reveals]")) button.hidden = false;
