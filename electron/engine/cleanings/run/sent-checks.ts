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
  for (const id of records.active()) {
    const cleaning = records.cleaning(id);
    if (cleaning?.scope !== scope) continue;
    for (const { ordinal, record } of records.parts(id)) {
      if (!record.single || !record.mayBeCharged || record.answer !== null) continue;
      const own = await onlyAddressIn(layout.cleaning(id).upload(ordinal));
      if (own !== null && foldAddress(own) === sought) return cleaning.created_at;
    }
  }
  return null;
}
