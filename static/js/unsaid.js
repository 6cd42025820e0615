/** Messages that a moderator has removed: every table that comes names them, and they go from the page. */

const byId = (id) => document.getElementById(id);
const removed = () => (byId("table")?.dataset.unsaid ?? "").split(" ").filter(Boolean);

/** Whether a line of the talk is of such a message. */
export const isRemoved = (line) => removed().includes(line.dataset.said);

/** Take away what still stands here. */
export function refresh() {
  for (const id of removed()) for (const line of document.querySelectorAll(`[data-said="${CSS.escape(id)}"]`)) remove(line);
}

/** The choices that stood in the line are needed again; whoever was there with the keyboard stays in the panel. */
function remove(line) {
  const choices = line.querySelector("#talk-answer");
  const isIn = line.contains(document.activeElement);
  if (choices) {
    choices.hidden = true;
    byId("talk-scroll").after(choices);
  }
  line.remove();
  if (isIn) byId("talk-close")?.focus({ preventScroll: true });
}
