import { useCallback, useEffect, useMemo, useState } from "react";
import type { ExportFilter } from "../../../../shared/bridge/exports.ts";
import type { CallOutput } from "../../../../shared/bridge.ts";
import type { Result } from "../../../../shared/result.ts";
import { useAskAgain } from "../../../stores/ask-again.ts";
import { useWinnow } from "../../../stores/winnow.tsx";

interface Counted {
  readonly cleaningId: string;
  /** The filter, as text. */
  readonly asked: string;
  readonly answer: Result<CallOutput<"exports.count">>;
}

/** How many rows an intent writes, and what it leaves out: asked anew whenever it changes. */
export function useExportCount(active: boolean, cleaningId: string, filter: ExportFilter) {
  const { bridge } = useWinnow();
  const [counted, setCounted] = useState<Counted | null>(null);
  const [turn, setTurn] = useState(0);
  // What else is learned of the cleaning makes the same filter anew: that is no reason to take its number away.
  const asked = useMemo(() => JSON.stringify(filter), [filter]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the filter, a turn is the wish to ask again
  useEffect(() => {
    if (!active) return;
    let current = true;
    setCounted(null);
    void bridge.call("exports.count", { cleaningId, filter }).then((answer) => {
      if (current) setCounted({ cleaningId, asked, answer });
    });
    return () => {
      current = false;
    };
  }, [bridge, active, cleaningId, asked, turn]);
  // A count is that of its own question: the first picture after another choice has none yet.
  const isOfThis = counted !== null && counted.cleaningId === cleaningId && counted.asked === asked;
  const answer = isOfThis ? counted.answer : null;
  const problem = answer === null || answer.ok ? null : answer.problem;
  const again = useCallback(() => setTurn((n) => n + 1), []);
  useAskAgain(problem, again, [`results ${cleaningId}`, "suppression"]);
  return { account: answer?.ok ? answer.value : null, problem, again, turn };
}
