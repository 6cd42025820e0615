/** What the staff tells of a maintenance, at a table that was open when it began: the page it is told by is fetched. */

export async function tell() {
  const answer = await fetch(location.href).catch(() => null);
  const page = new DOMParser().parseFromString((await answer?.text()) ?? "", "text/html");
  const told = page.querySelector(".lead")?.textContent;
  document.querySelector("#maintenance > b").textContent = answer?.status === 503 && told ? `${told} ` : "";
}
