import { readFileSync, statSync } from "node:fs";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { foldTexts, indexAddresses } from "../../addresses/index.ts";
import type { OpenList } from "../../lists/index.ts";
import { sourceNamed, type WordCounter } from "../../vocabularies/index.ts";
import { emptyResults } from "../results-file.ts";
import { readDownload } from "./download.ts";
import { translated } from "./translated.ts";

/** Bytes of a results file that is taken in as one; the service's own may have as many. */
export const MOST_IMPORTED = 512 * 1024 * 1024;

/** The source whose files are in these words already. */
const SERVICE = "service";
const LONGEST_WORD = 60;

/**
 * A list that is a results file, in the form in which results are taken in: UTF-8 from its header on, whole lines, in the
 * service's own words; another service's are translated, and `strange` is told of those that nobody knows. Problem:
 * `file_too_large`.
 */
export function resultsOfList(list: OpenList, strange?: WordCounter): Result<Buffer> {
  if (statSync(list.recordsPath).size > MOST_IMPORTED) {
    return fail(problem("file_too_large", { name: list.meta.name, why: "results_in_list" }));
  }
  const { header, preamble, encoding, resultsOf } = list.meta;
  const source = resultsOf === undefined || resultsOf === SERVICE ? null : sourceNamed(resultsOf);
  if (source !== null) return translated(list, source, strange);
  const own = readFileSync(list.recordsPath).subarray(header?.start ?? preamble.end);
  const bytes = /^utf-?8$/i.test(encoding) ? own : Buffer.from(list.decode(own));
  const last = bytes.at(-1);
  return ok(last === 10 || last === 13 ? bytes : Buffer.concat([bytes, Buffer.from("\n")]));
}

/**
 * How many of the addresses for which `wanted` holds have a verdict in `bytes`, as {@link resultsOfList} answers them; `strange`
 * is told of words that are none.
 * Problem: `file_no_verdicts`.
 */
export function countVerdicts(
  list: OpenList,
  bytes: Buffer,
  wanted: (address: number) => boolean,
  strange: WordCounter,
): Result<number> {
  const folded = foldTexts(list.addressText, list.addressEnd);
  const found = emptyResults(folded.ends.length);
  const read = readDownload(bytes, indexAddresses(folded, wanted), found, {
    expectedTotal: null,
    onlyVerdicts: true,
    strange: (word) => strange.add(word.slice(0, LONGEST_WORD)),
  });
  return read.ok ? ok(read.value.received) : fail(problem("file_no_verdicts", { name: list.meta.name }));
}
