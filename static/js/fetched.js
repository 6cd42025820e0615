/** Pages of the site, and parts of them, fetched as HTML; empty what can't be had just now. */

/** What asks for a part of this page, in its language, instead of a whole one. */
export const PART = { "HX-Request": "true", "Page-Language": document.documentElement.lang };

/** The page at an address. */
export const page = (address) => html(address, {});

/** The part of it that a sheet shows. */
export const part = (address) => html(address, PART);

async function html(address, headers) {
  try {
    const answer = await fetch(address, { headers });
    return answer.ok ? await answer.text() : "";
  } catch {
    return "";
  }
}
