import { foldAddress } from "../../shared/addresses.ts";
import { FLAG_BIT, VERDICT_CODE, type Verdict, verdictOf } from "../../shared/verdicts.ts";
import type { AnalysisCounts } from "./job.ts";
import { judge } from "./verdicts.ts";

/** Addresses to a chunk: small enough to hold, large enough to be few. */
const CHUNK = 5000;

/** A stretch of a list: its distinct addresses, the cells beside them, and what verification will say. */
export interface Chunk {
  /** Number of the first address within the list. */
  readonly first: number;
  readonly addresses: readonly string[];
  /** The other columns' cells, row by row; null where the list has no other column. */
  readonly extras: readonly (readonly string[])[] | null;
  /** One code for each address. */
  readonly codes: Uint8Array;
}

/** A list as uploaded: distinct addresses in their order, judged. */
export interface ReadList {
  readonly addressHeader: string;
  readonly extraHeaders: readonly string[];
  readonly chunks: readonly Chunk[];
  readonly total: number;
  readonly analysis: AnalysisCounts;
}

/** One row of an upload. */
export interface UploadedRow {
  readonly address: string;
  readonly extras: readonly string[];
}

/** Verdict and flags in one byte. */
export function codeOf(verdict: Verdict, flags: number): number {
  return VERDICT_CODE[verdict] | (flags << 3);
}

export function verdictOfCode(code: number): Verdict {
  return verdictOf(code & 7) ?? "unknown";
}

export function flagsOfCode(code: number): number {
  return code >> 3;
}

/** The distinct addresses of `rows`, the first of each in its spelling, judged and counted. Empty ones are skipped. */
export function collectList(
  headers: { readonly address: string; readonly extras: readonly string[] },
  rows: Iterable<UploadedRow>,
): ReadList {
  const seen = new Set<string>();
  const chunks: Chunk[] = [];
  const analysis = { common_isp: 0, role_based: 0, disposable: 0, spamtrap: 0, syntax_error: 0 };
  let addresses: string[] = [];
  let extras: (readonly string[])[] = [];
  let codes: number[] = [];
  const flush = () => {
    if (addresses.length === 0) return;
    const first = seen.size - addresses.length;
    chunks.push({
      first,
      addresses,
      extras: headers.extras.length === 0 ? null : extras,
      codes: Uint8Array.from(codes),
    });
    addresses = [];
    extras = [];
    codes = [];
  };
  for (const row of rows) {
    const address = row.address.trim();
    if (address === "") continue;
    const folded = foldAddress(address);
    if (seen.has(folded)) continue;
    seen.add(folded);
    const { verdict, flags } = judge(address);
    addresses.push(address);
    if (headers.extras.length > 0) extras.push(row.extras);
    codes.push(codeOf(verdict, flags));
    if (flags & FLAG_BIT.free) analysis.common_isp++;
    if (flags & FLAG_BIT.role) analysis.role_based++;
    if (flags & FLAG_BIT.disposable) analysis.disposable++;
    if (flags & FLAG_BIT.trap) analysis.spamtrap++;
    if (flags & FLAG_BIT.syntax_error) analysis.syntax_error++;
    if (addresses.length === CHUNK) flush();
  }
  flush();
  return { addressHeader: headers.address, extraHeaders: headers.extras, chunks, total: seen.size, analysis };
}
