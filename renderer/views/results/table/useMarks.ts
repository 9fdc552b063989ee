import { useHotkeys } from "@mantine/hooks";
import { useState } from "react";
import type { CallInput } from "../../../../shared/bridge.ts";
import type { Problem } from "../../../../shared/problems.ts";
import { notifyWithUndo, undoNotified } from "../../../frame/notify.tsx";
import { useCommand } from "../../../frame/Shortcuts.tsx";
import { useWinnow } from "../../../stores/winnow.tsx";
import { resultsWords } from "../../../words/results.ts";
import { tableWords } from "../../../words/table.ts";

/** Rows to mark: by number, or all rows of a filter with exceptions. */
export type Which = Pick<CallInput<"results.mark">, "rows" | "except" | "shown">;

const TOLD = "mark";

export type Marks = ReturnType<typeof useMarks>;

export function useMarks(at: {
  cleaningId: string;
  onChanged: () => void;
  /** Called when the displayed rows changed, so the selection is stale. */
  onRowsChanged: () => void;
}) {
  const { cleaningId, onChanged } = at;
  const { bridge, desk } = useWinnow();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const step = async (redo: boolean): Promise<void> => {
    const done = await bridge.call("results.undo", { cleaningId, redo });
    if (!done.ok) return desk.getState().notify({ kind: "problem", problem: done.problem });
    const { changed } = done.value;
    const back = changed > 0 ? () => void step(!redo) : null;
    notifyWithUndo(TOLD, resultsWords.stepped(redo, changed), back, redo ? undefined : tableWords.redo);
    if (changed > 0) onChanged();
  };
  const undo = () => {
    if (!undoNotified(TOLD)) void step(false);
  };
  const redo = () => void step(true);
  useCommand("undo", undo);
  useCommand("redo", redo);
  useHotkeys([
    ["mod+Z", undo],
    ["mod+shift+Z", redo],
    ["mod+Y", redo],
  ]);

  const mark = async (which: Which, decision: "keep" | "drop" | null): Promise<boolean> => {
    setBusy(true);
    const done = await bridge.call("results.mark", { cleaningId, ...which, decision });
    setBusy(false);
    setProblem(done.ok ? null : done.problem);
    if (!done.ok) {
      if (done.problem.code === "rows_changed") at.onRowsChanged();
      return false;
    }
    const { changed } = done.value;
    // Without changes, keep the previous notification, which can still undo an earlier mark.
    if (changed > 0) notifyWithUndo(TOLD, resultsWords.markedNow(decision, changed), undo);
    onChanged();
    return true;
  };
  return { isBusy, problem, mark, undo, redo };
}
