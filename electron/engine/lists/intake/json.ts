import { closeSync, openSync, readSync, statSync } from "node:fs";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { assertNever } from "../../../../shared/result.ts";
import { byteOrderMark, MAX_COLUMNS } from "../../text/index.ts";
import { maxOutputBytes } from "../workbook/bounded-text.ts";
import { cellsOf } from "./json-cells.ts";
import { JsonError, readJson } from "./json-events.ts";
import { RowLocator, RowReader } from "./json-rows.ts";
import { IntakeError, writeTable } from "./table-writer.ts";

const MOST_JSON_BYTES = 1024 ** 3;
const PIECE_BYTES = 256 * 1024;

/**
 * Converts a JSON array, arrays in an object, or JSON Lines to CSV. Reads the file up to three times, holding one row
 * at a time. Throws {@link IntakeError} and file system errors.
 */
export async function writeJsonTable(path: string, name: string, target: string): Promise<void> {
  const { size } = statSync(path);
  if (size > MOST_JSON_BYTES) throw new IntakeError(problem("file_too_large", { name, why: "json" }));
  try {
    const finder = new RowLocator();
    readJson(piecesOf(path), finder);
    const eachRow = (take: (cells: ReadonlyMap<string, string>) => void) => {
      const reader = new RowReader(finder.shape, (row) => {
        for (const cells of cellsOf(row)) take(cells);
      });
      readJson(piecesOf(path), reader);
    };
    const columns = columnsOf(eachRow, maxOutputBytes(size));
    await writeTable(target, maxOutputBytes(size), (write) => {
      write(columns);
      eachRow((cells) => write(columns.map((column) => cells.get(column) ?? "")));
    });
  } catch (error) {
    throw error instanceof JsonError ? new IntakeError(refusal(error, name)) : error;
  }
}

function columnsOf(
  eachRow: (take: (cells: ReadonlyMap<string, string>) => void) => void,
  most: number,
): string[] {
  const columns = new Set<string>();
  let rows = 0;
  let characters = 0;
  eachRow((cells) => {
    rows++;
    for (const [column, text] of cells) {
      columns.add(column);
      characters += text.length;
    }
    if (columns.size > MAX_COLUMNS) throw new JsonError("columns");
    if (characters + rows * columns.size > most) throw new JsonError("table");
  });
  if (columns.size === 0) throw new JsonError("syntax");
  return [...columns];
}

/** Yields the pieces of a file: UTF-8 as bytes, UTF-16 with a BOM as text. */
function* piecesOf(path: string): Generator<Uint8Array | string> {
  const file = openSync(path, "r");
  try {
    const buffer = Buffer.alloc(PIECE_BYTES);
    const read = () => buffer.subarray(0, readSync(file, buffer, 0, buffer.length, null));
    let piece = read();
    const encoding = byteOrderMark(piece)?.encoding;
    const decoder =
      encoding?.unit === 2 ? new TextDecoder(encoding.name.toLowerCase(), { fatal: true }) : null;
    for (; piece.length > 0; piece = read()) {
      yield decoder === null ? piece : decoder.decode(piece, { stream: true });
    }
    if (decoder !== null) yield decoder.decode();
  } finally {
    closeSync(file);
  }
}

function refusal({ kind }: JsonError, name: string): Problem {
  switch (kind) {
    case "syntax":
      return problem("file_not_a_list", { name, kind: "json" });
    case "cut":
      return problem("file_damaged", { name, why: "json_cut" });
    case "encoding":
      return problem("file_damaged", { name, why: "json_encoding" });
    case "columns":
      return problem("file_too_many_columns", { name, columns: MAX_COLUMNS + 1, most: MAX_COLUMNS });
    case "depth":
      return problem("file_too_large", { name, why: "json_depth" });
    case "row":
      return problem("file_too_large", { name, why: "json_row" });
    case "table":
      return problem("file_too_large", { name, why: "table" });
    default:
      return assertNever(kind);
  }
}
