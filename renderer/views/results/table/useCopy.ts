import type { ResultFilter, ResultSort } from "../../../../shared/bridge/results.ts";
import { useWinnow } from "../../../stores/winnow.tsx";
import { resultsWords } from "../../../words/results.ts";
import type { ColumnKey } from "./columns.ts";
import { chosenRows, MOST_COPIED, rowsText, toClipboard } from "./copy-rows.ts";
import { type Chosen, sizeOf } from "./selection.ts";

/** Copies rows of the table, and says so; as tab-separated text: the chosen ones or, where none is or it is meant alone, the one given. */
export function useCopy(at: {
  query: { cleaningId: string; filter: ResultFilter; sort: ResultSort };
  chosen: Chosen;
  /** Rows that pass the filter. */
  total: number;
  onSaid: (said: string) => void;
}): (row: number | null, columns: readonly ColumnKey[], isAlone?: boolean) => Promise<void> {
  const { bridge } = useWinnow();
  const { onSaid: say } = at;
  return async (row, columns, isAlone = false) => {
    const isChoice = !isAlone && sizeOf(at.chosen, at.total) > 0;
    const which: Chosen = isChoice ? at.chosen : { kind: "some", rows: new Set(row === null ? [] : [row]) };
    const rows = await chosenRows(bridge, at.query, which, at.total);
    if (!rows.ok) return say(rows.problem.title);
    if (rows.value === null) return say(resultsWords.copyTooMany(MOST_COPIED));
    if (rows.value.length === 0) return;
    const isTaken = toClipboard(rowsText(rows.value, columns));
    say(isTaken ? resultsWords.copied(rows.value.length) : resultsWords.copyRefused);
  };
}
