import { type OpenList, openList } from "../../lists/index.ts";
import type { Layout } from "../../store/index.ts";

/** How many of the `selected` addresses of `list` are in one of the other lists as well. Compared as they are folded. */
export function countShared(
  layout: Layout,
  list: OpenList,
  selected: Uint8Array,
  others: readonly string[],
): number {
  const found = new Uint8Array(selected.length);
  for (const listId of others) {
    const other = openList(layout.list(listId));
    try {
      const { addressText, addressEnd } = other;
      for (let id = 0, start = 0; id < addressEnd.length; id++) {
        const end = addressEnd[id] ?? start;
        const own = list.find(addressText.subarray(start, end));
        if (own >= 0 && selected[own] === 1) found[own] = 1;
        start = end;
      }
    } finally {
      other.close();
    }
  }
  return found.reduce((sum, one) => sum + one, 0);
}
