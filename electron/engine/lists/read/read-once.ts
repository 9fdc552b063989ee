import type { ReadOptions } from "../../../../shared/bridge/lists.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { lineAt, withoutLineEnd } from "../../csv/index.ts";
import { type Inspection, inspect } from "../detect/inspect.ts";
import { readPieces } from "../detect/pieces.ts";
import { MOST_ROWS, readBulk } from "./bulk.ts";
import { OddityCounter } from "./oddities.ts";
import type { ReadInput, Reading, ReadProgress } from "./reading.ts";

/** The first two records must be within so many bytes. */
const FIRST_RECORDS_BYTES = 64 * 1024 * 1024;

/**
 * Reads the text at `path` with these options, from its beginning to its end. `rowOf`: the row of a sheet that a line of it
 * was written for. Problems: `file_damaged`, `file_no_addresses`, `file_empty`, and those of inspecting.
 */
export function readOnce(
  path: string,
  input: Pick<ReadInput, "name" | "corrections">,
  options: ReadOptions,
  report: (progress: ReadProgress) => void,
  rowOf?: (line: number) => number,
): Result<Reading> {
  const { name } = input;
  let pieces = readPieces(path);
  let inspected = inspect(pieces, name, options, rowOf);
  while (inspected.ok && inspected.value === null && pieces.head.length < FIRST_RECORDS_BYTES) {
    pieces = readPieces(path, pieces.head.length * 8);
    inspected = inspect(pieces, name, options, rowOf);
  }
  if (!inspected.ok) return inspected;
  const found = inspected.value;
  if (found === null) {
    return fail(problem("file_damaged", { name, why: "endless" }));
  }
  if (found.addressColumn === null && found.choice.candidates.length === 0) {
    return fail(problem("file_no_addresses", { name }));
  }
  const { head, size } = pieces;
  const oddities = new OddityCounter();
  if (found.sepLine) oddities.add("sep_line", 1);
  headerOddities(found, head, oddities);
  const from = found.header?.end ?? found.preamble.end;
  const bulk = readBulk({
    path,
    name,
    encoding: found.encoding,
    dialect: found.dialect,
    from,
    firstLine: lineAt(head, from, found.encoding),
    size,
    column: found.addressColumn ?? -1,
    fields: found.dialect.flow ? 1 : found.columns.length,
    header: found.header === null ? null : withoutLineEnd(head, found.header, found.encoding),
    expectedRows: Math.min(MOST_ROWS, ((size - from) / Math.max(1, found.recordBytes)) * 1.05 + 1000),
    mostRows: MOST_ROWS,
    corrections: new Map(input.corrections),
    fixCells: options.fixCells === true,
    oddities,
    progress: (bytesRead, rows) => report({ bytesRead, bytesTotal: size, rows }),
  });
  if (!bulk.ok) return bulk;
  if (bulk.value.table.rows === 0) return fail(problem("file_empty", { name }));
  return ok({ pieces, found, bulk: bulk.value, oddities });
}

function headerOddities(found: Inspection, head: Buffer, oddities: OddityCounter): void {
  for (const above of found.aboveLines) oddities.add("line_above", above);
  for (const blank of found.blankLines) oddities.add("blank_line", blank);
  if (found.header === null) return;
  const line = lineAt(head, found.header.start, found.encoding);
  const seen = new Set<string>();
  found.columns.forEach((name, index) => {
    if (found.unnamed.has(index)) oddities.add("empty_header", line);
    else if (seen.has(name)) oddities.add("repeated_header", line);
    seen.add(name);
  });
}
