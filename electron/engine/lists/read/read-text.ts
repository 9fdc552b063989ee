import type { ReadOptions } from "../../../../shared/bridge/lists.ts";
import { ok, type Result } from "../../../../shared/result.ts";
import { type EncodingGuess, guessFromLines, highLines } from "../detect/encoding-guess.ts";
import { readOnce } from "./read-once.ts";
import type { ReadInput, Reading, ReadProgress, Taken } from "./reading.ts";

/** Reads text; a second time when its end shows that its encoding was guessed wrong from its beginning. */
export function readText(
  path: string,
  input: ReadInput,
  options: ReadOptions,
  report: (progress: ReadProgress) => void,
): Result<Taken> {
  const first = readOnce(path, input, options, report);
  if (!first.ok) return first;
  const better = betterEncoding(first.value);
  const reading =
    better === null ? first : readOnce(path, input, { ...options, encoding: better.encoding.name }, report);
  if (!reading.ok) return reading;
  const encodings = better?.alternatives ?? reading.value.found.encodings;
  const found = { ...reading.value.found, encodings };
  return ok({ ...reading.value, found, sheet: null, lineOf: (line) => line, questions: [], types: null });
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
