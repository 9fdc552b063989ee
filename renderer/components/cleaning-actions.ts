import { useState } from "react";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import type { CleaningAction } from "../../shared/bridge/constants.ts";
import type { Problem } from "../../shared/problems.ts";
import { notifyWithUndo } from "../frame/notify.tsx";
import { go } from "../navigation.ts";
import { useCleanings, useDesk, useIntake } from "../stores/winnow.tsx";
import { daysLeft } from "../times.ts";
import { listsWords } from "../words/lists.ts";
import { resultsWords } from "../words/results.ts";

const DAY = 86_400_000;

/** Returns whether the service has purged the list after its retention of 30 days, without a request to delete it. */
export function isPurged({ heldUntil, purgeAt }: Cleaning, now: number): boolean {
  const last = heldUntil ?? purgeAt;
  return last !== null && last <= now;
}

/** Describes how long the service keeps the list; `null` if it holds none or it was deleted on request. */
export function atServiceWords(cleaning: Cleaning, now: number): string | null {
  if (cleaning.purgeAt === null) return null;
  if (isPurged(cleaning, now)) return resultsWords.purged;
  // If some parts are already purged, use the last part's date.
  const days = daysLeft(cleaning.purgeAt, now) ?? daysLeft(cleaning.heldUntil ?? cleaning.purgeAt, now);
  return days === null ? resultsWords.purged : resultsWords.purge(days);
}

/** Returns a note if the verdicts are older than `freshDays`; `null` if they are fresh or never reused. */
export function staleWords(
  { state, finishedAt }: Pick<Cleaning, "state" | "finishedAt">,
  freshDays: number,
  now: number,
  words: (days: number) => string = resultsWords.stale,
): string | null {
  if ((state !== "done" && state !== "imported") || finishedAt === null || freshDays === 0) return null;
  const days = Math.floor((now - finishedAt) / DAY);
  return now - finishedAt > freshDays * DAY ? words(days) : null;
}

export function useAct({ id, asks }: Cleaning) {
  const act = useCleanings((state) => state.act);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isActing, setActing] = useState(false);
  const askOf = (action: CleaningAction) =>
    (action === "start" || action === "upload_again" ? asks?.[action] : null) ?? null;
  const run = async (action: CleaningAction) => {
    setActing(true);
    setProblem(await act(id, action, askOf(action)?.credits));
    setActing(false);
  };
  return { run, askOf, isActing, problem };
}

const NOTIFICATION_KIND = "moved";

/** Restores a cleaning from the bin, and shows notifications when it is binned, restored or erased. */
export function useBin({ id, name }: Pick<Cleaning, "id" | "name">) {
  const take = useCleanings((state) => state.restore);
  const tell = useDesk((state) => state.notify);
  const restore = async (): Promise<void> => {
    const problem = await take(id);
    if (problem) tell({ kind: "problem", problem });
    else notifyWithUndo(NOTIFICATION_KIND, listsWords.moved.lists(name), null);
  };
  return {
    restore,
    tellBinned: () => notifyWithUndo(NOTIFICATION_KIND, listsWords.moved.bin(name), () => void restore()),
    tellGone: () => notifyWithUndo(NOTIFICATION_KIND, listsWords.moved.gone(name), null),
  };
}

/** Returns a function that reopens a cleaning's list on the Clean screen. */
export function useCleanAgain(cleaning: Cleaning): () => Promise<void> {
  const again = useIntake((state) => state.reopen);
  const tell = useDesk((state) => state.notify);
  return async () => {
    const problem = await again(cleaning.listId);
    if (problem) tell({ kind: "problem", problem });
    else go("/clean");
  };
}
