import { fail, ok, type Result } from "../../../../../shared/result.ts";
import { foldedAt } from "../../../addresses/index.ts";
import { gatherEntries, type RowEntries, suppressedEntries, writeEntries } from "../../../settings/index.ts";
import type { Layout } from "../../../store/index.ts";
import type { OpenedCleaning } from "../opened.ts";
import type { Steps } from "../steps.ts";

const ROWS_IN_STEP = 50_000;

/**
 * Writes whom the rows of `mask` name, and no suppression list holds yet, to the file `target`; null: counts them.
 * Problems: `store_corrupt` where a suppression list is damaged; those of the store.
 */
export function* suppressRows(
  cleaning: OpenedCleaning,
  layout: Layout,
  { mask, target }: { mask: Uint8Array; target: string | null },
): Steps<Result<RowEntries>> {
  const known = suppressedEntries(layout);
  if (!known.ok) return fail(known.problem);
  const gathered = gatherEntries(known.value);
  const { list, folded, unusable } = cleaning;
  for (let row = 0; row < mask.length; row++) {
    if (row % ROWS_IN_STEP === 0) yield;
    if (mask[row] !== 1) continue;
    const address = list.rowAddress[row] ?? -1;
    if (address < 0) gathered.cells([unusable.get(row) ?? ""]);
    else gathered.address(foldedAt(folded, address));
  }
  const counted = gathered.counted();
  if (target === null || counted.addresses === 0) return ok(counted);
  const written = writeEntries(target, gathered.fresh);
  return written.ok ? ok(counted) : fail(written.problem);
}
