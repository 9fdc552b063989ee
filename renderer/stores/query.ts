import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { HoldingQuestion, ListSearchWindow } from "../../shared/bridge/results.ts";
import type { CallInput, CallName, CallOutput } from "../../shared/bridge.ts";
import type { Problem } from "../../shared/problems.ts";
import type { Result } from "../../shared/result.ts";
import { isHostGone } from "../words/common.ts";
import type { InvalidationKey } from "./app.ts";
import { useApp, useWinnow } from "./winnow.tsx";
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
const MAX_MARKS = 1000;

/** Searches the stored lists and returns the results so far; inactive if `question` is `null`. */
export function useListSearch(question: HoldingQuestion | null): ListSearch {
  const { bridge } = useWinnow();
  const questionKey = question === null ? null : JSON.stringify(question);
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
        setHeld({ asked: questionKey, holding });
      }
    };
    void look();
    return () => {
      isWanted = false;
    };
  }, [bridge, questionKey]);
  return held.asked === questionKey ? held.holding : NOTHING;
}

function withWindow(before: ListSearch, { lists, looked, of, unread, next }: ListSearchWindow): ListSearch {
  const all = [...before.lists, ...lists];
  const found = all.reduce((sum, list) => sum + list.addresses.length, 0);
  return {
    lists: all,
    looked,
    of,
    unread: before.unread + unread,
    state: next === null ? "done" : found >= MAX_MARKS ? "full" : "looking",
    problem: null,
  };
}

const FIRST_MS = 1_000;
const LAST_MS = 30_000;

/**
 * Calls `ask` again when needed: with exponential backoff while `problem` means that the host is unreachable, after the
 * event stream resumes (data may be stale), and when another page changes any data in `of`.
 */
export function useRefetch(
  problem: Problem | null,
  ask: () => void,
  of: readonly InvalidationKey[] = [],
): void {
  const latest = useRef(ask);
  latest.current = ask;
  const about = of.join("\n");
  const news = useApp(
    ({ reconnects, changeCounts }) =>
      `${about}\n${reconnects + of.reduce((sum, one) => sum + (changeCounts[one] ?? 0), 0)}`,
  );
  const known = useRef({ about, news });
  useEffect(() => {
    const before = known.current;
    known.current = { about, news };
    if (before.about === about && before.news !== news) latest.current();
  }, [about, news]);
  const isGone = problem !== null && isHostGone(problem);
  useEffect(() => {
    if (!isGone) return;
    let wait = FIRST_MS;
    let timer = setTimeout(again, wait);
    function again() {
      latest.current();
      wait = Math.min(LAST_MS, wait * 2);
      timer = setTimeout(again, wait);
    }
    return () => clearTimeout(timer);
  }, [isGone]);
}

export interface Query<T> {
  /** The latest successful response to this question, kept while it is requested again. */
  readonly value: T | null;
  /** The last successful answer, possibly to an earlier question; it stays when a later question fails. */
  readonly last: T | null;
  readonly problem: Problem | null;
  readonly isAsking: boolean;
  reload(): void;
}

interface Answered<T> {
  readonly question: string;
  readonly asked: unknown;
  readonly turn: number;
  readonly value: T | null;
  readonly last: T | null;
  readonly problem: Problem | null;
}

/** Calls `ask` initially, when it changes, and when any data in `on` changes. Inactive while it is `null`. */
export function useQuery<T>(
  question: string,
  ask: (() => Promise<Result<T>>) | null,
  on: readonly InvalidationKey[] = [],
): Query<T> {
  const [answered, setAnswered] = useState<Answered<T> | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (ask === null) return;
    let isWanted = true;
    void ask().then((answer) => {
      if (!isWanted) return;
      setAnswered((before) => ({
        question,
        asked: ask,
        turn,
        value: answer.ok ? answer.value : before?.question === question ? before.value : null,
        last: answer.ok ? answer.value : (before?.last ?? null),
        problem: answer.ok ? null : answer.problem,
      }));
    });
    return () => {
      isWanted = false;
    };
  }, [ask, question, turn]);
  const own = answered?.question === question ? answered : null;
  const reload = useCallback(() => setTurn((n) => n + 1), []);
  useRefetch(own?.problem ?? null, reload, on);
  return {
    value: own?.value ?? null,
    last: answered?.last ?? null,
    problem: own?.problem ?? null,
    isAsking: ask !== null && (own?.asked !== ask || own.turn !== turn),
    reload,
  };
}

/** Returns the response to a bridge call; see {@link useQuery}. Inactive while `input` is `null`. */
export function useCall<N extends CallName>(
  name: N,
  input: CallInput<N> | null,
  on: readonly InvalidationKey[] = [],
): Query<CallOutput<N>> {
  const { bridge } = useWinnow();
  const question = JSON.stringify([name, input]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question's text stands for its input
  const ask = useMemo(() => (input === null ? null : () => bridge.call(name, input)), [bridge, question]);
  return useQuery(question, ask, on);
}
