import { FLAG_BIT, verdictOf } from "../../../shared/verdicts.ts";
import type { OpenedCleaning } from "../results/index.ts";

/** The columns that are added to a list on export, in the service's own words and order. */
export const VERDICT_COLUMNS = [
  "Verification Result",
  "Syntax Error",
  "ISP",
  "Role",
  "Disposable",
  "Trap",
  "Verified At",
] as const;

const FLAG_BITS = [FLAG_BIT.syntax_error, FLAG_BIT.free, FLAG_BIT.role, FLAG_BIT.disposable, FLAG_BIT.trap];
const BLANK: readonly string[] = VERDICT_COLUMNS.map(() => "");

/** The added cells of a row: verdict, flags as Y and N, time in ISO 8601; all blank for a row without a verdict. */
export function verdictCells({ list, results }: OpenedCleaning, row: number): readonly string[] {
  const address = list.rowAddress[row] ?? -1;
  const verdict = address < 0 ? null : verdictOf(results.verdict[address] ?? 0);
  if (verdict === null) return BLANK;
  const flags = results.flags[address] ?? 0;
  const at = results.verifiedAt[address] ?? 0;
  const marks = FLAG_BITS.map((bit) => ((flags & bit) === 0 ? "N" : "Y"));
  return [verdict, ...marks, at === 0 ? "" : new Date(at).toISOString()];
}

/**
 * Those cells as they follow a record in a file: `encode` makes bytes of cells with their delimiters. What verdict
 * and flags have in common is encoded once.
 */
export function createVerdictSuffix(
  cleaning: OpenedCleaning,
  encode: (cells: readonly string[]) => Buffer,
): (row: number) => readonly [Buffer, Buffer] {
  const known = new Map<number, Buffer>();
  const { rowAddress } = cleaning.list;
  const { verdict, flags, verifiedAt } = cleaning.results;
  return (row) => {
    const address = rowAddress[row] ?? -1;
    const key =
      address < 0 || verdict[address] === 0 ? 0 : (verdict[address] ?? 0) * 256 + (flags[address] ?? 0);
    let shared = known.get(key);
    if (shared === undefined) {
      shared = encode(verdictCells(cleaning, row).slice(0, -1));
      known.set(key, shared);
    }
    const at = key === 0 ? 0 : (verifiedAt[address] ?? 0);
    return [shared, encode([at === 0 ? "" : new Date(at).toISOString()])];
  };
}
