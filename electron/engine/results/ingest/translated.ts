import { readFileSync } from "node:fs";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { FLAGS } from "../../../../shared/verdicts.ts";
import { quoteCell } from "../../csv/index.ts";
import type { OpenList } from "../../lists/index.ts";
import { translator, type WordCounter } from "../../vocabularies/index.ts";
import type { Source } from "../../vocabularies/types.ts";

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
export function translated(list: OpenList, source: Source, strange?: WordCounter): Result<Buffer> {
  const translate = translator(source, list.meta.columns);
  if (translate === null) return fail(problem("file_no_verdicts", { name: list.meta.name }));
  const bytes = readFileSync(list.recordsPath);
  const pieces: Buffer[] = [Buffer.from(HEADER)];
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
    const cells = [list.address(address), said.verdict, ...flags, at, source.id, said.words];
    lines.push(`${cells.map((cell) => quoteCell(cell, ",")).join(",")}\n`);
    if (lines.length === LINES_AT_ONCE) flush();
  }
  flush();
  return ok(Buffer.concat(pieces));
}
