import type { ReadOptions } from "../../../../shared/bridge/lists.ts";
import { ok, type Result } from "../../../../shared/result.ts";
import {
  type EncodingGuess,
  guessFromLines,
  highLines,
  MOST_ALTERNATIVES,
} from "../detect/encoding-guess.ts";
import { withWords } from "../detect/encoding-words.ts";
import type { Inspection } from "../detect/inspect.ts";
import { readOnce } from "./read-once.ts";
import type { ReadInput, Reading, ReadProgress, Taken } from "./reading.ts";

/** Reads text; a second time when its end shows that its encoding was guessed wrong from its beginning. */
export function readText(
  path: string,
  input: ReadInput,
  options: ReadOptions,
  report: (progress: ReadProgress) => void,
): Result<Taken> {
  const lineOf = (line: number) => line;
  const reading = readOnce(path, input, options, report);
  if (!reading.ok) return reading;
  const better = betterEncoding(reading.value);
  if (better === null) {
    const found = { ...reading.value.found, encodings: encodingsAsked(reading.value, options) };
    return ok({ ...reading.value, found, sheet: null, lineOf, questions: [], types: null });
  }
  const again = readOnce(path, input, { ...options, encoding: better.encoding.name }, report);
  if (!again.ok) return again;
  const found = { ...again.value.found, encodings: better.alternatives };
  return ok({ ...again.value, found, sheet: null, lineOf, questions: [], types: null });
}

/**
 * A file whose beginning is all ASCII was read as UTF-8, and then was not: what its strange records are in.
 * null: there are none, or UTF-8 is right and they are damaged.
 */
function betterEncoding({ pieces, found, bulk }: Reading): EncodingGuess | null {
  const { undecodable, undecodableRows } = bulk;
  if (found.encoding.name !== "UTF-8" || !found.encodingGuessed || undecodable.length === 0) return null;
  const sound = highLines([pieces.head, ...pieces.further]).length;
  return sound * 4 > undecodableRows ? null : guessFromLines(undecodable);
}

/**
 * The encodings that are asked about: those of a guess, and those that read addresses which the list's own cannot. No
 * encoding may read the whole of such a list, but nobody should be left out of it without having been seen.
 */
function encodingsAsked({ found, bulk }: Reading, options: ReadOptions): Inspection["encodings"] {
  const { records, cells } = bulk.undecodableAddresses;
  if (options.encoding !== undefined || found.encodings.length > 1 || cells.length === 0)
    return found.encodings;
  // Text in UTF-16 is in nothing else.
  if (found.encoding.unit === 2) return found.encodings;
  const guess = guessFromLines(records);
  const others = [guess.encoding, ...guess.alternatives.map(({ encoding }) => encoding)].filter(
    ({ name }, at, all) =>
      name !== found.encoding.name && all.findIndex((other) => other.name === name) === at,
  );
  if (others.length === 0) return found.encodings;
  return withWords(cells, [found.encoding, ...others.slice(0, MOST_ALTERNATIVES - 1)]);
}
