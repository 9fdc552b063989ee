import { Drawer } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type RefObject, useRef, useState, useSyncExternalStore } from "react";
import type { Cleaning } from "../../../../shared/bridge/cleanings.ts";
import type { SelectedRows, Summary } from "../../../../shared/bridge/results.ts";
import { menuPlaceOf } from "../../../components/MenuAt.tsx";
import { ProblemNote } from "../../../components/notes.tsx";
import { useRefetch } from "../../../stores/query.ts";
import { useWinnow } from "../../../stores/winnow.tsx";
import { facetWords, tableWords } from "../../../words/table.ts";
import { FacetRail } from "../facets/FacetRail.tsx";
import { useRail } from "../facets/useRail.ts";
import { SavedViews } from "../views/SavedViews.tsx";
import type { View } from "../views/saved-views.ts";
import { chipsOf } from "./chips.ts";
import { useCopy } from "./copy-rows.ts";
import { useReviewKeys } from "./keyboard.ts";
import { NoRows } from "./NoRows.tsx";
import { ResultsTable, type TableHandle } from "./ResultsTable.tsx";
import { RowMenu, type WishedRow } from "./RowMenu.tsx";
import css from "./Rows.module.css";
import { MAX_RANGE, type RowsSource, rowsBetween, useDrawn, useTotal } from "./rows-source.ts";
import { Slot } from "./Slot.tsx";
import { type Selection, selectedOf, sizeOf } from "./selection.ts";
import { Toolbar } from "./Toolbar.tsx";
import type { Columns } from "./useColumns.ts";
import { useMarks, type Which } from "./useMarks.ts";

/** Minimum screen width to show the facets beside the table. */
const ROOM_FOR_FACETS = "(min-width: 1100px)";

interface Props {
  cleaning: Cleaning;
  summary: Summary;
  view: View;
  source: RowsSource;
  columns: Columns;
  table: RefObject<TableHandle | null>;
  onCloseRow: () => void;
  onEnterRow: () => void;
  selection: Selection;
  onChanged: () => void;
  onExport: () => void;
  onSuppress: (which: SelectedRows) => void;
}

/** Returns a message on the selection that disappears when the selection changes. */
function useSaid(chosen: unknown): [string | null, (said: string) => void] {
  const [told, setTold] = useState<{ said: string; chosen: unknown } | null>(null);
  return [told !== null && told.chosen === chosen ? told.said : null, (said) => setTold({ said, chosen })];
}

export function Rows(props: Props) {
  const { cleaning, summary, source, columns, table, selection, onChanged } = props;
  const { id: cleaningId, sandbox } = cleaning;
  const { view, filter, show, set } = props.view;
  const { bridge, desk } = useWinnow();
  const grid = useRef<HTMLDivElement>(null);
  const entry = useRef<{ enter: () => void }>(null);
  const { chosen, clear } = selection;

  const total = useTotal(source);
  const drawn = useDrawn(source, cleaningId);
  const shown = drawn.total();
  const isWide = useMediaQuery(ROOM_FOR_FACETS, true, { getInitialValueInEffect: false });
  const [drawer, setDrawer] = useState(false);
  const rail = useRail(summary, view.filter, total !== null && (isWide || drawer));
  const chips = chipsOf(view.filter, summary.columns, sandbox);
  const [said, say] = useSaid(chosen);
  const [wished, setWished] = useState<WishedRow | null>(null);

  const marks = useMarks({
    cleaningId,
    onChanged,
    onRowsChanged() {
      // The displayed rows changed, so the selection is stale.
      clear();
      onChanged();
    },
  });
  const toTable = () => grid.current?.focus({ preventScroll: true });
  const size = sizeOf(chosen, shown ?? 0);
  const mark = async (decision: "keep" | "drop" | null, row: number | null = null, isAlone = false) => {
    const isSelected = size > 0 && !isAlone;
    const selected = isSelected ? selectedOf(chosen, view.filter) : null;
    const which: Which | null =
      selected !== null
        ? { ...selected, ...(chosen.kind === "all" && { shown: chosen.shown }) }
        : row === null
          ? null
          : { rows: [row] };
    if (which === null || !(await marks.mark(which, decision)) || !isSelected) return;
    toTable();
    clear();
  };
  const suppress = (row: number | null) => {
    const which = row === null || selection.has(row) ? selectedOf(chosen, view.filter) : null;
    if (which !== null) props.onSuppress(which);
    else if (row !== null) props.onSuppress({ rows: [row], except: [] });
  };
  const { filter: asked, sort } = view;
  const copy = useCopy({
    query: { cleaningId, filter: asked, sort },
    chosen,
    total: shown ?? 0,
    columns: columns.shown,
    addressColumn: summary.addressColumn,
    sandbox,
    onSaid: say,
  });
  const selectRange = async (first: number, last: number) => {
    const rows = await rowsBetween(bridge, { cleaningId, filter: asked, sort }, drawn, first, last);
    if (!rows.ok) return say(rows.problem.title);
    if (rows.value === null) return say(tableWords.rangeTooLong(MAX_RANGE));
    selection.addAll(rows.value);
  };
  const toFacets = () => {
    if (isWide) entry.current?.enter();
    else setDrawer(true);
  };
  useReviewKeys({
    facets: toFacets,
    search: () => desk.getState().dispatch({ kind: "command", command: "search" }),
    table(event) {
      toTable();
      table.current?.press(event);
    },
    close: () => {
      if (view.row !== null) props.onCloseRow();
    },
  });
  const problem = useSyncExternalStore(source.subscribe, source.problem);
  useRefetch(problem, source.refresh, [`results ${cleaningId}`, "suppression"]);
  const open = (row: number) => set({ row }, view.row !== null);
  const facets = (
    <FacetRail
      rail={rail}
      entry={entry}
      filter={asked}
      sandbox={sandbox}
      onFilter={filter}
      onLeave={() => {
        setDrawer(false);
        toTable();
      }}
    />
  );
  return (
    <div className={css.rows}>
      {isWide && <div className={css.side}>{facets}</div>}
      <Drawer
        opened={!isWide && drawer}
        onClose={() => setDrawer(false)}
        position="left"
        size={300}
        title={facetWords.title}
      >
        {facets}
      </Drawer>
      <div className={css.main}>
        <Toolbar
          filter={asked}
          columns={columns}
          onFilter={filter}
          onFacets={isWide ? null : () => setDrawer(true)}
        >
          <SavedViews
            listId={cleaning.listId}
            summary={summary}
            filter={asked}
            isReady={total !== null}
            onShow={show}
          />
        </Toolbar>
        <Slot
          chips={chips}
          selection={selection}
          shown={shown}
          summary={summary}
          marks={marks}
          said={said}
          onMark={(decision) => void mark(decision)}
          onCopy={() => void copy(null, "addresses")}
          onExport={props.onExport}
          onSuppress={() => suppress(null)}
          onFilter={filter}
          onShow={show}
          onLeave={toTable}
        />
        {marks.problem && <ProblemNote problem={marks.problem} />}
        {problem && <ProblemNote problem={problem} onAgain={onChanged} />}
        <div className={css.table} data-asking={drawn !== source || undefined}>
          <ResultsTable
            rows={summary.rows}
            grid={grid}
            handle={table}
            source={drawn}
            columns={columns}
            sort={sort}
            at={view.at}
            openRow={view.row}
            selection={selection}
            sandbox={sandbox}
            isAsking={drawn !== source}
            onSort={(by) => set({ sort: by, at: 0 })}
            onColumnFilter={(one) => filter({ columns: [...(asked.columns ?? []), one] })}
            onScrolled={(at) => {
              // Ignore scroll events of the previous query's rows, which stay visible until the new ones arrive.
              if (drawn === source) set({ at }, true);
            }}
            onCopy={(row) => void copy(row, "rows")}
            onOpen={open}
            onEnterOpen={props.onEnterRow}
            onMark={(decision, row) => void mark(decision, row)}
            onRange={(first, last) => void selectRange(first, last)}
            onMenu={(event, at, row) => setWished({ place: menuPlaceOf(event, at), row })}
          />
          {shown === 0 && (
            <div className={css.nothing}>
              <NoRows
                cleaningId={cleaningId}
                rows={summary.rows}
                filter={asked}
                sort={sort}
                onFilter={(patch) => {
                  toTable();
                  filter(patch);
                }}
                onShowAll={() => {
                  toTable();
                  show({});
                }}
              />
            </div>
          )}
        </div>
      </div>
      {wished && (
        <RowMenu
          wished={wished}
          addressColumn={summary.addressColumn}
          filter={asked}
          size={selection.has(wished.row.row) ? size : 1}
          isSelected={selection.has(wished.row.row)}
          onClose={() => {
            setWished(null);
            toTable();
          }}
          onOpen={() => open(wished.row.row)}
          onSelect={() => selection.toggle(wished.row.row)}
          onMark={(decision) => void mark(decision, wished.row.row, !selection.has(wished.row.row))}
          onCopy={(what) => void copy(wished.row.row, what === "row" ? "rows" : "addresses", true)}
          onSuppress={() => suppress(wished.row.row)}
          onFilter={filter}
        />
      )}
    </div>
  );
}
