/** Whoever has deleted their account leaves no notes of deals in this browser either; `promises.js` writes them. */

try {
  localStorage.removeItem("phom-promises");
} catch {
  // Nothing was kept here.
}
