import { foldAddress } from "../../../../shared/addresses.ts";
import type { Layout } from "../../store/index.ts";
import type { Records } from "../records.ts";
import { onlyAddressIn } from "./only-address.ts";

/**
 * When the single check of an `address` was sent, or may have been, by a cleaning at `scope` that has no answer to it yet
 * (Unix milliseconds, as the cleaning was started); null: none was.
 */
export async function checkSentSince(
  { records, layout }: { readonly records: Records; readonly layout: Layout },
  scope: string,
  address: string,
): Promise<number | null> {
  const sought = foldAddress(address.trim());
  for (const { cleaningId, ordinal, record } of records.checkedAlone()) {
    const cleaning = records.cleaning(cleaningId);
    if (cleaning?.scope !== scope || !record.mayBeCharged || record.answer !== null) continue;
    const own = await onlyAddressIn(layout.cleaning(cleaningId).upload(ordinal));
    if (own !== null && foldAddress(own) === sought) return cleaning.created_at;
  }
  return null;
}
