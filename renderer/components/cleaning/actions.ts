import { useState } from "react";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import type { CleaningAction } from "../../../shared/bridge/constants.ts";
import type { Problem } from "../../../shared/problems.ts";
import { notifyWithUndo } from "../../frame/notify.tsx";
import { go } from "../../navigation.ts";
import { useCleanings, useDesk, useIntake } from "../../stores/winnow.tsx";
import { listsWords } from "../../words/lists.ts";

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

const TOLD = "moved";

/** Restores a cleaning from the bin, and shows notifications when it is binned, restored or erased. */
export function useBin({ id, name }: Pick<Cleaning, "id" | "name">) {
  const take = useCleanings((state) => state.restore);
  const tell = useDesk((state) => state.notify);
  const restore = async (): Promise<void> => {
    const problem = await take(id);
    if (problem) tell({ kind: "problem", problem });
    else notifyWithUndo(TOLD, listsWords.moved.lists(name), null);
  };
  return {
    restore,
    tellBinned: () => notifyWithUndo(TOLD, listsWords.moved.bin(name), () => void restore()),
    tellGone: () => notifyWithUndo(TOLD, listsWords.moved.gone(name), null),
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
