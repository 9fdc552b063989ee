import { Button, Text } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import type { Summary } from "../../../shared/bridge/results.ts";
import { count } from "../../../shared/numbers.ts";
import { suppressedSentSentence } from "../../../shared/suppressed-sent.ts";
import { Nothing } from "../../components/Nothing.tsx";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import { useAskAgain } from "../../stores/ask-again.ts";
import { useWinnow } from "../../stores/winnow.tsx";
import { frameWords } from "../../words/frame.ts";
import { resultsWords } from "../../words/results.ts";
import { AnswerPanel } from "./answer/AnswerPanel.tsx";
import { useAnswer } from "./answer/useAnswer.ts";
import { ExportDialog } from "./export/ExportDialog.tsx";
import { shownColumns } from "./export/export-columns.ts";
import type { Preset } from "./export/presets.ts";
import { BinNote } from "./head/BinNote.tsx";
import { MissingNote } from "./head/MissingNote.tsx";
import { ReviewActions } from "./head/ReviewActions.tsx";
import { UnverifiedNote } from "./head/UnverifiedNote.tsx";
import css from "./Review.module.css";
import { RowDrawer } from "./row/RowDrawer.tsx";
import { FilterChips } from "./table/FilterChips.tsx";
import { ResultsTable } from "./table/ResultsTable.tsx";
import { createRowsSource, type RowsSource } from "./table/rows-source.ts";
import { SelectionBar } from "./table/SelectionBar.tsx";
import { useSelection } from "./table/selection.ts";
import { Toolbar } from "./table/Toolbar.tsx";
import { useColumns } from "./table/useColumns.ts";
import { useCopy } from "./table/useCopy.ts";
import { useTotal } from "./table/useTotal.ts";
import { useView } from "./useView.ts";

const NO_SAMPLE: readonly (readonly string[])[] = [];

/** The first rows' cells, once they are here; they stay the same while filters change, so that columns do not jump. */
function useSample(source: RowsSource, ready: boolean): readonly (readonly string[])[] {
  const [sample, setSample] = useState(NO_SAMPLE);
  useEffect(() => {
    if (!ready) return;
    const rows = Array.from({ length: 50 }, (_, position) => source.row(position)?.cells ?? []);
    setSample((before) => (before === NO_SAMPLE ? rows.filter((cells) => cells.length > 0) : before));
  }, [source, ready]);
  return sample;
}

/** One cleaning under review: the answer, row by row, and the way out. */
export function Review(props: { cleaning: Cleaning; summary: Summary; onChanged: () => void }) {
  const { cleaning, summary } = props;
  const { suppressedSent = 0 } = cleaning;
  const { bridge } = useWinnow();
  const { view, filter, set } = useView(cleaning.id);
  const selection = useSelection();
  useDocumentTitle(frameWords.windowTitle(cleaning.name));
  const answer = useAnswer(cleaning.id);
  const [exporting, setExporting] = useState<{ readonly preset: Preset | null } | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const grid = useRef<HTMLDivElement>(null);

  // Another window that looks at the same cleaning counts its own questions.
  const [page] = useState(() => crypto.randomUUID());
  const sequence = useRef(0);
  const query = JSON.stringify([view.filter, view.sort]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query's text stands for its parts
  const source = useMemo(
    () =>
      createRowsSource(
        bridge,
        { cleaningId: cleaning.id, filter: view.filter, sort: view.sort, page },
        () => ++sequence.current,
      ),
    [bridge, cleaning.id, query, page],
  );
  useEffect(() => {
    source.need(0, 99);
    return () => source.stop();
  }, [source]);
  const clear = selection.clear;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query is another set of rows
  useEffect(() => clear(), [query, clear]);

  const total = useTotal(source);
  const columns = useColumns(cleaning.listId, summary, useSample(source, total !== null));
  const ownShown = useMemo(() => shownColumns(columns.shown), [columns.shown]);
  const changed = () => {
    source.refresh();
    props.onChanged();
    answer.reload();
  };
  const { copy, said: copied } = useCopy({
    query: { cleaningId: cleaning.id, filter: view.filter, sort: view.sort },
    chosen: selection.chosen,
    total: total ?? 0,
    columns: columns.shown.map(({ key }) => key),
  });
  const toTable = () => grid.current?.focus({ preventScroll: true });
  const problem = source.problem();
  useAskAgain(problem, source.refresh, [`results ${cleaning.id}`, "suppression"]);
  return (
    <div className={css.page} data-list={cleaning.listId}>
      <div className={css.top}>
        <h1 className="visually-hidden">{cleaning.name}</h1>
        <BinNote cleaning={cleaning} />
        <UnverifiedNote cleaning={cleaning} />
        <MissingNote cleaning={cleaning} />
        {suppressedSent > 0 && (
          <Text size="sm" role="status">
            {suppressedSentSentence(suppressedSent, count)}
          </Text>
        )}
        <AnswerPanel
          cleaning={cleaning}
          summary={summary}
          reading={answer}
          filter={view.filter}
          onFilter={filter}
          onShow={(filter) => set({ filter, at: 0 })}
          onExport={(preset) => setExporting({ preset })}
          actions={<ReviewActions cleaning={cleaning} onExport={() => setExporting({ preset: null })} />}
        />
      </div>
      <div className={css.body}>
        <Toolbar
          cleaningId={cleaning.id}
          filter={view.filter}
          columns={columns}
          shown={total}
          rows={summary.rows}
          steps={summary.steps}
          onFilter={filter}
          onChanged={changed}
          onSaid={setSaid}
        />
        <FilterChips filter={view.filter} columns={summary.columns} onFilter={filter} onLeave={toTable} />
        <SelectionBar
          cleaningId={cleaning.id}
          filter={view.filter}
          total={total ?? 0}
          selection={selection}
          said={copied ?? said}
          copied={copied}
          onSaid={setSaid}
          onChanged={changed}
          onLeave={toTable}
        />
        {problem && (
          <ProblemNote problem={problem}>
            <Button size="xs" onClick={changed}>
              {resultsWords.tryAgain}
            </Button>
          </ProblemNote>
        )}
        {total === 0 ? (
          <Nothing
            title={summary.rows === 0 ? resultsWords.emptyTitle : resultsWords.nothingTitle}
            detail={summary.rows === 0 ? resultsWords.emptyDetail : resultsWords.nothingDetail}
          />
        ) : (
          <ResultsTable
            grid={grid}
            source={source}
            columns={columns}
            sort={view.sort}
            at={view.at}
            openRow={view.row}
            selection={selection}
            onSort={(sort) => set({ sort, at: 0 })}
            onColumnFilter={(one) => filter({ columns: [...(view.filter.columns ?? []), one] })}
            onScrolled={(at) => set({ at }, true)}
            onCopy={(row) => void copy(row)}
            onOpen={(row) => set({ row }, view.row !== null)}
          />
        )}
      </div>
      <RowDrawer
        cleaningId={cleaning.id}
        row={view.row}
        columns={summary.columns}
        sandbox={cleaning.sandbox}
        onClose={() => set({ row: null }, true)}
        onChanged={changed}
      />
      <ExportDialog
        opened={exporting !== null}
        asked={exporting?.preset ?? null}
        cleaning={cleaning}
        view={view}
        summary={summary}
        hasUnverified={answer.answer.value?.notVerified != null}
        shownColumns={ownShown}
        onClose={() => setExporting(null)}
      />
    </div>
  );
}
