/** What lies where on the table at one moment: read in one go, before anything is moved. */

const byId = (id) => document.getElementById(id);

/** The seat whose place an id names: `plate-2`, `row-2`, `phom-2-0`. */
export const seatOf = (id) => Number(id.split("-")[1]);

/** The centre of a rectangle. */
export const centre = ({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 });

/** How far it is from the centre of a rectangle to another's. */
export function between(from, to) {
  const [a, b] = [centre(from), centre(to)];
  return { dx: b.x - a.x, dy: b.y - a.y };
}

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
    const home = card.closest("#hand, .held, .row, .eaten, .phom").id;
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
