import { useState } from "react";
import type { ResultFilter, ResultSort } from "../../../../shared/bridge/results.ts";
import { useWinnow } from "../../../stores/winnow.tsx";
import { resultsWords } from "../../../words/results.ts";
import type { ColumnKey } from "./columns.ts";
import { chosenRows, MOST_COPIED, rowsText, toClipboard } from "./copy-rows.ts";
import { type Chosen, sizeOf } from "./selection.ts";

/** Copies rows of the table, and says so; as tab-separated text: the chosen ones, or where none is, the one given. */
export function useCopy(at: {
  query: { cleaningId: string; filter: ResultFilter; sort: ResultSort };
  chosen: Chosen;
  /** Rows that pass the filter. */
  total: number;
  /** Those that the table shows. */
  columns: readonly ColumnKey[];
}): { copy: (row: number | null) => Promise<void>; said: string | null } {
  const { bridge } = useWinnow();
  const [told, setTold] = useState<{ said: string; chosen: Chosen } | null>(null);
  const say = (said: string) => setTold({ said, chosen: at.chosen });
  const copy = async (row: number | null) => {
    const isChoice = sizeOf(at.chosen, at.total) > 0;
    const which: Chosen = isChoice ? at.chosen : { kind: "some", rows: new Set(row === null ? [] : [row]) };
    const rows = await chosenRows(bridge, at.query, which, at.total);
    if (!rows.ok) return say(rows.problem.title);
    if (rows.value === null) return say(resultsWords.copyTooMany(MOST_COPIED));
    if (rows.value.length === 0) return;
    const isTaken = toClipboard(rowsText(rows.value, at.columns));
    say(isTaken ? resultsWords.copied(rows.value.length) : resultsWords.copyRefused);
  };
  // Of other rows it is not said.
  return { copy, said: told?.chosen === at.chosen ? told.said : null };
}
