import Papa from "papaparse";
import { z } from "zod";
import { foldAddress } from "../../shared/fold-addresses.ts";
import { FLAG_BIT, VERDICT_CODE, type Verdict, verdictOf } from "../../shared/verdicts.ts";
import type { AnalysisCounts } from "./job.ts";
import { sandboxVerdict } from "./verdicts.ts";

const CHUNK = 5000;

/** A chunk of a list: distinct addresses, their extra columns, and their verdicts. */
export interface Chunk {
  /** Index of the first address in the list. */
  readonly first: number;
  readonly addresses: readonly string[];
  /** Cells of the other columns, row by row; `null` if there are none. */
  readonly extras: readonly (readonly string[])[] | null;
  readonly codes: Uint8Array;
}

/** A parsed upload: distinct addresses in their order, with their verdicts. */
export interface ReadList {
  readonly addressHeader: string;
  readonly extraHeaders: readonly string[];
  readonly chunks: readonly Chunk[];
  readonly total: number;
  readonly analysis: AnalysisCounts;
}

/** Encodes verdict and flags in one byte. The service doesn't use the flag `unwanted`. */
function codeOf(verdict: Verdict, flags: number): number {
  return VERDICT_CODE[verdict] | (flags << 3);
}

export function verdictOfCode(code: number): Verdict {
  return verdictOf(code & 7) ?? "unknown";
}

export function flagsOfCode(code: number): number {
  return code >> 3;
}

/** Builds a list row by row, so that the rows of an upload are never all in memory. */
function createListBuilder(addressHeader: string, extraHeaders: readonly string[]) {
  const seen = new Set<string>();
  const chunks: Chunk[] = [];
  const analysis = { common_isp: 0, role_based: 0, disposable: 0, spamtrap: 0, syntax_error: 0 };
  let addresses: string[] = [];
  let extraRows: (readonly string[])[] = [];
  let codes: number[] = [];
  const flush = () => {
    if (addresses.length === 0) return;
    const first = seen.size - addresses.length;
    const extras = extraHeaders.length === 0 ? null : extraRows;
    chunks.push({ first, addresses, extras, codes: Uint8Array.from(codes) });
    addresses = [];
    extraRows = [];
    codes = [];
  };
  return {
    /** Adds a row unless its address is empty or a duplicate. The first spelling wins. */
    add(written: string, extras: () => readonly string[]) {
      const address = written.trim();
      const folded = foldAddress(address);
      if (address === "" || seen.has(folded)) return;
      seen.add(folded);
      const { verdict, flags } = sandboxVerdict(address);
      addresses.push(address);
      if (extraHeaders.length > 0) extraRows.push(extras());
      codes.push(codeOf(verdict, flags));
      if (flags & FLAG_BIT.free) analysis.common_isp++;
      if (flags & FLAG_BIT.role) analysis.role_based++;
      if (flags & FLAG_BIT.disposable) analysis.disposable++;
      if (flags & FLAG_BIT.trap) analysis.spamtrap++;
      if (flags & FLAG_BIT.syntax_error) analysis.syntax_error++;
      if (addresses.length === CHUNK) flush();
    },
    build(): ReadList {
      flush();
      return { addressHeader, extraHeaders, chunks, total: seen.size, analysis };
    },
  };
}

/** The result of parsing an upload. A list may have no addresses. */
export type ReadUpload = { kind: "list"; list: ReadList } | { kind: "invalid" };

const INVALID: ReadUpload = { kind: "invalid" };
const NO_ADDRESSES: ReadUpload = { kind: "list", list: createListBuilder("Email", []).build() };

const LIKELY_HEADER = /^\W*(e-?mail|mail|email[\s_-]*address|e-?mail[\s_-]*addr\w*|address)\W*$/i;

const SAMPLE = 200;

/**
 * Reads an uploaded CSV file (service-spec, 'Upload a list', `local_file`): UTF-8, any common delimiter, optional
 * header. The address column is named in the header, or has the most `@`. Empty or binary files and more than `maximum`
 * addresses are invalid. A file without addresses gives an empty list, which fails later.
 */
export function readCsv(bytes: Uint8Array, maximum: number): ReadUpload {
  const text = decode(bytes);
  if (text === null || text.trim() === "") return INVALID;
  const sample = Papa.parse<string[]>(text, { preview: SAMPLE, skipEmptyLines: "greedy" });
  const first = sample.data[0] ?? [];
  const column = addressColumn(sample.data);
  if (column === null) return NO_ADDRESSES;
  const hasHeader = !(first[column] ?? "").includes("@");
  const others = [...first.keys()].filter((index) => index !== column);
  const name = (index: number) => (hasHeader ? (first[index] ?? "") : `Column ${index + 1}`);
  const list = createListBuilder(hasHeader ? name(column) : "Email", others.map(name));
  let rows = hasHeader ? -1 : 0;
  Papa.parse<string[]>(text, {
    delimiter: sample.meta.delimiter,
    skipEmptyLines: "greedy",
    step({ data }, parser) {
      if (++rows > 0) list.add(data[column] ?? "", () => others.map((other) => data[other] ?? ""));
      if (rows > maximum) parser.abort();
    },
  });
  return rows > maximum ? INVALID : { kind: "list", list: list.build() };
}

/** Returns UTF-8 text without its byte order mark; `null` if it is not valid UTF-8. */
function decode(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Returns the index of the address column; `null` if no sampled cell contains an `@`. */
function addressColumn(data: readonly string[][]): number | null {
  const counts = new Map<number, number>();
  for (const row of data) {
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

const payload = z.looseObject({ emails: z.array(z.looseObject({ email: z.string() })).min(1) });

/**
 * Reads an uploaded array (service-spec, 'Upload a list', RAW_BODY): objects with an `email`; their other keys become
 * columns. More than `maximum` elements, an empty array or any other shape is invalid.
 */
export function readArray(body: unknown, maximum: number): ReadUpload {
  const parsed = payload.safeParse(body);
  if (!parsed.success || parsed.data.emails.length > maximum) return INVALID;
  const { emails } = parsed.data;
  if (!emails.some((one) => one.email.includes("@"))) return NO_ADDRESSES;
  const columns = new Set<string>();
  for (const one of emails) for (const key of Object.keys(one)) columns.add(key);
  columns.delete("email");
  const extras = [...columns];
  const list = createListBuilder("email", extras);
  for (const one of emails) list.add(one.email, () => extras.map((key) => cellOf(one[key])));
  return { kind: "list", list: list.build() };
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
