import { statSync } from "node:fs";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { assertNever } from "../../../../shared/result.ts";
import { MAX_COLUMNS } from "../../text/index.ts";
import { IntakeError, maxOutputBytes, writeTable } from "../workbook/bounded-text.ts";
import { ArchiveError } from "../workbook/zip-archive.ts";
import { cellsOf } from "./json-cells.ts";
import type { JsonList } from "./json-lists.ts";
import { readLists } from "./json-rows.ts";
import { JsonError } from "./json-values.ts";

const MAX_LINES_BYTES = 1024 ** 3;

/** A row with this many cells and several addresses holds several people. */
const MANY_CELLS = 100;

/** Lists of different people in one file, of which one is read, by their keys. */
export interface JsonKeys {
  readonly read: string;
  readonly keys: readonly { readonly name: string; readonly rows: number }[];
}

/**
 * Converts the rows in JSON to CSV. If it has lists of different people under several keys, converts those under
 * `asked`, or the first, and returns the keys; otherwise `null`. Throws {@link IntakeError} and file system errors.
 */
export async function writeJsonTable(
  path: string,
  name: string,
  target: string,
  asked?: string,
): Promise<JsonKeys | null> {
  const { size } = statSync(path);
  if (size > MAX_LINES_BYTES) throw new IntakeError(problem("file_too_large", { name, why: "json" }));
  try {
    const lists = readLists(path, size);
    const list = lists.length < 2 || asked === undefined ? lists[0] : lists.find((one) => one.name === asked);
    if (list === undefined) {
      const sheets = lists.map((one) => one.name);
      throw new IntakeError(problem("file_sheet_unknown", { sheet: asked ?? "", sheets }));
    }
    const { rows } = list;
    const { columns, count } = tableOf(rows());
    const most = maxOutputBytes(size);
    // Each cell takes a byte or more: a table that cannot fit is refused before it is written.
    if (count * columns.length > most) throw new ArchiveError("too_large");
    await writeTable(target, most, (write) => {
      write(columns);
      for (const row of rows())
        for (const cells of cellsOf(row)) write(columns.map((column) => cells.get(column) ?? ""));
    });
    if (lists.length < 2) return null;
    const keys = lists.map((one) => ({ name: one.name, rows: Array.from(one.rows()).length }));
    return { read: list.name, keys };
  } catch (error) {
    throw error instanceof JsonError ? new IntakeError(refusal(error, name)) : error;
  }
}

/** Returns the columns of a table and the number of its rows. */
function tableOf(rows: ReturnType<JsonList["rows"]>): { columns: string[]; count: number } {
  const columns = new Set<string>();
  let count = 0;
  let isCrowded = false;
  for (const row of rows) {
    for (const cells of cellsOf(row)) {
      count++;
      for (const column of cells.keys()) columns.add(column);
      if (count === 1) isCrowded = holdsSeveral(cells);
    }
    if (columns.size > MAX_COLUMNS) throw new JsonError("columns");
  }
  if (count === 1 && isCrowded) throw new JsonError("object");
  if (columns.size === 0) throw new JsonError("syntax");
  return { columns: [...columns], count };
}

function holdsSeveral(cells: ReadonlyMap<string, string>): boolean {
  return cells.size >= MANY_CELLS && [...cells.values()].filter((cell) => cell.includes("@")).length > 1;
}

function refusal({ kind }: JsonError, name: string): Problem {
  switch (kind) {
    case "syntax":
    case "depth":
      return problem("file_not_a_list", { name, kind: "json" });
    case "object":
      return problem("file_not_a_list", { name, kind: "json_object" });
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
