import { useMemo, useState } from "react";
import { MOST_FOUND } from "../../../shared/bridge/constants.ts";
import type { HeldAddress } from "../../../shared/bridge/results.ts";
import type { CallOutput } from "../../../shared/bridge.ts";
import { foldSearch } from "../../../shared/fold.ts";
import { type Holding, type HoldingList, useHolding } from "../../stores/holding.ts";
import { useCall } from "../../stores/reading.ts";

const PAGE = 20;

type Found = CallOutput<"results.history">;

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
  /** Nobody asked for its verdicts: it is shown for another reason than its own letters. */
  readonly isUnasked: boolean;
}

/** Every address that matches, once: those with verdicts of their own first. */
export function matchesOf(found: Found | null, holding: Holding, search: string): Match[] {
  const places = new Map<string, Place[]>();
  for (const list of holding.lists)
    for (const one of list.addresses)
      places.set(one.address, [...(places.get(one.address) ?? []), { ...one, list }]);
  const known = (found?.addresses ?? []).map((one) => {
    const listed = new Set(one.entries.map(({ cleaningId }) => cleaningId));
    const all = places.get(one.address) ?? [];
    return {
      ...one,
      places: all.filter(({ list }) => list.cleaningId === null || !listed.has(list.cleaningId)),
      ...{ isFurther: false, isUnasked: false },
    };
  });
  const bare = { suppressed: false, entries: [], places: [], isFurther: false, isUnasked: false };
  const further = (found?.further ?? []).map((address) => ({ ...bare, address, isFurther: true }));
  const named = new Set([...known, ...further].map(({ address }) => address));
  const others = [...places]
    .filter(([address]) => !named.has(address))
    .map(([address, stands]) => {
      const isOwn = foldSearch(address).includes(foldSearch(search));
      // Of what holds the text itself, everything that is known was found with it.
      return { ...bare, address, places: stands, isUnasked: !isOwn && stands.some(({ isCell }) => !isCell) };
    });
  return [...known, ...further, ...others];
}

export type AddressMatches = ReturnType<typeof useAddressMatches>;

/** Every address that matches, among all verdicts and in every list that is kept. An empty search asks nothing. */
export function useAddressMatches(search: string) {
  const [wanted, setWanted] = useState({ search, most: PAGE });
  const most = wanted.search === search ? wanted.most : PAGE;
  const asked = search === "" ? null : { search, limit: Math.min(MOST_FOUND, most) };
  const { value: found, problem } = useCall("results.history", asked, ["suppression", "checks", "erased"]);
  const question = useMemo(() => (search === "" ? null : { kind: "part" as const, text: search }), [search]);
  const holding = useHolding(question);
  const matches = useMemo(
    () => (search === "" ? [] : matchesOf(found, holding, search)),
    [search, found, holding],
  );
  return {
    shown: matches.slice(0, most).filter(({ isFurther }) => !isFurther),
    total: matches.length,
    more:
      found?.more === true ||
      holding.state === "full" ||
      holding.lists.some((list) => list.found > list.addresses.length),
    holding,
    isDone: (found !== null || problem !== null) && holding.state !== "looking",
    problem: problem ?? holding.problem,
    showMore: () => setWanted({ search, most: most + PAGE }),
  };
}
