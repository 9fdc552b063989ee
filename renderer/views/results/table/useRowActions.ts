import { useHotkeys } from "@mantine/hooks";
import { useState } from "react";
import type { CallInput } from "../../../../shared/bridge.ts";
import type { Problem } from "../../../../shared/problems.ts";
import { notifyWithUndo, undoNotified } from "../../../frame/notify.tsx";
import { useCommand } from "../../../frame/Shortcuts.tsx";
import { useWinnow } from "../../../stores/winnow.tsx";
import { resultsWords } from "../../../words/results.ts";
import { tableWords } from "../../../words/table.ts";
import { useResults } from "../results-context.tsx";
import { addressesText, chosenRows, MAX_COPIED, rowsText, writeToClipboard } from "./copy-rows.ts";
import { MAX_RANGE, rowsBetween } from "./rows-source.ts";
import type { Chosen } from "./selection.ts";

const MARK_NOTIFICATION = "mark";

export type Decision = "keep" | "drop" | null;

export type RowActions = ReturnType<typeof useRowActions>;

/** Returns the actions on rows. A `row` of `null` means the selected rows. */
export function useRowActions(focusTable: () => void) {
  const { cleaning, summary, view, drawn, total, columns, selection, suppress } = useResults();
  const { id: cleaningId, sandbox } = cleaning;
  const { filter, sort } = view;
  const { chosen, selected } = selection;
  const { bridge, desk } = useWinnow();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  // A message is about the selection, so it disappears when that changes.
  const [said, setSaid] = useState<{ message: string; chosen: Chosen } | null>(null);
  const say = (message: string) => setSaid({ message, chosen });

  const step = async (redo: boolean): Promise<void> => {
    const done = await bridge.call("results.undo", { cleaningId, redo });
    if (!done.ok) return desk.getState().notify({ kind: "problem", problem: done.problem });
    const { changed } = done.value;
    const back = changed > 0 ? () => void step(!redo) : null;
    const label = redo ? undefined : tableWords.redo;
    notifyWithUndo(MARK_NOTIFICATION, resultsWords.stepped(redo, changed), back, label);
  };
  const undo = () => {
    if (!undoNotified(MARK_NOTIFICATION)) void step(false);
  };
  const redo = () => void step(true);
  useCommand("undo", undo);
  useCommand("redo", redo);
  useHotkeys([
    ["mod+Z", undo],
    ["mod+shift+Z", redo],
    ["mod+Y", redo],
  ]);

  const mark = async (decision: Decision, row: number | null): Promise<void> => {
    const rows: Pick<CallInput<"results.mark">, "rows" | "except" | "shown"> | null =
      row !== null
        ? { rows: [row] }
        : selected && { ...selected, ...(chosen.kind === "all" && { shown: chosen.shown }) };
    if (rows === null) return;
    setBusy(true);
    const done = await bridge.call("results.mark", { cleaningId, ...rows, decision });
    setBusy(false);
    setProblem(done.ok ? null : done.problem);
    if (!done.ok) {
      if (done.problem.code === "rows_changed") selection.clear();
      return;
    }
    const { changed } = done.value;
    // Without changes, keep the previous notification, which can still undo an earlier mark.
    if (changed > 0) notifyWithUndo(MARK_NOTIFICATION, resultsWords.markedNow(decision, changed), undo);
    if (row !== null) return;
    focusTable();
    selection.clear();
  };

  const copy = async (what: "rows" | "addresses", row: number | null): Promise<void> => {
    const which: Chosen = row === null ? chosen : { kind: "some", rows: new Set([row]) };
    const rows = await chosenRows(bridge, { cleaningId, filter, sort }, which, total ?? 0);
    if (!rows.ok) return say(rows.problem.title);
    if (rows.value === null) return say(resultsWords.copyTooMany(MAX_COPIED));
    if (rows.value.length === 0) return;
    const text =
      what === "rows"
        ? rowsText(rows.value, columns.shown, sandbox)
        : addressesText(rows.value, summary.addressColumn);
    say(writeToClipboard(text) ? resultsWords.copied(rows.value.length) : resultsWords.copyRefused);
  };

  return {
    isBusy,
    problem,
    /** The latest message on the selection; `null` if there is none. */
    message: said !== null && said.chosen === chosen ? said.message : null,
    mark,
    undo,
    redo,
    copy,
    suppress(row: number | null): void {
      const which = row === null ? selected : { rows: [row], except: [] };
      if (which !== null) suppress(which);
    },
    /** Adds the rows at positions `first` to `last` to the selection. */
    async selectRange(first: number, last: number): Promise<void> {
      const rows = await rowsBetween(bridge, { cleaningId, filter, sort }, drawn, first, last);
      if (!rows.ok) return say(rows.problem.title);
      if (rows.value === null) return say(tableWords.rangeTooLong(MAX_RANGE));
      selection.addAll(rows.value);
    },
  };
}
