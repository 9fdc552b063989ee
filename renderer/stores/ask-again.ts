import { useEffect, useRef } from "react";
import type { Problem } from "../../shared/problems.ts";
import { isHostGone } from "../words/bridge.ts";
import { useApp } from "./winnow.tsx";

const FIRST_MS = 1_000;
const LAST_MS = 30_000;

/**
 * Has `ask` called again by itself: while `problem` is that Winnow did not answer, after a while that grows, and whenever
 * its events flow again after a break, because what is shown may be of before.
 */
export function useAskAgain(problem: Problem | null, ask: () => void): void {
  const latest = useRef(ask);
  latest.current = ask;
  const breaks = useApp((state) => state.breaks);
  const known = useRef(breaks);
  useEffect(() => {
    if (known.current === breaks) return;
    known.current = breaks;
    latest.current();
  }, [breaks]);
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
