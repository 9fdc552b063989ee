import Papa from "papaparse";
import { z } from "zod";
import { collectList, type ReadList, type UploadedRow } from "./list.ts";

/** What became of an upload: a list (perhaps one that holds no address), or data that is refused at once. */
export type ReadUpload = { kind: "list"; list: ReadList } | { kind: "invalid" };

const INVALID: ReadUpload = { kind: "invalid" };

const LIKELY_HEADER = /^\W*(e-?mail|mail|email[\s_-]*address|e-?mail[\s_-]*addr\w*|address)\W*$/i;

/** How many rows are looked at to find the column that holds the addresses. */
const SAMPLE = 200;

/**
 * Reads an uploaded CSV file (service-spec, 'Upload a list', `local_file`): UTF-8, any common delimiter, with or
 * without a header. The column whose header says so holds the addresses, or else the one with the most `@`.
 * More than `maximum` addresses, an empty file or one that is no text are invalid; a file without any address is
 * a list of none, which fails later.
 */
export function readCsv(bytes: Uint8Array, maximum: number): ReadUpload {
  if (bytes.length === 0 || bytes.includes(0)) return INVALID;
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return INVALID;
  }
  if (text.trim() === "") return INVALID;
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: "greedy" });
  const first = data[0] ?? [];
  const column = addressColumn(data);
  if (column === null) return { kind: "list", list: collectList({ address: "Email", extras: [] }, []) };
  const hasHeader = !(first[column] ?? "").includes("@");
  if (data.length - (hasHeader ? 1 : 0) > maximum) return INVALID;
  const width = first.length;
  const name = (index: number) => (hasHeader ? (first[index] ?? "") : `Column ${index + 1}`);
  const others = Array.from({ length: width }, (_, i) => i).filter((i) => i !== column);
  const headers = { address: hasHeader ? name(column) : "Email", extras: others.map(name) };
  return { kind: "list", list: collectList(headers, rowsOf(data, hasHeader ? 1 : 0, column, others)) };
}

function* rowsOf(
  data: readonly string[][],
  start: number,
  column: number,
  others: readonly number[],
): Generator<UploadedRow> {
  for (let i = start; i < data.length; i++) {
    const row = data[i] ?? [];
    yield { address: row[column] ?? "", extras: others.map((other) => row[other] ?? "") };
  }
}

/** The column that holds the addresses, or null when no cell looked at has an `@`. */
function addressColumn(data: readonly string[][]): number | null {
  const counts = new Map<number, number>();
  for (const row of data.slice(0, SAMPLE)) {
    row.forEach((cell, i) => {
      if (cell.includes("@")) counts.set(i, (counts.get(i) ?? 0) + 1);
    });
  }
  const named = (data[0] ?? []).findIndex((cell, i) => LIKELY_HEADER.test(cell) && counts.has(i));
  if (named >= 0) return named;
  let best: number | null = null;
  for (const [column, count] of counts) {
    if (best === null || count > (counts.get(best) ?? 0)) best = column;
  }
  return best;
}

const element = z.looseObject({ email: z.string() });
const payload = z.looseObject({ emails: z.array(element).min(1) });

/**
 * Reads an uploaded array (service-spec, 'Upload a list', RAW_BODY): `emails` with objects that have an `email`;
 * every other key that occurs becomes a column. More than `maximum` elements, none, or another shape are invalid.
 */
export function readArray(body: unknown, maximum: number): ReadUpload {
  const parsed = payload.safeParse(body);
  if (!parsed.success || parsed.data.emails.length > maximum) return INVALID;
  const { emails } = parsed.data;
  const columns = new Set<string>();
  for (const one of emails) for (const key of Object.keys(one)) columns.add(key);
  columns.delete("email");
  const extras = [...columns];
  const hasAddress = emails.some((one) => one.email.includes("@"));
  return {
    kind: "list",
    list: collectList({ address: "email", extras }, hasAddress ? rowsOfArray(emails, extras) : []),
  };
}

function* rowsOfArray(
  emails: readonly z.infer<typeof element>[],
  extras: readonly string[],
): Generator<UploadedRow> {
  for (const one of emails) yield { address: one.email, extras: extras.map((key) => cellOf(one[key])) };
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
