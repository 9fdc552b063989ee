import type { HeldAddress } from "../../../shared/bridge/results.ts";
import type { CallOutput } from "../../../shared/bridge.ts";
import type { Holding, HoldingList } from "../../stores/holding.ts";

type Found = CallOutput<"results.history">;

/** A list in which an address stands, and as what. */
export interface Place extends HeldAddress {
  readonly list: HoldingList;
}

/** One address, or a cell as it stands: its verdicts, and the lists in which it stands without one of its own. */
export interface Match {
  readonly address: string;
  readonly suppressed: boolean;
  readonly entries: Found["addresses"][number]["entries"];
  readonly places: readonly Place[];
  /** Its verdicts are still to be read. */
  readonly isFurther: boolean;
}

/** Every address that matches, once: those with verdicts of their own first. */
export function matchesOf(found: Found | null, holding: Holding): Match[] {
  const places = new Map<string, Place[]>();
  for (const list of holding.lists)
    for (const one of list.addresses)
      places.set(one.address, [...(places.get(one.address) ?? []), { ...one, list }]);
  const known: Match[] = (found?.addresses ?? []).map((one) => {
    const listed = new Set(one.entries.map(({ cleaningId }) => cleaningId));
    const own = places.get(one.address) ?? [];
    return {
      ...one,
      places: own.filter(({ list }) => list.cleaningId === null || !listed.has(list.cleaningId)),
      isFurther: false,
    };
  });
  const bare = { suppressed: false, entries: [] };
  const further = (found?.further ?? []).map((address) => ({
    ...bare,
    address,
    places: [],
    isFurther: true,
  }));
  const named = new Set([...known, ...further].map(({ address }) => address));
  const others = [...places]
    .filter(([address]) => !named.has(address))
    .map(([address, own]) => ({ ...bare, address, places: own, isFurther: false }));
  return [...known, ...further, ...others];
}
