/** The sheet of who is at the table, which comes with the press that opens it: of a link or button, or of a name plate. */

async function clicked(event) {
  const opener = event.target.closest("[data-company], #mat .plate");
  if (!opener || event.ctrlKey || event.metaKey || event.shiftKey) return; // those: to a tab of its own
  const { href } = document.getElementById("company-open");
  event.preventDefault();
  (await import("./company_sheet.js")).open(href, opener);
}

/** Listen; once a page. */
export function start() {
  if (document.getElementById("company-open")) document.addEventListener("click", clicked);
}
