// A virtual grid cannot be a <table>: its rows and columns are placed by hand, and the grid itself holds the focus.
// biome-ignore-all lint/a11y/useSemanticElements: see above
// biome-ignore-all lint/a11y/useFocusableInteractive: see above
import { useDebouncedCallback } from "@mantine/hooks";
import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { ResultFilter, ResultSort } from "../../../../shared/bridge/results.ts";
import { useTallRows } from "../../../components/rows/useTallRows.ts";
import { resultsWords } from "../../../words/results.ts";
import { HeaderCell } from "./HeaderCell.tsx";
import { nextActive } from "./keys.ts";
import css from "./ResultsTable.module.css";
import type { RowsSource } from "./rows-source.ts";
import type { Selection } from "./selection.ts";
import { HEAD_HEIGHT, LEAD, type PlacedColumn, ROW_HEIGHT, TableRow } from "./TableRow.tsx";
import type { Columns } from "./useColumns.ts";

interface Props {
  /** The grid's element, which holds the focus. */
  grid: RefObject<HTMLDivElement | null>;
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
  /** Ctrl+C: the chosen rows, or else the one that the keyboard is on. */
  onCopy: (row: number | null) => void;
}

/** Whether the user has selected text, which is what the pointer and Ctrl+C are about then. */
function hasSelectedText(): boolean {
  return window.getSelection()?.isCollapsed === false;
}

/** The rows on screen out of any number of them, virtual in both directions and led by the keyboard. */
export function ResultsTable(props: Props) {
  const { source, columns, sort, selection } = props;
  useSyncExternalStore(source.subscribe, source.version);
  const total = source.total() ?? 0;
  const scroller = props.grid;
  const [active, setActive] = useState(props.at);
  const shown = columns.shown;

  const rows = useTallRows({
    scroller,
    count: total,
    rowHeight: ROW_HEIGHT,
    headHeight: HEAD_HEIGHT,
    overscan: 8,
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

  const { first, last, scrollToTop } = rows;
  useEffect(() => {
    if (last >= first) source.need(first, last);
  }, [source, first, last]);

  // A new query starts where its address says: at the top, or where it was left.
  const known = total > 0;
  const start = useRef(props.at);
  start.current = props.at;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the source stands for the query
  useEffect(() => {
    if (!known) return;
    scrollToTop(start.current);
    setActive(start.current);
  }, [source, known]);

  const told = useDebouncedCallback(props.onScrolled, 300);
  const onScroll = () => told(rows.topRow());

  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== scroller.current) return;
    const page = Math.max(1, Math.floor((scroller.current.clientHeight - HEAD_HEIGHT) / ROW_HEIGHT) - 1);
    const isLetter = event.key.length === 1 && (event.ctrlKey || event.metaKey || event.altKey);
    const next = isLetter ? null : nextActive(event.key, active, total, page);
    const row = source.row(active);
    if (next !== null) {
      event.preventDefault();
      setActive(next);
      rows.reveal(next);
      const nextRow = source.row(next);
      if (event.shiftKey && nextRow) selection.add(nextRow.row);
      if (props.openRow !== null && nextRow) props.onOpen(nextRow.row);
    } else if (event.key === "Enter" && row) props.onOpen(row.row);
    else if (event.key === " " && row) {
      event.preventDefault();
      selection.toggle(row.row);
    } else if (event.key === "Escape") selection.clear();
    else if (event.key === "a" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      selection.all(source.total() ?? 0);
    } else if (event.key === "c" && (event.ctrlKey || event.metaKey) && !hasSelectedText()) {
      event.preventDefault();
      props.onCopy(row?.row ?? null);
    } else if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      event.preventDefault();
      scroller.current.scrollBy({ left: event.key === "ArrowRight" ? 120 : -120 });
    }
  };

  const width = across.getTotalSize();
  const across0 = across.range?.startIndex ?? 0;
  const across1 = across.range?.endIndex ?? 0;
  // The same array for as long as the same columns are on screen, so that rows need not be rendered again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: range and widths stand for the virtual columns
  const placed = useMemo<PlacedColumn[]>(
    () =>
      across.getVirtualItems().flatMap((item) => {
        const column = shown[item.index];
        return column ? [{ column, left: item.start, index: item.index }] : [];
      }),
    [across0, across1, shown, width],
  );

  const open = useRef(props.onOpen);
  open.current = props.onOpen;
  const choose = useCallback(
    (position: number) => {
      // Who drags over a cell to copy part of it does not want its row opened over it.
      if (hasSelectedText()) return;
      setActive(position);
      scroller.current?.focus({ preventScroll: true });
      const row = source.row(position);
      if (row) open.current(row.row);
    },
    [source, scroller],
  );

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
        {placed.map(({ column, left, index }) => (
          <HeaderCell
            key={column.key}
            column={column}
            sort={sort}
            left={left}
            index={index + 2}
            onSort={props.onSort}
            onResize={(wide) => columns.resize(column.key, wide)}
            onMove={(by) => columns.move(column.key, by)}
            onHide={() => columns.hide(column.key, true)}
            onFilter={props.onColumnFilter}
          />
        ))}
      </div>
      <div role="rowgroup" className={css.body} style={{ height: rows.height, width }}>
        {rows.shown.map(({ index: position, key }) => {
          const row = source.row(position);
          return (
            <TableRow
              key={key}
              row={row}
              position={position}
              top={rows.top(position)}
              columns={placed}
              width={width}
              selected={row !== undefined && selection.has(row.row)}
              active={position === active}
              open={row !== undefined && row.row === props.openRow}
              onChoose={choose}
              onSelect={selection.toggle}
            />
          );
        })}
      </div>
    </div>
  );
}
