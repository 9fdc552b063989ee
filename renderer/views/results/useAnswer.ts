import { useCallback, useMemo, useState } from "react";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import type { SelectedRows } from "../../../shared/bridge/results.ts";
import { ok } from "../../../shared/result.ts";
import type { SuppressWish } from "../../components/SuppressDialog.tsx";
import { useCommand } from "../../frame/Shortcuts.tsx";
import { useQuery } from "../../stores/query.ts";
import { useWinnow } from "../../stores/winnow.tsx";
import { type SuppressReason, suppressWords } from "../../words/settings.ts";

export type AnswerReading = ReturnType<typeof useAnswer>;

export function useAnswer(cleaningId: string) {
  const { bridge } = useWinnow();
  const askAnswer = useCallback(() => bridge.call("results.answer", { cleaningId }), [bridge, cleaningId]);
  const askInsights = useCallback(async () => {
    const found = await bridge.call("results.insights", { cleaningId });
    return found.ok ? ok(found.value.insights) : found;
  }, [bridge, cleaningId]);
  const on = [`results ${cleaningId}`, "suppression"] as const;
  const answer = useQuery(cleaningId, askAnswer, on);
  const isTold = answer.value !== null || answer.problem !== null;
  const insights = useQuery(cleaningId, isTold ? askInsights : null, on);
  const { reload: reloadAnswer } = answer;
  const { reload: reloadInsights } = insights;
  const reload = useCallback(() => {
    reloadAnswer();
    reloadInsights();
  }, [reloadAnswer, reloadInsights]);
  return useMemo(() => ({ answer, insights, reload }), [answer, insights, reload]);
}

/** Default rows by reason, if none are selected. */
const ROWS_OF: Record<"unwanted" | "do_not_send", SelectedRows> = {
  unwanted: { rows: { segments: ["do_not_send"], flags: ["unwanted"] }, except: [] },
  do_not_send: { rows: { segments: ["do_not_send"] }, except: [] },
};

/** Opens the suppression dialog. The command applies to the `selected` rows, or else to the `do_not_send` segment. */
export function useSuppress(cleaning: Cleaning, selected: SelectedRows | null) {
  const { bridge } = useWinnow();
  const [wish, setSuppressRequest] = useState<SuppressWish | null>(null);
  const open = (reason: SuppressReason, which: SelectedRows) => {
    const meant = { cleaningId: cleaning.id, ...which };
    setSuppressRequest({
      key: `${cleaning.id} ${reason}`,
      name: suppressWords.nameOf(reason, cleaning.name),
      count: () => bridge.call("suppression.countRows", meant),
      changes: [`results ${cleaning.id}`, "suppression"],
      add: (name, shown) => bridge.call("suppression.addRows", { ...meant, name, shown }),
    });
  };
  const all = (reason: keyof typeof ROWS_OF) => open(reason, ROWS_OF[reason]);
  const chosen = (which: SelectedRows) => open("chosen", which);
  useCommand("suppress", () => (selected === null ? all("do_not_send") : chosen(selected)));
  return { wish, all, chosen, close: () => setSuppressRequest(null) };
}
