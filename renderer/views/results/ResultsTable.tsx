// A virtual grid cannot be a <table>: its rows and columns are placed by hand, and the grid itself holds the focus.
// biome-ignore-all lint/a11y/useSemanticElements: see above
// biome-ignore-all lint/a11y/useFocusableInteractive: see above
import { Checkbox } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { ResultFilter, ResultRow, ResultSort } from "../../../shared/bridge/results.ts";
import { VerdictSymbol } from "../../components/VerdictMark.tsx";
import { count } from "../../format/numbers.ts";
import { resultsWords } from "../../words/results.ts";
import { Cell } from "./Cell.tsx";
import { HeaderCell } from "./HeaderCell.tsx";
import { nextActive } from "./keys.ts";
import css from "./ResultsTable.module.css";
import type { RowsSource } from "./rows-source.ts";
import type { Selection } from "./selection.ts";
import type { Columns } from "./useColumns.ts";

const ROW_HEIGHT = 33;
/** Width of the leading column: selection, verdict symbol, row number. */
const LEAD = 118;

interface Props {
  source: RowsSource;
  columns: Columns;
  sort: ResultSort;
  /** Position to begin at. */
  at: number;
  openRow: number | null;
  selection: Selection;
  onSort: (sort: ResultSort) => void;
  onColumnFilter: (filter: NonNullable<ResultFilter["columns"]>[number]) => void;
  onScrolled: (at: number) => void;
  onOpen: (row: number) => void;
}

function LeadCell(props: { row: ResultRow; selected: boolean; onSelect: () => void }) {
  const { row } = props;
  return (
    <div role="rowheader" aria-colindex={1} className={css.lead} style={{ width: LEAD }}>
      <Checkbox
        size="xs"
        tabIndex={-1}
        checked={props.selected}
        aria-label={resultsWords.selectRow(row.row + 1)}
        onClick={(event) => event.stopPropagation()}
        onChange={props.onSelect}
      />
      <VerdictSymbol verdict={row.verdict ?? "none"} />
      <span className={css.rowNumber}>{count(row.row + 1)}</span>
    </div>
  );
}

/** The rows on screen out of any number of them, virtual in both directions and led by the keyboard. */
export function ResultsTable(props: Props) {
  const { source, columns, sort, selection } = props;
  useSyncExternalStore(source.subscribe, source.version);
  const total = source.total() ?? 0;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(props.at);
  const shown = columns.shown;

  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    scrollPaddingStart: ROW_HEIGHT + 2,
  });
  const across = useVirtualizer({
    horizontal: true,
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => shown[index]?.width ?? 150,
    paddingStart: LEAD,
    overscan: 2,
  });
  // Widths and order are the user's: the virtual columns must be measured again when they change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown is the reason to measure again
  useEffect(() => across.measure(), [across, shown]);

  const items = rows.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items[items.length - 1]?.index ?? 0;
  useEffect(() => source.need(first, last), [source, first, last]);

  // A new query starts where its address says: at the top, or where it was left.
  const known = total > 0;
  const start = useRef(props.at);
  start.current = props.at;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the source stands for the query
  useEffect(() => {
    if (!known) return;
    rows.scrollToOffset(start.current * ROW_HEIGHT);
    setActive(start.current);
  }, [source, known]);

  const told = useDebouncedCallback(props.onScrolled, 300);
  const onScroll = () => told(Math.floor((scroller.current?.scrollTop ?? 0) / ROW_HEIGHT));

  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== scroller.current) return;
    const page = Math.max(1, Math.floor((scroller.current.clientHeight - ROW_HEIGHT) / ROW_HEIGHT) - 1);
    const next = nextActive(event.key, active, total, page);
    const row = source.row(active);
    if (next !== null) {
      event.preventDefault();
      setActive(next);
      rows.scrollToIndex(next);
      const nextRow = source.row(next);
      if (event.shiftKey && nextRow) selection.add(nextRow.row);
      if (props.openRow !== null && nextRow) props.onOpen(nextRow.row);
    } else if (event.key === "Enter" && row) props.onOpen(row.row);
    else if (event.key === " " && row) {
      event.preventDefault();
      selection.toggle(row.row);
    } else if (event.key === "a" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      selection.all();
    } else if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      event.preventDefault();
      scroller.current.scrollBy({ left: event.key === "ArrowRight" ? 120 : -120 });
    }
  };

  const width = across.getTotalSize();
  return (
    <div
      ref={scroller}
      className={css.scroller}
      role="grid"
      tabIndex={0}
      aria-label={resultsWords.table}
      aria-rowcount={total + 1}
      aria-colcount={shown.length + 1}
      aria-multiselectable="true"
      aria-activedescendant={source.row(active) ? `row-${active}` : undefined}
      onKeyDown={onKey}
      onScroll={onScroll}
    >
      <div role="row" aria-rowindex={1} className={css.header} style={{ width }}>
        <div role="columnheader" aria-colindex={1} className={css.leadHead} style={{ width: LEAD }}>
          {resultsWords.rowColumn}
        </div>
        {across.getVirtualItems().map((item) => {
          const column = shown[item.index];
          if (!column) return null;
          return (
            <HeaderCell
              key={column.key}
              column={column}
              sort={sort}
              left={item.start}
              index={item.index + 2}
              onSort={props.onSort}
              onResize={(wide) => columns.resize(column.key, wide)}
              onMove={(by) => columns.move(column.key, by)}
              onHide={() => columns.hide(column.key, true)}
              onFilter={props.onColumnFilter}
            />
          );
        })}
      </div>
      <div role="rowgroup" className={css.body} style={{ height: rows.getTotalSize(), width }}>
        {items.map((item) => {
          const row = source.row(item.index);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the grid above answers Enter for the active row
            <div
              key={item.key}
              id={`row-${item.index}`}
              role="row"
              tabIndex={-1}
              aria-rowindex={item.index + 2}
              aria-selected={row ? selection.has(row.row) : false}
              className={css.row}
              data-active={item.index === active || undefined}
              data-open={(row && row.row === props.openRow) || undefined}
              data-override={row?.override ?? undefined}
              style={{ transform: `translateY(${item.start}px)`, height: ROW_HEIGHT, width }}
              onClick={() => {
                setActive(item.index);
                scroller.current?.focus({ preventScroll: true });
                if (row) props.onOpen(row.row);
              }}
            >
              {row && (
                <>
                  <LeadCell
                    row={row}
                    selected={selection.has(row.row)}
                    onSelect={() => selection.toggle(row.row)}
                  />
                  {across.getVirtualItems().map((cell) => {
                    const column = shown[cell.index];
                    if (!column) return null;
                    return (
                      <div
                        key={column.key}
                        role="gridcell"
                        aria-colindex={cell.index + 2}
                        className={css.cell}
                        style={{ left: cell.start, width: column.width }}
                      >
                        <Cell row={row} column={column.key} />
                      </div>
                    );
                  })}
                </>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
