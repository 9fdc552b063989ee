import type { ResultFilter } from "../../../../shared/bridge/results.ts";
import { ok, type Result } from "../../../../shared/result.ts";
import { suppressedAmong, suppressedEntries, suppressionLists } from "../../settings/index.ts";
import type { Layout } from "../../store/index.ts";
import { foldedAt } from "../folded-text.ts";
import type { OpenedCleaning } from "./opened.ts";

/** Which of a cleaning's addresses are on a suppression list now, whatever was so when it was started. */
export interface SuppressedNow {
  /** The lists that were looked at. */
  readonly lists: string;
  /** u: 1 for each that is; null: none is. */
  readonly addresses: Uint8Array | null;
}

/**
 * Looks up which addresses are on a suppression list now, for what is asked under `filter`. Problem: `store_corrupt`,
 * when a suppression list is damaged and its addresses are to be left out; it keeps nobody from looking at rows.
 */
export function lookUpSuppressed(
  cleaning: OpenedCleaning,
  layout: Layout,
  { leaveOutSuppressed }: Pick<ResultFilter, "leaveOutSuppressed"> = {},
): Result<null> {
  if (leaveOutSuppressed === true) return lookUp(cleaning, layout);
  try {
    lookUp(cleaning, layout);
  } catch {
    // Rows are shown without that mark.
  }
  return ok(null);
}

/** Nothing is done where it is known for these very lists. Throws SQLite's errors. */
function lookUp(cleaning: OpenedCleaning, layout: Layout): Result<null> {
  const lists = suppressionLists(layout);
  if (cleaning.suppressed?.lists === lists) return ok(null);
  const entries = suppressedEntries(layout);
  if (!entries.ok) return entries;
  const { list } = cleaning;
  const addresses = suppressedAmong(entries.value, list.addresses, (id) => foldedAt(cleaning.folded, id));
  cleaning.suppressed = { lists, addresses };
  cleaning.cache.suppressedChanged();
  return ok(null);
}

/** Whether the row's address is on a suppression list, as far as that was looked up. */
export function isSuppressed({ list, suppressed }: OpenedCleaning, row: number): boolean {
  const address = list.rowAddress[row] ?? -1;
  return address >= 0 && suppressed?.addresses?.[address] === 1;
}
