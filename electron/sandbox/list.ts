import { foldAddress } from "../../shared/addresses.ts";
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
export function codeOf(verdict: Verdict, flags: number): number {
  return VERDICT_CODE[verdict] | (flags << 3);
}

export function verdictOfCode(code: number): Verdict {
  return verdictOf(code & 7) ?? "unknown";
}

export function flagsOfCode(code: number): number {
  return code >> 3;
}

/** Builds a list row by row, so that the rows of an upload are never all in memory. */
export interface ListBuilder {
  /** Adds a row unless its address is empty or a duplicate. The first spelling wins. */
  add(address: string, extras: () => readonly string[]): void;
  build(): ReadList;
}

export function createListBuilder(addressHeader: string, extraHeaders: readonly string[]): ListBuilder {
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
    add(written, extras) {
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
    build() {
      flush();
      return { addressHeader, extraHeaders, chunks, total: seen.size, analysis };
    },
  };
}
