/**
 * The way out for sounds. Browsers allow it after a press on the page and not before, and may take it away again:
 * a call comes in, the phone sleeps. It rests while nothing is heard for a while, which spares the battery. What computes the sounds
 * comes with that first press: a page that is only looked at doesn't need it.
 */

const LATE_MS = 300; // what is allowed to sound only after this no longer belongs to what is seen
const REST_MS = 20_000;

let context = null;
let arriving = null;
let synth = null;
let out = null;
let resting = 0;

/** From 0, which is silence, to 1; as loud again at every step, which ears feel in ratios. */
function loudness() {
  const { sound, volume } = document.documentElement.dataset;
  return sound === "off" ? 0 : (Number(volume) / 100) ** 2;
}

const isRunning = () => context?.state === "running";

/** Take the leave that the press just made gives; nothing is opened for those who want no sound. */
export function open() {
  if (!loudness() || navigator.userActivation?.isActive === false) return;
  if (!context || context.state === "closed") connect();
  arriving ??= fetchSynth();
  if (context && !isRunning()) context.resume().catch(() => {}); // refused in the middle of a call: the next press asks again
}

function connect() {
  if (navigator.audioSession) navigator.audioSession.type = "ambient"; // music that is playing goes on, and a phone on silent is silent
  try {
    context = new AudioContext();
    out = synth?.desk(context);
  } catch {
    context = null; // no sound in this browser
  }
}

async function fetchSynth() {
  try {
    synth = await import("./synth.js");
  } catch {
    arriving = null; // no network now: the next press asks again
    return;
  }
  if (context && !out) out = synth.desk(context);
}

/** How long a sound lasts, in seconds. */
export const lengthOf = (name) => synth?.lengthOf(name) ?? 0;

/** Let a sound be heard, `after` seconds from now; for the rest see `play` of the synthesis. */
export async function say(name, { after = 0, ...how } = {}) {
  if (!context || !loudness()) return;
  const asked = performance.now();
  await arriving;
  if (!isRunning()) await context.resume().catch(() => {});
  if (!out || !isRunning() || performance.now() - asked > LATE_MS) return;
  adjust();
  synth.play(context, out.input, name, context.currentTime + after, how);
  clearTimeout(resting);
  resting = setTimeout(rest, 1000 * (after + lengthOf(name)) + REST_MS);
}

function rest() {
  if (isRunning()) context.suspend().catch(() => {});
}

/** Make what is being heard as loud as the player wants now. */
export function adjust() {
  if (out) out.volume.value = loudness();
}

/** Wait for presses. */
export function start() {
  for (const kind of ["pointerup", "click", "keydown"]) document.addEventListener(kind, open, true);
}
