import { useCallback, useMemo } from "react";
import { ok } from "../../../shared/result.ts";
import { useReading } from "../../stores/reading.ts";
import { useWinnow } from "../../stores/winnow.tsx";

export type AnswerReading = ReturnType<typeof useAnswer>;

export function useAnswer(cleaningId: string) {
  const { bridge } = useWinnow();
  const askAnswer = useCallback(() => bridge.call("results.answer", { cleaningId }), [bridge, cleaningId]);
  const askInsights = useCallback(async () => {
    const found = await bridge.call("results.insights", { cleaningId });
    return found.ok ? ok(found.value.insights) : found;
  }, [bridge, cleaningId]);
  const on = [`results ${cleaningId}`, "suppression"] as const;
  const answer = useReading(cleaningId, askAnswer, on);
  const isTold = answer.value !== null || answer.problem !== null;
  const insights = useReading(cleaningId, isTold ? askInsights : null, on);
  const { reload: reloadAnswer } = answer;
  const { reload: reloadInsights } = insights;
  const reload = useCallback(() => {
    reloadAnswer();
    reloadInsights();
  }, [reloadAnswer, reloadInsights]);
  return useMemo(() => ({ answer, insights, reload }), [answer, insights, reload]);
}
