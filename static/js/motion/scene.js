/** What lies where on the table at one moment: read in one go, before anything is moved. */

const byId = (id) => document.getElementById(id);
const seatOf = (id) => Number(id.slice(id.lastIndexOf("-") + 1));

/** Cards, portraits, stock and mat as they lie now; `seen` is where a card is on its way, `place` where it belongs. */
export function look() {
  const own = document.querySelector("#strip .plate");
  return {
    hand: byId("table").dataset.hand,
    own: own && seatOf(own.id),
    cards: cards(),
    portraits: portraits(),
    phoms: new Set([...document.querySelectorAll("#mat .phom")].map((phom) => phom.id)),
    stock: byId("stock")?.getBoundingClientRect(),
    mat: byId("mat").getBoundingClientRect(),
  };
}

function cards() {
  const found = new Map();
  for (const card of document.querySelectorAll("#hand [id^='card-'], #mat [id^='card-']")) {
    const face = card.firstElementChild;
    const home = card.closest("#hand, .row, .eaten, .phom").id;
    found.set(card.id, { card, face, home, place: placeOf(card, face), seen: face.getBoundingClientRect() });
  }
  return found;
}

/** Where the face belongs: no movement of its own counts. */
function placeOf(card, face) {
  const { left, top } = card.getBoundingClientRect();
  return { left: left + face.offsetLeft, top: top + face.offsetTop, width: face.offsetWidth, height: face.offsetHeight };
}

function portraits() {
  const plates = document.querySelectorAll("#table [id^='plate-']");
  return new Map([...plates].map((plate) => [seatOf(plate.id), plate.querySelector(".portrait").getBoundingClientRect()]));
}

/** A rectangle of that size, round the centre of another one. */
export function within(rect, width, height) {
  return { left: rect.left + (rect.width - width) / 2, top: rect.top + (rect.height - height) / 2, width, height };
}
