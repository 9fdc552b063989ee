import { createReadStream, rmSync, statSync } from "node:fs";
import { basename } from "node:path";
import iconv from "iconv-lite";
import Papa from "papaparse";
import { problem } from "../../../../shared/problems.ts";
import { byteOrderMark, type Encoding, MAX_COLUMNS } from "../../text/index.ts";
import { IntakeError, maxOutputBytes, writeTable } from "../workbook/bounded-text.ts";
import { unzipTo } from "./copy.ts";

/** Files of a Mailchimp audience export: one per state, with columns that differ by state. */
const OF_AUDIENCE = /^(?:subscribed|unsubscribed|cleaned|nonsubscribed)_.*\.csv$/i;
/** ZeroBounce adds the original list and a file for each status. */
const ALL_RESULTS = /_all_results\.csv$/i;

/** Returns the archive's files that form one service's export: several to join, or the one that has everything. */
export function findExport(files: readonly string[]): readonly string[] {
  const named = (name: RegExp) => files.filter((file) => name.test(basename(file)));
  const results = named(ALL_RESULTS);
  if (results.length === 1) return results;
  const audience = named(OF_AUDIENCE);
  return audience.length > 1 ? audience : [];
}

interface Part {
  readonly path: string;
  readonly name: string;
  readonly encoding: string;
}

/** Names with their occurrence (`1 Note`, `2 Note`), so that they are unique; as many as the widest row has cells. */
interface Extent {
  readonly columns: readonly string[];
  readonly rows: number;
}

/**
 * Joins CSV files of an archive with all their columns, matched by name and occurrence. `asked` is their
 * encoding; `null` detects it per file. Throws {@link IntakeError},
 * `ArchiveError` and file system errors.
 */
export async function joinInArchive(
  path: string,
  name: string,
  files: readonly string[],
  asked: Encoding | null,
  target: string,
): Promise<void> {
  const unpacked = files.map((file, at) => ({ file, path: `${target}.${at}` }));
  try {
    const parts: (Part & Extent)[] = [];
    for (const one of unpacked) {
      await unzipTo(path, one.file, one.path);
      const encoding = asked?.name ?? (await encodingOf(one.path));
      const part = { path: one.path, name: basename(one.file), encoding };
      parts.push({ ...part, ...(await extentOf(part)) });
    }
    const columns = [...new Set(parts.flatMap((part) => part.columns))];
    if (columns.length > MAX_COLUMNS) throw tooManyColumns(name, columns.length);
    const most = maxOutputBytes(statSync(path).size);
    if (columns.length * parts.reduce((sum, { rows }) => sum + rows, 0) > most)
      throw new IntakeError(problem("file_too_large", { name, why: "table" }));
    await writeTable(target, most, async (write) => {
      write(columns.map((column) => column.slice(column.indexOf(" ") + 1)));
      for (const part of parts) {
        const at = columns.map((column) => part.columns.indexOf(column));
        await eachRecord(part, (cells, row) => {
          if (row > 0) write(at.map((index) => cells[index] ?? ""));
        });
      }
    });
  } finally {
    for (const one of unpacked) rmSync(one.path, { force: true });
  }
}

/** Returns the encoding of the byte order mark, or else UTF-8 if the file is valid in it, or else windows-1252. */
async function encodingOf(path: string): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let isFirst = true;
  try {
    for await (const piece of createReadStream(path)) {
      const mark = isFirst ? byteOrderMark(Buffer.from(piece)) : null;
      if (mark !== null) return mark.encoding.name;
      isFirst = false;
      decoder.decode(Buffer.from(piece), { stream: true });
    }
    decoder.decode();
    return "UTF-8";
  } catch (error) {
    if (error instanceof TypeError) return "windows-1252";
    throw error;
  }
}

async function extentOf(part: Part): Promise<Extent> {
  let header: readonly string[] = [];
  let width = 0;
  let rows = 0;
  await eachRecord(part, (cells, row) => {
    if (row === 0) header = cells;
    rows = row;
    width = Math.max(width, cells.findLastIndex((cell) => cell !== "") + 1);
  });
  const names = Array.from({ length: Math.max(width, header.length) }, (_, at) => header[at] ?? "");
  return { columns: numbered(names), rows };
}

function numbered(names: readonly string[]): string[] {
  const occurrences = new Map<string, number>();
  return names.map((name) => {
    const number = (occurrences.get(name) ?? 0) + 1;
    occurrences.set(name, number);
    return `${number} ${name}`;
  });
}

/** Calls `visit` for each record; row 0 is the header. */
function eachRecord(
  { path, name, encoding }: Part,
  visit: (cells: readonly string[], row: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const text = createReadStream(path).on("error", reject).pipe(iconv.decodeStream(encoding));
    let row = 0;
    let failure: unknown = null;
    Papa.parse<string[]>(text, {
      delimiter: ",",
      skipEmptyLines: true,
      step({ data, errors }, parser) {
        try {
          if (errors.some(({ code }) => code === "MissingQuotes"))
            throw new IntakeError(problem("file_open_quote", { name, line: row + 1 }));
          if (data.length > MAX_COLUMNS) throw tooManyColumns(name, data.length);
          visit(data, row++);
        } catch (error) {
          failure = error;
          parser.abort();
        }
      },
      complete: () => (failure === null ? resolve() : reject(failure)),
      error: reject,
    });
  });
}

function tooManyColumns(name: string, columns: number): IntakeError {
  return new IntakeError(problem("file_too_many_columns", { name, columns, most: MAX_COLUMNS }));
}
