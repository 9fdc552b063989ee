import { statSync } from "node:fs";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { assertNever } from "../../../../shared/result.ts";
import { MAX_COLUMNS } from "../../text/index.ts";
import { IntakeError, maxOutputBytes, writeTable } from "../workbook/bounded-text.ts";
import { ArchiveError } from "../workbook/zip-archive.ts";
import { cellsOf } from "./json-cells.ts";
import { JsonError, readRows } from "./json-rows.ts";

const MAX_LINES_BYTES = 1024 ** 3;

/**
 * Converts a JSON array, arrays in an object, or JSON Lines to CSV. Throws {@link IntakeError} and file system errors.
 */
export async function writeJsonTable(path: string, name: string, target: string): Promise<void> {
  const { size } = statSync(path);
  if (size > MAX_LINES_BYTES) throw new IntakeError(problem("file_too_large", { name, why: "json" }));
  try {
    const rows = readRows(path, size);
    const { columns, count } = tableOf(rows());
    const most = maxOutputBytes(size);
    // Each cell takes a byte or more: a table that cannot fit is refused before it is written.
    if (count * columns.length > most) throw new ArchiveError("too_large");
    await writeTable(target, most, (write) => {
      write(columns);
      for (const row of rows())
        for (const cells of cellsOf(row)) write(columns.map((column) => cells.get(column) ?? ""));
    });
  } catch (error) {
    throw error instanceof JsonError ? new IntakeError(refusal(error, name)) : error;
  }
}

/** Returns the columns of a table and the number of its rows. */
function tableOf(rows: ReturnType<ReturnType<typeof readRows>>): { columns: string[]; count: number } {
  const columns = new Set<string>();
  let count = 0;
  for (const row of rows) {
    for (const cells of cellsOf(row)) {
      count++;
      for (const column of cells.keys()) columns.add(column);
    }
    if (columns.size > MAX_COLUMNS) throw new JsonError("columns");
  }
  if (columns.size === 0) throw new JsonError("syntax");
  return { columns: [...columns], count };
}

function refusal({ kind }: JsonError, name: string): Problem {
  switch (kind) {
    case "syntax":
    case "depth":
      return problem("file_not_a_list", { name, kind: "json" });
    case "cut":
      return problem("file_damaged", { name, why: "json_cut" });
    case "encoding":
      return problem("file_damaged", { name, why: "json_encoding" });
    case "columns":
      return problem("file_too_many_columns", { name, columns: MAX_COLUMNS + 1, most: MAX_COLUMNS });
    case "size":
      return problem("file_too_large", { name, why: "json" });
    default:
      return assertNever(kind);
  }
}
