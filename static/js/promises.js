/**
 * What the server promised for the next deal and what this browser added to it, noted before the deal: whoever checks the
 * hand afterwards needn't believe the server what it was.
 */

const KEY = "phom-promises";
const MOST = 500;

/** The notes, oldest first, as [promise, seed]; none where the browser keeps nothing. */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
}

/** Note a promise for a hand that isn't dealt yet, and the seed that the server said it has added to it. */
export function note(promise, seed = "") {
  const notes = read();
  if (!seed && notes.some(([noted]) => noted === promise)) return;
  const kept = [...notes.filter(([noted]) => noted !== promise), [promise, seed]].slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Nothing can be kept here: the replay says so.
  }
}

/** What was noted as added to the promise, empty if nothing was; undefined if this browser never saw the promise. */
export const added = (promise) => read().find(([noted]) => noted === promise)?.[1];
