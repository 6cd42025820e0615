/**
 * Every sound of the table, computed: no audio files. A sound is a list of strokes, a stroke is one of three
 * things that can be hit: `noise` through a filter (paper, cloth, a rattle), `body` (wood, skin, bronze: a few
 * fading tones), `string` (a plucked one). Times are seconds, pitches hertz, gains 1 at full.
 */

// -- strokes ------------------------------------------------------------------------------------------

const slide = (at, gain = 0.2) => ({ at, gain, noise: [900, 2300], width: 0.8, rise: 0.05, fall: 0.08 });
const slap = (at, gain = 0.8) => ({ at, gain, noise: [2200, 800], width: 0.6, rise: 0.002, fall: 0.07 });
const thump = (at, gain = 0.5) => ({ at, gain, body: 190, bend: 1.6, tones: [[1, 1, 0.1], [2.1, 0.25, 0.04]] });
const wood = (at, pitch, gain = 0.35) => ({ at, gain, body: pitch, bend: 1.06, tones: [[1, 1, 0.13], [2.42, 0.3, 0.06], [3.9, 0.14, 0.03]] });
const coin = (at, gain = 0.05) => ({ at, gain, body: 2350, bend: 1, tones: [[1, 1, 0.14], [1.47, 0.6, 0.1]] });
const drum = (at, gain = 0.6) => ({ at, gain, body: 150, bend: 1.5, tones: [[1, 1, 0.2], [1.59, 0.6, 0.14], [2.3, 0.4, 0.1], [3.6, 0.2, 0.05]] });
const skin = (at, gain = 0.2) => ({ at, gain, noise: [1300, 500], width: 0.7, rise: 0.002, fall: 0.05 });
const gong = (at, pitch, gain, fade) => ({
  at, gain, body: pitch, bend: 1.015, rise: 0.02,
  tones: [[1, 1, fade], [1.48, 0.7, fade * 0.85], [2.03, 0.7, fade * 0.7], [2.71, 0.45, fade * 0.5], [3.57, 0.25, fade * 0.3]],
});
const string = (at, pitch, gain = 0.4, fade = 0.4, lift = 0) => ({ at, gain, string: pitch, fade, lift });

const throwing = (at, gain) => [slap(at, gain), thump(at, gain * 0.7)];
const repeated = (times, make) => times.flatMap((at, n) => make(at, n / (times.length - 1)));
const every = (step, count) => Array.from({ length: count }, (_, n) => n * step);

/** Drum beats that come ever closer, from `first` seconds apart to a third of that. */
function rolling(count, first) {
  const times = [0];
  for (let n = 1; n < count; n += 1) times.push(times[n - 1] + first * (1 - (0.67 * n) / count));
  return times;
}

// A pentatonic scale, as the zither is tuned.
const G3 = 196, B3 = 246.9, D4 = 293.7, E4 = 329.6, G4 = 392, A4 = 440, B4 = 493.9, D5 = 587.3, G5 = 784;

/** What is played, by name: `level` evens out how loud they seem beside each other. */
export const SOUNDS = {
  draw: { level: 0.8, strokes: [slide(0, 0.5), slap(0.09, 0.12)] },
  throw: { level: 1, strokes: [slide(0, 0.16), ...throwing(0.07, 0.8)] },
  shift: { level: 0.85, strokes: [slide(0, 0.4), slap(0.1, 0.2)] },
  eat: { level: 0.85, strokes: [...throwing(0, 0.6), wood(0.09, G4 * 1.5), wood(0.19, G5), coin(0.19)] },
  lay: { level: 1, strokes: [...repeated(every(0.075, 3), (at) => throwing(at, 0.5)), wood(0.2, G4)] },
  send: { level: 1, strokes: [slide(0, 0.3), ...throwing(0.08, 0.4), wood(0.14, D5, 0.3)] },
  deal: { level: 1, strokes: repeated(every(0.036, 9), (at, n) => [slap(at, 0.35 + 0.2 * n), thump(at, 0.1 + 0.2 * n)]) },
  turn: { level: 1.1, strokes: [string(0, G4), string(0.12, D5, 0.45, 0.28, 0.35)] },
  tick: { level: 0.65, strokes: [wood(0, D5, 0.5)] },
  won: { level: 1, strokes: [string(0, G4, 0.3, 0.3), string(0.08, B4, 0.3, 0.3), string(0.16, D5, 0.4, 0.24)] },
  lost: { level: 1, strokes: [string(0, E4, 0.3, 0.3), string(0.11, D4, 0.35, 0.29, -0.3)] },
  u_own: {
    level: 1,
    strokes: [
      ...repeated(rolling(11, 0.085), (at, n) => [drum(at, 0.15 + 0.4 * n), skin(at, 0.06 + 0.12 * n)]),
      drum(0.64, 0.7), gong(0.64, B3, 0.3, 0.92),
      ...[G4, A4, B4, D5, G5].map((pitch, n) => string(0.72 + n * 0.1, pitch, 0.3, 0.42)),
    ],
  },
  u_other: {
    level: 1,
    strokes: [...repeated(rolling(6, 0.085), (at, n) => [drum(at, 0.15 + 0.3 * n)]), drum(0.42, 0.5), gong(0.42, G3, 0.3, 0.75)],
  },
};

/** How long a sound lasts, in seconds. */
export const lengthOf = (name) => Math.max(...SOUNDS[name].strokes.map((stroke) => stroke.at + lastsOf(stroke)));

function lastsOf(stroke) {
  if (stroke.noise) return stroke.rise + stroke.fall;
  return (stroke.rise ?? RISE) + (stroke.string ? stroke.fade : Math.max(...stroke.tones.map(([, , fade]) => fade)));
}

// -- how they are made --------------------------------------------------------------------------------

const RISE = 0.002; // no sound begins in a step, which would click
const SILENT = 0.001; // 60 dB below full, where a fading sound ends

/** From nothing to `gain` and back, beginning at `at`; what is played through it is heard so. */
function swell(context, out, at, gain, rise, fall) {
  const node = context.createGain();
  node.gain.setValueAtTime(0, at);
  node.gain.linearRampToValueAtTime(gain, at + rise);
  node.gain.exponentialRampToValueAtTime(gain * SILENT, at + rise + fall);
  node.connect(out);
  return node;
}

function run(source, at, lasts) {
  source.start(at);
  source.stop(at + lasts);
}

function playNoise(context, out, at, stroke, pitch) {
  const [from, to] = stroke.noise;
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: from * pitch, Q: stroke.width });
  filter.frequency.setValueAtTime(from * pitch, at);
  filter.frequency.exponentialRampToValueAtTime(to * pitch, at + lastsOf(stroke));
  filter.connect(swell(context, out, at, stroke.gain, stroke.rise, stroke.fall));
  const source = new AudioBufferSourceNode(context, { buffer: kept(context, "noise", noiseSamples), loop: true });
  source.connect(filter);
  run(source, at, lastsOf(stroke));
}

function playBody(context, out, at, stroke, pitch) {
  const { body, bend, tones, rise = RISE } = stroke;
  for (const [ratio, share, fade] of tones) {
    const tone = new OscillatorNode(context, { frequency: body * ratio * pitch });
    tone.frequency.setValueAtTime(body * ratio * pitch * bend, at);
    tone.frequency.exponentialRampToValueAtTime(body * ratio * pitch, at + 0.04);
    tone.connect(swell(context, out, at, stroke.gain * share, rise, fade));
    run(tone, at, rise + fade);
  }
}

/** A string is computed once; its pitch can be lifted after the pluck, in semitones, as a hand presses it down. */
function playString(context, out, at, stroke, pitch) {
  const period = Math.round(context.sampleRate / stroke.string);
  const buffer = kept(context, `string ${period}`, (rate) => stringSamples(rate, period));
  const tuned = (stroke.string * (period + 0.5)) / context.sampleRate;
  const source = new AudioBufferSourceNode(context, { buffer, playbackRate: tuned * pitch });
  source.detune.setValueAtTime(0, at + 0.06);
  source.detune.linearRampToValueAtTime(100 * stroke.lift, at + 0.16);
  source.connect(swell(context, out, at, stroke.gain, RISE, stroke.fade));
  run(source, at, RISE + stroke.fade);
}

/** The same noise every time: a sound is no different tomorrow. */
function noiseSamples(rate) {
  const samples = new Float32Array(rate);
  let seed = 1;
  for (let n = 0; n < samples.length; n += 1) {
    seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
    samples[n] = seed / 0x80000000;
  }
  return samples;
}

/** Half a second of a plucked string (Karplus and Strong): a bent string, roughened, that loses its edges as it turns. */
function stringSamples(rate, period) {
  const samples = new Float32Array(Math.ceil(rate / 2));
  const rough = noiseSamples(period);
  const peak = period * 0.22; // where it is plucked
  for (let n = 0; n < period; n += 1) {
    const bent = n < peak ? n / peak : (period - n) / (period - peak);
    samples[n] = 0.75 * (2 * bent - 1) + 0.25 * rough[n];
  }
  for (let n = period; n < samples.length; n += 1) {
    samples[n] = 0.499 * (samples[n - period] + (samples[n - period - 1] ?? 0));
  }
  return samples;
}

const buffers = new WeakMap();

/** A buffer of the context, computed at its first use. */
function kept(context, name, samplesOf) {
  const known = buffers.get(context) ?? new Map();
  buffers.set(context, known);
  if (!known.has(name)) known.set(name, bufferOf(context, samplesOf(context.sampleRate)));
  return known.get(name);
}

function bufferOf(context, samples) {
  const buffer = context.createBuffer(1, samples.length, context.sampleRate);
  buffer.copyToChannel(samples, 0);
  return buffer;
}

// -- playing ------------------------------------------------------------------------------------------

/** Where all sounds meet: held below full however many come together, then as loud as the player wants (0..1). */
export function desk(context) {
  const limiter = new DynamicsCompressorNode(context, { threshold: -8, knee: 6, ratio: 12, attack: 0.001, release: 0.12 });
  const volume = new GainNode(context, { gain: 0.5 });
  limiter.connect(volume).connect(context.destination);
  return { input: limiter, volume: volume.gain };
}

/**
 * Play a sound into `out` at the context's time `at`: `gain` 0..1, `pitch` a factor, `side` from -1 (left) to 1.
 */
export function play(context, out, name, at, { gain = 1, pitch = 1, side = 0 } = {}) {
  const { level, strokes } = SOUNDS[name];
  const place = new StereoPannerNode(context, { pan: side });
  const own = new GainNode(context, { gain: gain * level });
  own.connect(place).connect(out);
  for (const stroke of strokes) {
    const make = stroke.noise ? playNoise : stroke.string ? playString : playBody;
    make(context, own, at + stroke.at, stroke, pitch);
  }
}
