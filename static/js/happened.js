/** What has happened since the table was last shown, read from the feed: for movement and sound. */

let hand = null;
let version = 0;
let done = [];

const DEAL = { version: 0, did: [{ kind: "dealt", seat: null, from: null, units: 0 }] };

const numberOf = (text) => (text ? Number(text) : null);

function eventOf(word) {
  const [kind, seat, from, units] = word.split(":");
  return { kind, seat: numberOf(seat), from: numberOf(from), units: Number(units) };
}

/** The events of one action, as its line tells them. */
export const didOf = (line) => line.dataset.did.split(" ").map(eventOf);

const actionOf = (line) => ({ version: Number(line.id.slice("told-".length)), did: didOf(line) });

/** After a change of the table: take note of what is new in it. */
export function refresh() {
  const now = document.getElementById("table").dataset;
  const since = now.hand === hand ? version : -1;
  const isDealt = hand !== null && now.hand && now.hand !== hand;
  const actions = [...document.querySelectorAll("#feed li[data-did]")].map(actionOf).filter((action) => action.version > since);
  done = [...(isDealt ? [DEAL] : []), ...actions.reverse()];
  hand = now.hand ?? "";
  version = Number(now.version ?? 0);
}

/** Take note of the table that the page was opened on: nothing of it is new. */
export function start() {
  refresh();
  done = [];
}

/** What the last change brought, an entry an action, oldest first: `{version, did: [{kind, seat, from, units}]}`. */
export const fresh = () => done;
