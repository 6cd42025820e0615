/**
 * What the server promised for each hand and what this browser added to it, noted before the deal under the table and
 * the number of the hand: whoever checks the hand afterwards needn't believe the server what it was.
 */

const KEY = "phom-promises";
const MOST = 500;

const named = (table, number) => `${table}/${number}`;

/** The notes by hand, oldest first, as {promise, seed}; none where the browser keeps nothing. */
function read() {
  try {
    return new Map(JSON.parse(localStorage.getItem(KEY)) ?? []);
  } catch {
    return new Map();
  }
}

function keep(notes) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...notes].slice(-MOST)));
  } catch {
    // Nothing can be kept here: the replay says so.
  }
}

/** Note a promise for a hand that isn't dealt yet. The first one counts: another one for the same hand breaks it. */
export function note(table, number, promise) {
  const notes = read();
  if (!notes.has(named(table, number))) keep(notes.set(named(table, number), { promise, seed: "" }));
}

/** Note the seed that the server said it has added to a promise that was noted. */
export function add(table, promise, seed) {
  const notes = read();
  const found = [...notes].find(([hand, noted]) => hand.startsWith(named(table, "")) && noted.promise === promise);
  if (found && found[1].seed !== seed) keep(notes.set(found[0], { promise, seed }));
}

/** What was noted before the hand was dealt, as {promise, seed}; undefined if nothing was. */
export const noted = (table, number) => read().get(named(table, number));
