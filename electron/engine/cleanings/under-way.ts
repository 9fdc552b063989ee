import { existsSync } from "node:fs";
import type { OpenList } from "../lists/index.ts";
import { MAX_PART } from "../results/format.ts";
import { openCleaning } from "../results/index.ts";
import type { Layout } from "../store/index.ts";

/** A cleaning that is not over. */
export interface UnderWay {
  readonly listId: string;
  readonly cleaningId: string;
}

/**
 * How many of the `selected` addresses of `list` are being verified by other cleanings at this moment: once those are
 * home, they cost nothing. Compared as they are folded, byte for byte.
 */
export function countUnderWay(
  layout: Layout,
  list: OpenList,
  selected: Uint8Array,
  others: readonly UnderWay[],
): number {
  const found = new Uint8Array(selected.length);
  for (const { listId, cleaningId } of others) {
    const { results } = layout.cleaning(cleaningId);
    // Between a cleaning's first entry and its files there is a moment without them.
    if (!existsSync(results)) continue;
    const other = openCleaning(layout.list(listId), results, { readonly: true, lazy: true });
    try {
      const { fate, verdict } = other.results;
      const { addressText, addressEnd } = other.list;
      for (let id = 0, start = 0; id < fate.length; id++) {
        const end = addressEnd[id] ?? start;
        const part = fate[id] ?? 0;
        if (part >= 1 && part <= MAX_PART && verdict[id] === 0) {
          const own = list.find(addressText.subarray(start, end));
          if (own >= 0 && selected[own] === 1) found[own] = 1;
        }
        start = end;
      }
    } finally {
      other.close();
    }
  }
  return found.reduce((sum, one) => sum + one, 0);
}
