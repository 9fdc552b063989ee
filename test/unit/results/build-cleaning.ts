import { createResults, FATE } from "../../../electron/engine/results/index.ts";
import { readResults, writeResults } from "../../../electron/engine/results/results-store.ts";
import { openMarks } from "../../../electron/engine/results/review/view/marks.ts";
import { type CleaningLayout, layoutOf, openColumns } from "../../../electron/engine/store/index.ts";
import type { RowClass } from "../../../shared/bridge/constants.ts";
import { domainOf, foldAddress } from "../../../shared/fold-addresses.ts";

import {
  FLAG_BIT,
  type Flag,
  type ResultSource,
  SOURCE_CODE,
  VERDICT_CODE,
  type Verdict,
} from "../../../shared/verdicts.ts";
import { type BuiltList, buildList } from "./build-list.ts";

/** The true state of one row, which every query must match. */
export interface ExpectedRow {
  /** Cells as the table shows them. */
  readonly cells: string[];
  /** An empty string for an empty cell; `null` if malformed. */
  readonly address: string | null;
  readonly verdict: Verdict | null;
  readonly flags: Flag[];
  readonly at: number;
  readonly class: RowClass;
  readonly mark: "keep" | "drop" | null;
  /** `null` if there is no address. */
  readonly source: RowSource | null;
  readonly fate: AddressResult["fate"] | null;
}
type RowSource = Exclude<ResultSource, "known">;

export interface AddressResult {
  readonly verdict: Verdict | null;
  readonly flags: readonly Flag[];
  readonly at: number;
  readonly fate: "part" | "known" | "suppressed" | "beyond_limit";
  /** Source of the verdict; the service by default. Addresses missing from its results have no flags. */
  readonly source?: RowSource;
}

export interface BuiltCleaning {
  readonly built: BuiltList;
  readonly cleaning: CleaningLayout;
  readonly rows: ExpectedRow[];
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",\n\r]|^ | $/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",")}\n`;
}

/**
 * Builds a list (column 0 holds the address) with its results. `truths` apply to the distinct addresses in order,
 * cyclically; `marks` to the rows. `typos` maps mistyped to intended domains, with every correction accepted. `bits`
 * returns the ADDRESS_BITs of an address.
 */
export function buildCleaning(
  table: readonly (readonly [address: string | null, ...cells: string[]])[],
  truths: readonly AddressResult[],
  marks: readonly ("keep" | "drop" | null)[] = [],
  typos: Readonly<Record<string, string>> = {},
  bits: (address: string) => number = () => 0,
): BuiltCleaning {
  const typed = table.map(([address, ...rest]) => [address ?? "not an address", ...rest]);
  const corrections = new Map<string, string>();
  const meant = (address: string | null) => {
    const domain = address ? typos[domainOf(address)] : undefined;
    if (!address || domain === undefined) return address;
    const corrected = address.slice(0, address.lastIndexOf("@") + 1) + domain;
    corrections.set(foldAddress(address), corrected);
    return corrected;
  };
  const addresses = table.map(([address]) => meant(address));
  const cells = typed.map((row, at) => [addresses[at] ?? "not an address", ...row.slice(1)]);
  const width = cells.reduce((most, row) => Math.max(most, row.length), 1);
  const columns = Array.from({ length: width }, (_, column) => (column === 0 ? "email" : `c${column}`));
  const built = buildList({
    head: Buffer.from(csvLine(columns)),
    records: typed.map((row) => Buffer.from(csvLine(row))),
    addresses,
    corrections,
    bits,
    meta: { columns },
  });
  const size = built.addresses.length;
  const truth = (id: number): AddressResult =>
    truths[id % Math.max(1, truths.length)] ?? { verdict: null, flags: [], at: 0, fate: "part" };
  const fates = { part: 1, known: FATE.known, suppressed: FATE.suppressed, beyond_limit: FATE.beyondLimit };
  const isVerified = (id: number) =>
    (truth(id).fate === "part" || truth(id).fate === "known") && truth(id).verdict !== null;
  const cleaning = layoutOf(built.dataDir).cleaning("c1");
  createResults(cleaning.results, {
    fate: Uint16Array.from({ length: size }, (_, id) => fates[truth(id).fate]),
    known: null,
  });
  const store = openColumns(cleaning.results);
  const results = readResults(store, size);
  for (let id = 0; id < size; id++) {
    const { verdict, flags, at } = truth(id);
    if (!isVerified(id) || verdict === null) continue;
    results.verdict[id] = VERDICT_CODE[verdict];
    results.flags[id] = flags.reduce((bits, flag) => bits | FLAG_BIT[flag], 0);
    results.verifiedAt[id] = at;
    results.source[id] = SOURCE_CODE[truth(id).fate === "known" ? "known" : (truth(id).source ?? "service")];
  }
  store.transaction(() => writeResults(store, results));
  const opened = openMarks(store, table.length);
  for (const decision of ["keep", "drop"] as const) {
    const rows = Uint32Array.from(
      [...marks.keys()].filter((row) => marks[row] === decision && row < table.length),
    );
    opened.mark(rows, decision, "because");
  }
  store.close();
  const ids = new Map(built.addresses.map((address, id) => [foldAddress(address), id]));
  const seen = new Set<number>();
  const rows = addresses.map((address, row): ExpectedRow => {
    const id = address === null || address === "" ? -1 : (ids.get(foldAddress(address)) ?? -1);
    const own = truth(Math.max(0, id));
    const verified = id >= 0 && isVerified(id);
    const classOf = (): RowClass => {
      if (address === "") return "empty";
      if (address === null) return "malformed";
      if (seen.has(id)) return "repeated";
      return own.fate === "part" || own.fate === "known" ? "first" : own.fate;
    };
    const ownClass = classOf();
    seen.add(id);
    return {
      cells: cells[row] ?? [],
      address,
      verdict: verified ? own.verdict : null,
      flags: verified ? [...own.flags] : [],
      at: verified ? own.at : 0,
      class: ownClass,
      mark: marks[row] ?? null,
      source: id < 0 ? null : (own.source ?? "service"),
      fate: id < 0 ? null : own.fate,
    };
  });
  return { built, cleaning, rows };
}
