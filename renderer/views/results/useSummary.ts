import { useCallback, useEffect, useState } from "react";
import type { Summary } from "../../../shared/bridge/results.ts";
import type { Problem } from "../../../shared/problems.ts";
import { useAskAgain } from "../../stores/ask-again.ts";
import { useWinnow } from "../../stores/winnow.tsx";

/** The summary of a cleaning, read once it is `ready` and again on `reload`. */
export function useSummary(
  cleaningId: string,
  ready: boolean,
): { summary: Summary | null; problem: Problem | null; reload: () => void } {
  const { bridge, cleanings } = useWinnow();
  const [summary, setSummary] = useState<Summary | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [turn, setTurn] = useState(0);
  // A cleaning that does not exist never becomes ready: its problem comes from asking for it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is the wish to read again
  useEffect(() => {
    if (cleanings.getState().byId[cleaningId]) return;
    let current = true;
    void bridge.call("cleanings.get", { cleaningId }).then((got) => {
      if (!current) return;
      setProblem(got.ok ? null : got.problem);
      if (got.ok) cleanings.getState().put(got.value);
    });
    return () => {
      current = false;
    };
  }, [bridge, cleanings, cleaningId, turn]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is the wish to read again
  useEffect(() => {
    if (!ready) return;
    let current = true;
    void bridge.call("results.summary", { cleaningId }).then((read) => {
      if (!current) return;
      if (read.ok) setSummary(read.value);
      setProblem(read.ok ? null : read.problem);
    });
    return () => {
      current = false;
    };
  }, [bridge, cleaningId, ready, turn]);
  const reload = useCallback(() => setTurn((n) => n + 1), []);
  useAskAgain(problem, reload, [`results ${cleaningId}`, "suppression"]);
  return { summary, problem, reload };
}
