import { decode, type Encoding } from "../../csv/index.ts";

const WORDS = 8;
const WORD_BYTES = 60;
const LINES = 400;

/** An encoding that fits, and how it reads a few words of the file. */
export interface EncodingAlternative {
  readonly encoding: Encoding;
  readonly words: readonly string[];
}

/** Each encoding with the same few words of the lines, as it reads them: words that they do not read alike. */
export function withWords(lines: readonly Buffer[], encodings: readonly Encoding[]): EncodingAlternative[] {
  const words: string[][] = [];
  const seen = new Set<string>();
  for (const bytes of cellsBeyondAscii(lines)) {
    const readings = encodings.map((encoding) => decode(bytes, encoding).trim());
    const [first = ""] = readings;
    if (seen.has(first) || new Set(readings).size < 2) continue;
    seen.add(first);
    words.push(readings);
  }
  // Those first that set most of the encodings apart.
  words.sort((a, b) => new Set(b).size - new Set(a).size);
  return encodings.map((encoding, at) => ({
    encoding,
    words: words.slice(0, WORDS).map((readings) => readings[at] ?? ""),
  }));
}

/** What stands between delimiters and quotes, where it is not all ASCII and short enough to be shown. */
function* cellsBeyondAscii(lines: readonly Buffer[]): Generator<Buffer> {
  for (const line of lines.slice(0, LINES)) {
    let start = 0;
    let high = false;
    for (let i = 0; i <= line.length; i++) {
      const byte = line[i] ?? 44;
      if (byte >= 128) high = true;
      if (byte !== 9 && byte !== 34 && byte !== 44 && byte !== 59) continue;
      if (high && i - start <= WORD_BYTES) yield line.subarray(start, i);
      start = i + 1;
      high = false;
    }
  }
}
