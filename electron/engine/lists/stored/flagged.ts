import type { CallOutput } from "../../../../shared/bridge.ts";
import { ADDRESS_BIT } from "../format.ts";
import type { OpenList } from "./open-list.ts";
import type { Page } from "./pages.ts";

/**
 * The entries of a reference list that were met in a list, most distinct addresses first: domains or, of roles, what
 * stands before the `@`, folded and without sub-addressing.
 */
export function flaggedPage(
  list: OpenList,
  kind: "role" | "disposable" | "free",
  { offset, limit }: Page,
): CallOutput<"lists.flagged"> {
  const bit = ADDRESS_BIT[kind];
  const counts = new Map<string, number>();
  for (let id = 0; id < list.addresses; id++) {
    if (((list.addressBits[id] ?? 0) & bit) === 0) continue;
    const entry = kind === "role" ? roleOf(list.address(id)) : list.domain(list.addressDomain[id] ?? 0);
    counts.set(entry, (counts.get(entry) ?? 0) + 1);
  }
  const entries = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return {
    total: entries.length,
    entries: entries
      .slice(offset, offset + limit)
      .map(([entry, addresses]) => ({ entry: entry.slice(0, 255), addresses })),
  };
}

function roleOf(address: string): string {
  return address.slice(0, address.lastIndexOf("@")).split("+")[0]?.toLowerCase() ?? "";
}
