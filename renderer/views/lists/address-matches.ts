import { foldText } from "../../../shared/addresses.ts";
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
  /** Nobody was asked for its verdicts yet: it is shown for another reason than its own letters. */
  readonly isUnasked: boolean;
}

/**
 * Every address that matches, once: those with verdicts of their own first. `own`: what is known of addresses that do
 * not hold the searched text themselves (the cell in which they stand does), by the address.
 */
export function matchesOf(
  found: Found | null,
  holding: Holding,
  search: string,
  own: ReadonlyMap<string, Found["addresses"][number]> = new Map(),
): Match[] {
  const places = new Map<string, Place[]>();
  for (const list of holding.lists)
    for (const one of list.addresses)
      places.set(one.address, [...(places.get(one.address) ?? []), { ...one, list }]);
  const withPlaces = (one: Found["addresses"][number], address = one.address): Match => {
    const listed = new Set(one.entries.map(({ cleaningId }) => cleaningId));
    const all = places.get(address) ?? [];
    return {
      ...one,
      address,
      places: all.filter(({ list }) => list.cleaningId === null || !listed.has(list.cleaningId)),
      ...{ isFurther: false, isUnasked: false },
    };
  };
  const known = (found?.addresses ?? []).map((one) => withPlaces(one));
  const bare = { suppressed: false, entries: [] };
  const further = (found?.further ?? []).map((address) => ({
    ...bare,
    address,
    places: [],
    ...{ isFurther: true, isUnasked: false },
  }));
  const named = new Set([...known, ...further].map(({ address }) => address));
  const others = [...places]
    .filter(([address]) => !named.has(address))
    .map(([address, stands]) => {
      const one = own.get(address);
      if (one !== undefined) return withPlaces(one, address);
      // Of what holds the text itself, everything that is known was found with it.
      const isUnasked = !foldText(address).includes(foldText(search)) && stands.some(({ isCell }) => !isCell);
      return { ...bare, address, places: stands, isFurther: false, isUnasked };
    });
  return [...known, ...further, ...others];
}
