import { entriesIn } from "./entries.ts";
import { isAmong } from "./suppressed.ts";

/** What the rows of a list come to as entries of a suppression list. */
export interface RowEntries {
  /** Distinct addresses that are on no suppression list yet. */
  readonly addresses: number;
  /** Distinct addresses that are on one. */
  readonly already: number;
  /** Rows that name nobody. */
  readonly without: number;
}

/** Gathers the people that rows name, apart from those who are among the `known` entries. */
export function gatherEntries(known: ReadonlySet<string>) {
  const fresh = new Set<string>();
  const already = new Set<string>();
  let without = 0;
  const take = (folded: string) => (isAmong(known, folded) ? already : fresh).add(folded);
  return {
    fresh,
    address: take,
    /** What stands in the cells of a row without one address. A domain in one is not meant: everybody there would be left out. */
    cells(texts: readonly string[]): void {
      const named = texts
        .flatMap((text) => entriesIn(text).entries)
        .filter((entry) => !entry.startsWith("@"));
      if (named.length === 0) without++;
      for (const entry of named) take(entry);
    },
    counted: (): RowEntries => ({ addresses: fresh.size, already: already.size, without }),
  };
}
