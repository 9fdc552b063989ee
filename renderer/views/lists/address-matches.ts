import { useMemo, useState } from "react";
import { MAX_SEARCH_RESULTS } from "../../../shared/bridge/constants.ts";
import type { HeldAddress } from "../../../shared/bridge/results.ts";
import type { CallOutput } from "../../../shared/bridge.ts";
import { foldSearch } from "../../../shared/fold.ts";
import { type HoldingList, type ListSearch, useListSearch } from "../../stores/list-search.ts";
import { useCall } from "../../stores/query.ts";

const PAGE = 20;

type Found = CallOutput<"results.history">;

export interface Place extends HeldAddress {
  readonly list: HoldingList;
}

/** A matching address or whole cell, with its verdicts and the lists that contain it without a verdict. */
export interface Match {
  readonly address: string;
  readonly suppressed: boolean;
  readonly entries: Found["addresses"][number]["entries"];
  readonly places: readonly Place[];
  /** Verdicts are not loaded yet. */
  readonly isFurther: boolean;
  /** Verdicts were not requested, because the match is not on the address itself. */
  readonly isUnasked: boolean;
}

/** Returns distinct matches; those with verdicts come first. */
export function matchesOf(found: Found | null, holding: ListSearch, search: string): Match[] {
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
      // The history search covers everything that contains the text itself.
      return { ...bare, address, places: stands, isUnasked: !isOwn && stands.some(({ isCell }) => !isCell) };
    });
  return [...known, ...further, ...others];
}

export type AddressMatches = ReturnType<typeof useAddressMatches>;

/** Searches the verdicts and all stored lists for addresses. Inactive for an empty search. */
export function useAddressMatches(search: string) {
  const [wanted, setWanted] = useState({ search, most: PAGE });
  const most = wanted.search === search ? wanted.most : PAGE;
  const asked = search === "" ? null : { search, limit: Math.min(MAX_SEARCH_RESULTS, most) };
  const { value: found, problem } = useCall("results.history", asked, ["suppression", "checks", "erased"]);
  const question = useMemo(() => (search === "" ? null : { kind: "part" as const, text: search }), [search]);
  const holding = useListSearch(question);
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
