/**
 * From seeds to the pack, in plain code for whoever wants to read how it is done. It asks nobody anything: all it needs
 * are the seeds, the number of the hand, and the SHA-256 and HMAC that the browser has (Web Crypto).
 *
 * - The message is the text `phom-pack/1`, how many players' seeds there are, each seed after its length, and the number
 *   of the hand. Counts and lengths take 4 bytes, the number of the hand 8, the highest first.
 * - The stream of bytes is HMAC-SHA-256 of message + 0, of message + 1, and so on, with the server's seed as the key.
 * - A number below n is the next byte modulo n; bytes that would favour low numbers are skipped.
 * - The pack begins in order. From its last place to its second, each place's card changes places with the card at a
 *   place up to that one, taken by such a number (Fisher and Yates).
 */

const FORMAT = "phom-pack/1";

/** The pack before the shuffle: spades, clubs, diamonds, hearts, each from ace to king; T is a ten. */
export const CARDS = ["S", "C", "D", "H"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));

const bytesOf = (text) => new TextEncoder().encode(text);
const joined = (parts) => new Uint8Array(parts.flatMap((part) => [...part]));

/** A whole number as so many bytes, the highest first. */
function asBytes(number, size) {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(number));
  return new Uint8Array(view.buffer).slice(8 - size);
}

const fromHex = (hex) => new Uint8Array(hex.match(/../g).map((pair) => parseInt(pair, 16)));
const toHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The SHA-256 of a seed, both in hexadecimal: it fixes the seed and doesn't tell it. */
export async function commitment(serverSeed) {
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", fromHex(serverSeed))));
}

function messageOf(playerSeeds, handNumber) {
  const seeds = playerSeeds.map(bytesOf);
  const told = seeds.flatMap((seed) => [asBytes(seed.length, 4), seed]);
  return joined([bytesOf(FORMAT), asBytes(seeds.length, 4), ...told, asBytes(handNumber, 8)]);
}

async function* stream(serverSeed, message) {
  const how = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", fromHex(serverSeed), how, false, ["sign"]);
  for (let block = 0; ; block += 1) {
    yield* new Uint8Array(await crypto.subtle.sign("HMAC", key, joined([message, asBytes(block, 8)])));
  }
}

/** A number from 0 to `bound - 1`, each equally likely. */
async function below(bound, bytes) {
  const fair = 256 - (256 % bound);
  let byte;
  do byte = (await bytes.next()).value;
  while (byte >= fair);
  return byte % bound;
}

/** The 52 cards in dealing order, by name: `KS` is the king of spades. */
export async function shuffledPack(serverSeed, playerSeeds, handNumber) {
  const bytes = stream(serverSeed, messageOf(playerSeeds, handNumber));
  const pack = [...CARDS];
  for (let last = 51; last > 0; last -= 1) {
    const other = await below(last + 1, bytes);
    [pack[last], pack[other]] = [pack[other], pack[last]];
  }
  return pack;
}
