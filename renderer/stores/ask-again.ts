import { useEffect, useRef } from "react";
import type { Problem } from "../../shared/problems.ts";
import { isHostGone } from "../words/bridge.ts";
import type { Changed } from "./app.ts";
import { useApp } from "./winnow.tsx";

const FIRST_MS = 1_000;
const LAST_MS = 30_000;

/**
 * Has `ask` called again by itself: while `problem` is that Winnow did not answer, after a while that grows, and whenever
 * its events flow again after a break, because what is shown may be of before; and where another page changed one of
 * the things that it is `of`.
 */
export function useAskAgain(problem: Problem | null, ask: () => void, of: readonly Changed[] = []): void {
  const latest = useRef(ask);
  latest.current = ask;
  const about = of.join("\n");
  const news = useApp(
    ({ breaks, changes }) => `${about}\n${breaks + of.reduce((sum, one) => sum + (changes[one] ?? 0), 0)}`,
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
