/** A chat that a moderator has frozen: every table that comes says so, and nothing can be written in the open panel. */

const byId = (id) => document.getElementById(id);

/** As the table is: the words why, and what is written with; whoever was there with the keyboard stays in the panel. */
export function refresh() {
  const [told, writing] = [byId("talk-frozen"), byId("talk-write")];
  const words = byId("table").dataset.frozen ?? "";
  if (told.textContent !== words) told.textContent = words;
  if (!writing || writing.disabled === Boolean(words)) return;
  const isIn = writing.contains(document.activeElement);
  writing.disabled = Boolean(words);
  if (isIn && words) byId("talk-close").focus({ preventScroll: true });
}
