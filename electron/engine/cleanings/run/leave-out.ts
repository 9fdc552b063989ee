import { foldAddress } from "../../../../shared/addresses.ts";
import { ok } from "../../../../shared/result.ts";
import { openList, rewriteUpload } from "../../lists/index.ts";
import { leaveOut, type PartAsKnown } from "../../results/index.ts";
import { suppressedAmong, suppressedEntries } from "../../settings/index.ts";
import { layoutOf } from "../../store/index.ts";
import type { Task } from "../../threads/index.ts";

export interface LeaveOutInput extends PartAsKnown {
  readonly dataDir: string;
  readonly cleaningId: string;
  readonly listId: string;
  /** False: it is only looked at. */
  readonly write: boolean;
}

/** A part without who is on a suppression list by now. */
export interface PartLeft {
  readonly addresses: number;
  /** Rows of the list that hold one of them. */
  readonly rows: number;
  /** Addresses that were taken out of it since the cleaning started. */
  readonly leftOut: number;
  /** Of its file without them; null: it was only looked at. */
  readonly bytes: number | null;
}

/**
 * Takes who is on a suppression list by now out of a part that is about to be sent: out of its results, then out of its
 * file. Ended in between, it is gone on with the next time, for its record does not know of it yet. Null: nobody is.
 * Problem: `store_corrupt`, of a suppression list.
 */
export const leaveOutTask: Task<LeaveOutInput, PartLeft | null> = async (input) => {
  const layout = layoutOf(input.dataDir);
  const entries = suppressedEntries(layout);
  if (!entries.ok) return entries;
  const list = openList(layout.list(input.listId));
  try {
    const files = layout.cleaning(input.cleaningId);
    const found = (fate: Uint16Array) =>
      suppressedAmong(
        entries.value,
        fate.length,
        (id) => (fate[id] === input.ordinal ? foldAddress(list.address(id)) : ""),
        list,
      );
    const left = leaveOut(files.results, input, found, input.write);
    if (left === null) return ok(null);
    const { selected, leftOut } = left;
    const written = input.write ? rewriteUpload(list, files.upload(input.ordinal), selected) : ok(null);
    if (!written.ok) return written;
    const addresses = selected.reduce((sum, one) => sum + one, 0);
    const rows = list.rowAddress.reduce((sum, id) => sum + (id < 0 ? 0 : (selected[id] ?? 0)), 0);
    return ok({ addresses, rows, leftOut, bytes: written.value });
  } finally {
    list.close();
  }
};
