/**
 * Whoever opens a table's short link has pressed already: the page's button is pressed for them. Once a tab, so that
 * whoever comes back to the page after leaving isn't seated again.
 */

const form = document.getElementById("join-form");
const NOTE = `joined:${form.dataset.table}`;

/** Whether this is the first time in this tab; where nothing can be noted, the button is left to its reader. */
function isFirst() {
  try {
    if (sessionStorage.getItem(NOTE)) return false;
    sessionStorage.setItem(NOTE, "1");
    return true;
  } catch {
    return false;
  }
}

function press() {
  if (isFirst()) form.requestSubmit();
}

// A page that the browser only makes ready in advance hasn't been opened by anybody yet.
if (document.prerendering) document.addEventListener("prerenderingchange", press, { once: true });
else press();
