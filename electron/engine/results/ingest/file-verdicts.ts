import { readFileSync, statSync } from "node:fs";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { FLAGS } from "../../../../shared/verdicts.ts";
import type { OpenList } from "../../lists/index.ts";
import { foldTexts, indexAddresses, quoteCell } from "../../text/index.ts";
import { mappedSource, sourceNamed, translator, type WordCounter } from "../../vocabularies/index.ts";
import type { Source } from "../../vocabularies/types.ts";
import { emptyResults } from "../results-store.ts";
import { parseResults } from "./parse-results.ts";

/** Maximum size of a results file in bytes, imported or downloaded. */
export const MAX_RESULTS_BYTES = 512 * 1024 * 1024;

const SERVICE = "service";
const MAX_WORD_LENGTH = 60;

/** Returns a results file in the service's format, as UTF-8. Fails with `file_too_large`. */
export function toResultsFile(list: OpenList, unrecognised?: WordCounter): Result<Buffer> {
  if (statSync(list.recordsPath).size > MAX_RESULTS_BYTES) {
    return fail(problem("file_too_large", { name: list.meta.name, why: "results_in_list" }));
  }
  const { header, preamble, encoding, resultsOf } = list.meta;
  const source = resultsOf === undefined || resultsOf === SERVICE ? null : sourceNamed(resultsOf);
  if (source !== null) return translated(list, source, unrecognised);
  const own = readFileSync(list.recordsPath).subarray(header?.start ?? preamble.end);
  const bytes = /^utf-?8$/i.test(encoding) ? own : Buffer.from(list.decode(own));
  const last = bytes.at(-1);
  return ok(last === 10 || last === 13 ? bytes : Buffer.concat([bytes, Buffer.from("\n")]));
}

/** Counts the wanted addresses with a verdict in `bytes`. Fails with `file_no_verdicts`. */
export function countVerdicts(
  list: OpenList,
  bytes: Buffer,
  wanted: (address: number) => boolean,
  strange: WordCounter,
): Result<number> {
  const folded = foldTexts(list.addressText, list.addressEnd);
  const found = emptyResults(folded.ends.length);
  const read = parseResults(bytes, indexAddresses(folded, wanted), found, {
    expectedTotal: null,
    onlyVerdicts: true,
    onUnrecognised: (word) => strange.add(word.slice(0, MAX_WORD_LENGTH)),
  });
  return read.ok ? ok(read.value.received) : fail(problem("file_no_verdicts", { name: list.meta.name }));
}

const SOURCE_WORDS = "Source Words";
const COLUMNS = [
  ...["Email", "Verification Result", "Syntax Error", "ISP", "Role", "Disposable", "Trap", "Unwanted"],
  ...["Verified At", "Source", SOURCE_WORDS],
];
const HEADER = `${COLUMNS.join(",")}\n`;
export const SOURCE_WORDS_CELL = COLUMNS.indexOf(SOURCE_WORDS);
const LINES_AT_ONCE = 10_000;

/** Translates another service's file, dropping rows without a verdict. Fails with `file_no_verdicts`. */
function translated(list: OpenList, source: Source, strange?: WordCounter): Result<Buffer> {
  const translate = translator(source, list.meta.columns);
  if (translate === null) return fail(problem("file_no_verdicts", { name: list.meta.name }));
  const bytes = readFileSync(list.recordsPath);
  const pieces: Buffer[] = [Buffer.from(HEADER)];
  // The ID of a user-mapped source is too long to repeat in every row.
  const label = mappedSource(source.id) === null ? source.id : source.name;
  let lines: string[] = [];
  const flush = () => {
    pieces.push(Buffer.from(lines.join("")));
    lines = [];
  };
  for (let row = 0; row < list.rows; row++) {
    const address = list.rowAddress[row] ?? -1;
    if (address < 0) continue;
    const said = translate(list.cellsOf(bytes.subarray(list.rowStart[row], list.rowEnd[row])));
    if (said.says === "unrecognised") strange?.add(said.word);
    if (said.says !== "verdict") continue;
    const flags = FLAGS.map((flag) => (said.flags.includes(flag) ? "Y" : "N"));
    const at = said.at === null ? "" : new Date(said.at).toISOString();
    const cells = [list.address(address), said.verdict, ...flags, at, label, said.words];
    lines.push(`${cells.map((cell) => quoteCell(cell, ",")).join(",")}\n`);
    if (lines.length === LINES_AT_ONCE) flush();
  }
  flush();
  return ok(Buffer.concat(pieces));
}
