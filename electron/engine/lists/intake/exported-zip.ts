import { basename } from "node:path";
import Papa from "papaparse";
import { z } from "zod";
import { quoteCell } from "../../text/index.ts";
import { ArchiveRefusal, readArchive } from "../workbook/archive.ts";

/** An audience export of Mailchimp is a file for each state, whose columns differ by when somebody left. */
const OF_AUDIENCE = /^(?:subscribed|unsubscribed|cleaned|nonsubscribed)_.*\.csv$/i;
/** ZeroBounce adds the list as it was, and a file for each status. */
const ALL_RESULTS = /_all_results\.csv$/i;
/** Bytes of an audience that are joined in memory. */
const MOST_JOINED = 256 * 1024 * 1024;

const rowsSchema = z.array(z.array(z.string()));

/** Of the files in an archive those that make up one service's export: all of them, joined, or the one that has it all. */
export function exportIn(files: readonly string[]): readonly string[] {
  const named = (name: RegExp) => files.filter((file) => name.test(basename(file)));
  const results = named(ALL_RESULTS);
  if (results.length === 1) return results;
  const audience = named(OF_AUDIENCE);
  return audience.length > 1 ? audience : [];
}

/**
 * Joins CSV files of the archive at `path` to one, with every column that one of them has. Throws {@link ArchiveRefusal} and
 * the file system's errors.
 */
export async function joinedInArchive(path: string, files: readonly string[]): Promise<string> {
  const pieces = new Map<string, Uint8Array[]>(files.map((file) => [file, []]));
  let bytes = 0;
  await readArchive(path, (name) => {
    const own = pieces.get(name);
    if (own === undefined) return null;
    return (piece) => {
      bytes += piece.length;
      if (bytes > MOST_JOINED) throw new ArchiveRefusal("too_large");
      own.push(Uint8Array.from(piece));
    };
  });
  const tables = [...pieces.values()].map((own) => tableOf(Buffer.concat(own).toString("utf8")));
  const columns = [...new Set(tables.flatMap(({ header }) => header))];
  const rows = tables.flatMap(({ header, rows }) => {
    const at = columns.map((column) => header.indexOf(column));
    return rows.map((row) => at.map((index) => (index < 0 ? "" : (row[index] ?? ""))));
  });
  return [columns, ...rows]
    .map((cells) => `${cells.map((cell) => quoteCell(cell, ",")).join(",")}\r\n`)
    .join("");
}

function tableOf(text: string): { header: readonly string[]; rows: readonly string[][] } {
  const { data } = Papa.parse(text.replace(/^\uFEFF/, ""), { delimiter: ",", skipEmptyLines: true });
  const [header = [], ...rows] = rowsSchema.parse(data);
  return { header, rows };
}
