import { useDocumentTitle } from "@mantine/hooks";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import type { SelectedRows, Summary } from "../../../shared/bridge/results.ts";
import { distinctNames } from "../../../shared/column-names.ts";
import { SuppressDialog, type SuppressWish } from "../../components/SuppressDialog.tsx";
import { notifyWithUndo } from "../../frame/notify.tsx";
import { useCommand } from "../../frame/Shortcuts.tsx";
import { useCall } from "../../stores/query.ts";
import { useWinnow } from "../../stores/winnow.tsx";
import { frameWords } from "../../words/frame.ts";
import { type SuppressReason, suppressWords } from "../../words/settings.ts";
import { tableWords } from "../../words/table.ts";
import { AnswerPanel } from "./answer/AnswerPanel.tsx";
import { ExportDialog } from "./export/ExportDialog.tsx";
import { type Preset, shownColumns } from "./export/export-choices.ts";
import css from "./Review.module.css";
import { BinNote, MissingNote, ReviewActions, UnverifiedNote } from "./ReviewHead.tsx";
import { RowDrawer } from "./RowDrawer.tsx";
import type { TableHandle } from "./table/ResultsTable.tsx";
import { Rows } from "./table/Rows.tsx";
import { createRowsSource, type RowsSource, useTotal } from "./table/rows-source.ts";
import { type DroppedSelection, selectedOf, useSelection } from "./table/selection.ts";
import { useColumns } from "./table/useColumns.ts";
import { useView } from "./views/saved-views.ts";

function useAnswer(cleaningId: string) {
  const on = [`results ${cleaningId}`, "suppression"] as const;
  const answer = useCall("results.answer", { cleaningId }, on);
  const isTold = answer.value !== null || answer.problem !== null;
  const insights = useCall("results.insights", isTold ? { cleaningId } : null, on);
  const reload = () => {
    answer.reload();
    insights.reload();
  };
  return { answer, insights, reload };
}

/** Default rows by reason, if none are selected. */
const ROWS_OF: Record<"unwanted" | "do_not_send", SelectedRows> = {
  unwanted: { rows: { segments: ["do_not_send"], flags: ["unwanted"] }, except: [] },
  do_not_send: { rows: { segments: ["do_not_send"] }, except: [] },
};

/** Opens the suppression dialog. The command applies to the `selected` rows, or else to the `do_not_send` segment. */
function useSuppress(cleaning: Cleaning, selected: SelectedRows | null) {
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

const NO_SAMPLE: readonly (readonly string[])[] = [];

/** Returns cells of the first loaded rows. They stay the same when filters change, so that column widths don't jump. */
function useSample(source: RowsSource, ready: boolean): readonly (readonly string[])[] {
  const [sample, setSample] = useState(NO_SAMPLE);
  useEffect(() => {
    if (!ready) return;
    const rows = Array.from({ length: 50 }, (_, position) => source.row(position)?.cells ?? []);
    setSample((before) => (before === NO_SAMPLE ? rows.filter((cells) => cells.length > 0) : before));
  }, [source, ready]);
  return sample;
}

export function Review(props: { cleaning: Cleaning; summary: Summary; onChanged: () => void }) {
  const { cleaning, summary } = props;
  const { bridge } = useWinnow();
  const { view, filter, show, set } = useView(cleaning.id);
  useDocumentTitle(frameWords.windowTitle(cleaning.name));
  const answer = useAnswer(cleaning.id);
  const [exporting, setExporting] = useState<{ readonly preset: Preset | null } | null>(null);

  // Each window has its own request sequence.
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
  const total = useTotal(source);
  const tellDropped = useCallback(
    ({ rows, filter: before, restore }: DroppedSelection) =>
      notifyWithUndo("selection", tableWords.forgotten(rows), () => {
        restore();
        show(before);
      }),
    [show],
  );
  const selection = useSelection(view.filter, tellDropped);
  const { chosen } = selection;
  const selected = useMemo(() => selectedOf(chosen, view.filter), [chosen, view.filter]);
  const suppressing = useSuppress(cleaning, selected);
  const columns = useColumns(cleaning.listId, summary, useSample(source, total !== null));
  const names = useMemo(() => distinctNames(summary.columns), [summary.columns]);
  const ownShown = useMemo(() => shownColumns(columns.shown), [columns.shown]);
  const changed = () => {
    source.refresh();
    props.onChanged();
    answer.reload();
  };
  const table = useRef<TableHandle>(null);
  const drawer = useRef<HTMLDivElement>(null);
  const closeRow = () => {
    set({ row: null }, true);
    table.current?.toRow();
  };
  return (
    <div className={css.page} data-list={cleaning.listId}>
      <div className={css.top}>
        <h1 className="visually-hidden">{cleaning.name}</h1>
        <BinNote cleaning={cleaning} />
        <UnverifiedNote cleaning={cleaning} />
        <MissingNote cleaning={cleaning} />
        <AnswerPanel
          cleaning={cleaning}
          summary={summary}
          answering={answer.answer}
          insights={answer.insights}
          filter={view.filter}
          onFilter={filter}
          onShow={show}
          onExport={(preset) => setExporting({ preset })}
          onExportShown={() => setExporting({ preset: null })}
          onSuppress={() => suppressing.all("unwanted")}
          actions={
            <ReviewActions
              cleaning={cleaning}
              onExport={() => setExporting({ preset: null })}
              onSuppress={() => suppressing.all("do_not_send")}
            />
          }
        />
      </div>
      <Rows
        cleaning={cleaning}
        summary={summary}
        view={{ view, filter, show, set }}
        source={source}
        columns={columns}
        table={table}
        onCloseRow={closeRow}
        onEnterRow={() => drawer.current?.querySelector("button")?.focus()}
        selection={selection}
        onChanged={changed}
        onExport={() => setExporting({ preset: null })}
        onSuppress={suppressing.chosen}
      />
      <RowDrawer
        ref={drawer}
        cleaningId={cleaning.id}
        row={view.row}
        columns={names}
        sandbox={cleaning.sandbox}
        onClose={closeRow}
        onChanged={changed}
      />
      {suppressing.wish && <SuppressDialog wish={suppressing.wish} onClose={suppressing.close} />}
      {exporting && (
        <ExportDialog
          asked={exporting.preset}
          cleaning={cleaning}
          view={view}
          selected={selected}
          summary={summary}
          hasUnverified={answer.answer.value?.notVerified != null}
          shownColumns={ownShown}
          onClose={() => setExporting(null)}
        />
      )}
    </div>
  );
}
