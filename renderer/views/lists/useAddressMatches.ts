import { useEffect, useMemo, useState } from "react";
import { MOST_FOUND } from "../../../shared/bridge/results.ts";
import type { CallOutput } from "../../../shared/bridge.ts";
import type { Problem } from "../../../shared/problems.ts";
import { useAskAgain } from "../../stores/ask-again.ts";
import { type Holding, useHolding } from "../../stores/holding.ts";
import { useCleanings, useWinnow } from "../../stores/winnow.tsx";
import { type Match, matchesOf } from "./address-matches.ts";
import { useOwnVerdicts } from "./useOwnVerdicts.ts";

const PAGE = 20;

export interface AddressMatches {
  /** Those that are shown. */
  readonly shown: readonly Match[];
  readonly total: number;
  /** There are more than can be counted here. */
  readonly more: boolean;
  readonly holding: Holding;
  /** Neither verdicts nor lists are still to be looked at. */
  readonly isDone: boolean;
  readonly problem: Problem | null;
  showMore(): void;
}

/** Every address that matches, among all verdicts and in every list that is kept. An empty search asks nothing. */
export function useAddressMatches(search: string): AddressMatches {
  const { bridge } = useWinnow();
  const [wanted, setWanted] = useState({ search, most: PAGE });
  const most = wanted.search === search ? wanted.most : PAGE;
  const [answer, setAnswer] = useState<{
    search: string;
    found: CallOutput<"results.history"> | null;
  } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const gone = useCleanings((state) => state.gone.size);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is the wish to ask again, a list that is gone the reason
  useEffect(() => {
    if (search === "") return;
    let current = true;
    void bridge.call("results.history", { search, limit: Math.min(MOST_FOUND, most) }).then((answered) => {
      if (!current) return;
      setAnswer({ search, found: answered.ok ? answered.value : null });
      setProblem(answered.ok ? null : answered.problem);
    });
    return () => {
      current = false;
    };
  }, [bridge, search, most, turn, gone]);
  useAskAgain(problem, () => setTurn((n) => n + 1), ["suppression", "checks"]);
  const question = useMemo(() => (search === "" ? null : { kind: "part" as const, text: search }), [search]);
  const holding = useHolding(question);
  const isAnswered = answer?.search === search;
  const found = isAnswered ? answer.found : null;
  const { own, askFor } = useOwnVerdicts(`${turn} ${search}`);
  const matches = useMemo(
    () => (search === "" ? [] : matchesOf(found, holding, search, own)),
    [search, found, holding, own],
  );
  const unasked = matches.slice(0, most).find((one) => one.isUnasked)?.address ?? null;
  // One after the other: each may be looked for in all that was ever verified.
  useEffect(
    () => (isAnswered && unasked !== null ? askFor(unasked) : undefined),
    [isAnswered, unasked, askFor],
  );
  return {
    shown: matches.slice(0, most).filter(({ isFurther }) => !isFurther),
    total: matches.length,
    more:
      found?.more === true ||
      holding.state === "full" ||
      holding.lists.some((list) => list.found > list.addresses.length),
    holding,
    isDone: isAnswered && holding.state !== "looking",
    problem: (isAnswered ? problem : null) ?? holding.problem,
    showMore: () => setWanted({ search, most: most + PAGE }),
  };
}
