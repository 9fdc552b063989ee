import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import type { Answer } from "../../../shared/bridge/answer.ts";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import type { SelectedRows, Summary } from "../../../shared/bridge/results.ts";
import { distinctNames } from "../../../shared/column-names.ts";
import { notifyWithUndo } from "../../frame/notify.tsx";
import { type Query, useCall } from "../../stores/query.ts";
import { useWinnow } from "../../stores/winnow.tsx";
import { tableWords } from "../../words/table.ts";
import type { Preset } from "./export/export-choices.ts";
import { createRowsSource, type RowsSource, useDrawn, useTotal } from "./table/rows-source.ts";
import { type DroppedSelection, type Selection, useSelection } from "./table/selection.ts";
import { type Columns, useColumns } from "./table/useColumns.ts";
import { useView, type View } from "./view-state.ts";

/** State of the results screen that its parts share: the cleaning, the view in the URL, the rows and the selection. */
export interface ResultsScreen extends View {
  readonly cleaning: Cleaning;
  readonly summary: Summary;
  /** Names of the list's columns, made distinct, by index. */
  readonly columnNames: readonly string[];
  readonly answer: Query<Answer>;
  /** Rows of the current filter and order. */
  readonly source: RowsSource;
  /** Rows in the table: the previous query's until the current ones arrive. */
  readonly drawn: RowsSource;
  /** Number of rows in the table; `null` until first counted. */
  readonly total: number | null;
  /** `true` once the rows of the current query are counted. They have priority over other requests. */
  readonly isReady: boolean;
  readonly columns: Columns;
  readonly selection: Selection;
  /** Opens the export dialog with a preset chosen; `null` for the default. */
  openExport(preset: Preset | null): void;
  /** Opens the suppression dialog for these rows, or for the default rows of a reason. */
  suppress(which: SelectedRows | "unwanted" | "do_not_send"): void;
}

const NO_SAMPLE: readonly (readonly string[])[] = [];

/** Returns cells of the first loaded rows. They stay the same when filters change, so that column widths don't jump. */
function useSample(source: RowsSource, isReady: boolean): readonly (readonly string[])[] {
  const [sample, setSample] = useState(NO_SAMPLE);
  useEffect(() => {
    if (!isReady) return;
    const rows = Array.from({ length: 50 }, (_, position) => source.row(position)?.cells ?? []);
    setSample((before) => (before === NO_SAMPLE ? rows.filter((cells) => cells.length > 0) : before));
  }, [source, isReady]);
  return sample;
}

/** Returns the rows that a view shows. Its requests cancel those of the previous view. */
function useRowsSource(cleaningId: string, { filter, sort }: View["view"]): RowsSource {
  const { bridge } = useWinnow();
  // Each window has its own request sequence.
  const [page] = useState(() => crypto.randomUUID());
  const sequence = useRef(0);
  const query = JSON.stringify([filter, sort]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query's text stands for its parts
  const source = useMemo(
    () => createRowsSource(bridge, { cleaningId, filter, sort, page }, () => ++sequence.current),
    [bridge, cleaningId, query, page],
  );
  useEffect(() => {
    source.need(0, 99);
    return () => source.stop();
  }, [source]);
  return source;
}

/** Creates the state of the results screen. The screen adds its dialogs. */
export function useResultsScreen(
  cleaning: Cleaning,
  summary: Summary,
): Omit<ResultsScreen, "openExport" | "suppress"> {
  const { id: cleaningId, listId } = cleaning;
  const view = useView(cleaningId);
  const answer = useCall("results.answer", { cleaningId }, [`results ${cleaningId}`, "suppression"]);
  const source = useRowsSource(cleaningId, view.view);
  const isReady = useTotal(source) !== null;
  const drawn = useDrawn(source, cleaningId);
  const total = drawn.total();
  const { show } = view;
  const tellDropped = useCallback(
    ({ rows, filter, restore }: DroppedSelection) =>
      notifyWithUndo("selection", tableWords.forgotten(rows), () => {
        restore();
        show(filter);
      }),
    [show],
  );
  const selection = useSelection(view.view.filter, total ?? 0, tellDropped);
  const columns = useColumns(listId, summary, useSample(source, isReady));
  const columnNames = useMemo(() => distinctNames(summary.columns), [summary.columns]);
  return {
    ...view,
    cleaning,
    summary,
    columnNames,
    answer,
    source,
    drawn,
    total,
    isReady,
    columns,
    selection,
  };
}

export const ResultsContext = createContext<ResultsScreen | null>(null);

export function useResults(): ResultsScreen {
  const screen = useContext(ResultsContext);
  if (!screen) throw new Error("useResults is used outside of the results screen");
  return screen;
}
