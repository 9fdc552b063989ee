import { useCallback, useEffect, useState } from "react";
import type { CallOutput } from "../../../../shared/bridge.ts";
import type { Result } from "../../../../shared/result.ts";
import { useAskAgain } from "../../../stores/ask-again.ts";
import { useWinnow } from "../../../stores/winnow.tsx";
import type { ViewState } from "../view-state.ts";

interface Counted {
  readonly cleaningId: string;
  readonly filter: ViewState["filter"];
  readonly answer: Result<CallOutput<"exports.count">>;
}

/** How many rows an intent writes, and what it leaves out: asked anew whenever it changes. */
export function useExportCount(active: boolean, cleaningId: string, filter: ViewState["filter"]) {
  const { bridge } = useWinnow();
  const [counted, setCounted] = useState<Counted | null>(null);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is the wish to ask again
  useEffect(() => {
    if (!active) return;
    let current = true;
    setCounted(null);
    void bridge.call("exports.count", { cleaningId, filter }).then((answer) => {
      if (current) setCounted({ cleaningId, filter, answer });
    });
    return () => {
      current = false;
    };
  }, [bridge, active, cleaningId, filter, turn]);
  // A count is that of its own question: the first picture after another choice has none yet.
  const isOfThis = counted !== null && counted.cleaningId === cleaningId && counted.filter === filter;
  const answer = isOfThis ? counted.answer : null;
  const problem = answer === null || answer.ok ? null : answer.problem;
  const again = useCallback(() => setTurn((n) => n + 1), []);
  useAskAgain(problem, again, [`results ${cleaningId}`, "suppression"]);
  return { account: answer?.ok ? answer.value : null, problem, again, turn };
}
