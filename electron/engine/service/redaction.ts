import { type DecodedText, decodings, readAsIs } from "./decodings.ts";
import { packedRuns } from "./packed-runs.ts";

const MASK = "•••";
/** Shorter than this a 'key' would blank out ordinary words. */
const SHORTEST_KEY = 4;
/** From this length on a key is found in any case, and in what bytes were packed into. */
export const LONG_KEY = 8;
/** How often one encoding may lie in another. */
const DEEPEST = 4;
/** Packed text may hold packed text; more than this of it is not looked into. */
const DEEPEST_PACKED = 2;

/**
 * `text` with nothing of a key in it: the value of every `apikey` parameter and every occurrence of each of `keys` is
 * replaced, as it is or in what the text decodes to: percent-encoded (once or again), form-encoded, escaped for JSON,
 * JavaScript or HTML, with the NULs of UTF-16, in base64 or in hexadecimal. Use it on whatever came from the service or
 * from the network before it is shown, logged or stored.
 */
export function redact(text: string, keys: readonly string[]): string {
  // A form writes a space as a plus.
  const known = keys
    .filter((key) => key.length >= SHORTEST_KEY)
    .flatMap((key) => (key.includes(" ") ? [key, key.replaceAll(" ", "+")] : [key]));
  return mask(text, known.length === 0 ? [] : findKeys(text, known, 0))
    .replace(/(api[_-]?key\s*(?:=|%3D)\s*)[^&\s"'<>#]+/gi, `$1${MASK}`)
    .replace(/("api[_-]?key"\s*:\s*")[^"]*(")/gi, `$1${MASK}$2`);
}

/** Whether a `key` stands in `text`, as it is or in what the text decodes to; a short one may stand there by chance. */
export function holdsKey(text: string, key: string): boolean {
  return key.length >= LONG_KEY && findKeys(text, [key], 0).length > 0;
}

/** From (inclusive) and to (exclusive), in the text. */
type Span = readonly [from: number, to: number];

function findKeys(text: string, keys: readonly string[], packed: number): Span[] {
  const spans: Span[] = [];
  let readings = [readAsIs(text)];
  for (let depth = 0; readings.length > 0; depth++) {
    for (const reading of readings) spans.push(...spansIn(reading, keys, packed));
    if (depth === DEEPEST) break;
    readings = readings.flatMap(decodings);
  }
  return spans;
}

function spansIn(reading: DecodedText, keys: readonly string[], packed: number): Span[] {
  const spans: Span[] = [];
  const anyCase = reading.text.toLowerCase();
  // Lower case of a few letters is longer: then their places are not those of the text.
  const comparable = anyCase.length === reading.text.length;
  for (const key of keys) {
    const [where, what] =
      comparable && key.length >= LONG_KEY ? [anyCase, key.toLowerCase()] : [reading.text, key];
    for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, at + 1)) {
      spans.push([reading.startOf(at), reading.startOf(at + what.length)]);
    }
  }
  const long = keys.filter((key) => key.length >= LONG_KEY);
  if (long.length === 0 || packed === DEEPEST_PACKED) return spans;
  for (const { from, to, texts } of packedRuns(reading.text, Math.min(...long.map(({ length }) => length)))) {
    if (texts.some((inside) => findKeys(inside, long, packed + 1).length > 0)) {
      spans.push([reading.startOf(from), reading.startOf(to)]);
    }
  }
  return spans;
}

/** Spans that touch or overlap become one mask. */
function mask(text: string, spans: Span[]): string {
  let clean = "";
  let done = 0;
  for (const [from, to] of spans.sort(([a], [b]) => a - b)) {
    if (to <= done) continue;
    if (from > done || done === 0) clean += `${text.slice(done, from)}${MASK}`;
    done = to;
  }
  return clean + text.slice(done);
}
