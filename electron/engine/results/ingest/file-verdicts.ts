import { readFileSync, statSync } from "node:fs";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { FLAGS } from "../../../../shared/verdicts.ts";
import type { OpenList } from "../../lists/index.ts";
import { foldTexts, indexAddresses, quoteCell } from "../../text/index.ts";
import { mappedSource, sourceNamed, translator, type WordCounter } from "../../vocabularies/index.ts";
import type { Source } from "../../vocabularies/types.ts";
import { emptyResults } from "../results-file.ts";
import { readDownload } from "./download.ts";

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

const SOURCE_WORDS = "Source Words";
const COLUMNS = [
  ...["Email", "Verification Result", "Syntax Error", "ISP", "Role", "Disposable", "Trap", "Unwanted"],
  ...["Verified At", "Source", SOURCE_WORDS],
];
const HEADER = `${COLUMNS.join(",")}\n`;
/** Where a line has what the source itself says. */
export const SOURCE_WORDS_CELL = COLUMNS.indexOf(SOURCE_WORDS);
/** Lines that are put together before they become bytes. */
const LINES_AT_ONCE = 10_000;

/**
 * The verdicts of another service's file in the form of the service's own, with the source and its own words beside each.
 * Rows that say nothing of their address have no line; `strange` is told of words that are in no vocabulary. Problem:
 * `file_no_verdicts` where the columns are no longer those of the source.
 */
function translated(list: OpenList, source: Source, strange?: WordCounter): Result<Buffer> {
  const translate = translator(source, list.meta.columns);
  if (translate === null) return fail(problem("file_no_verdicts", { name: list.meta.name }));
  const bytes = readFileSync(list.recordsPath);
  const pieces: Buffer[] = [Buffer.from(HEADER)];
  // What the user mapped is too long to stand in every row.
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
