import { useEffect, useState } from "react";
import type { HoldingQuestion, ListSearchWindow } from "../../shared/bridge/results.ts";
import type { Problem } from "../../shared/problems.ts";
import type { Result } from "../../shared/result.ts";
import { useWinnow } from "./winnow.tsx";

export type HoldingList = ListSearchWindow["lists"][number];

export interface ListSearch {
  readonly lists: readonly HoldingList[];
  readonly looked: number;
  readonly of: number;
  readonly unread: number;
  /** `full`: the search stopped because it found enough. */
  readonly state: "looking" | "done" | "full";
  readonly problem: Problem | null;
}

const NOTHING: ListSearch = { lists: [], looked: 0, of: 0, unread: 0, state: "looking", problem: null };
const MOST = 1000;

/** Searches the stored lists and returns the results so far; inactive if `question` is `null`. */
export function useListSearch(question: HoldingQuestion | null): ListSearch {
  const { bridge } = useWinnow();
  const asked = question === null ? null : JSON.stringify(question);
  const [held, setHeld] = useState<{ asked: string | null; holding: ListSearch }>({
    asked: null,
    holding: NOTHING,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question's text stands for its parts
  useEffect(() => {
    if (question === null) return;
    let isWanted = true;
    const look = async () => {
      let holding = NOTHING;
      let from: ListSearchWindow["next"] = null;
      while (isWanted && holding.state === "looking") {
        const answer: Result<ListSearchWindow> = await bridge.call("results.holding", { question, from });
        if (!isWanted) return;
        holding = answer.ok
          ? withWindow(holding, answer.value)
          : { ...holding, state: "done", problem: answer.problem };
        from = answer.ok ? answer.value.next : null;
        setHeld({ asked, holding });
      }
    };
    void look();
    return () => {
      isWanted = false;
    };
  }, [bridge, asked]);
  return held.asked === asked ? held.holding : NOTHING;
}

function withWindow(before: ListSearch, { lists, looked, of, unread, next }: ListSearchWindow): ListSearch {
  const all = [...before.lists, ...lists];
  const found = all.reduce((sum, list) => sum + list.addresses.length, 0);
  return {
    lists: all,
    looked,
    of,
    unread: before.unread + unread,
    state: next === null ? "done" : found >= MOST ? "full" : "looking",
    problem: null,
  };
}
