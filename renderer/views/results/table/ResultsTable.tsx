// A virtual grid cannot be a <table>: its rows and columns are placed by hand, and the grid itself holds the focus.
// biome-ignore-all lint/a11y/useSemanticElements: see above
// biome-ignore-all lint/a11y/useFocusableInteractive: see above
import { useDebouncedCallback } from "@mantine/hooks";
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { ResultRow, ResultSort } from "../../../../shared/bridge/results.ts";
import { useTallRows } from "../../../components/rows/useTallRows.ts";
import { resultsWords } from "../../../words/results.ts";
import { tableWords } from "../../../words/table.ts";
import type { ColumnFilter } from "./ColumnMenu.tsx";
import { HeaderCell } from "./HeaderCell.tsx";
import css from "./ResultsTable.module.css";
import type { RowsSource } from "./rows-source.ts";
import { type Selection, sizeOf } from "./selection.ts";
import { HEAD_HEIGHT, leadOf, ROW_HEIGHT, TableRow } from "./TableRow.tsx";
import type { Columns } from "./useColumns.ts";
import { usePlaced } from "./usePlaced.ts";
import { hasSelectedText, type Pressed, useTableKeys } from "./useTableKeys.ts";

interface Props {
  /** All rows of the list, whatever passes the filter. */
  rows: number;
  /** The grid's element, which holds the focus. */
  grid: RefObject<HTMLDivElement | null>;
  /** What the table does at a key, for those that are pressed elsewhere on the screen. */
  keys: RefObject<((event: Pressed) => void) | null>;
  source: RowsSource;
  columns: Columns;
  sort: ResultSort;
  /** Position to begin at. */
  at: number;
  openRow: number | null;
  selection: Selection;
  sandbox: boolean;
  /** Other rows are on their way. */
  isAsking: boolean;
  onSort: (sort: ResultSort) => void;
  onColumnFilter: (filter: ColumnFilter) => void;
  onScrolled: (at: number) => void;
  onOpen: (row: number) => void;
  /** Ctrl+C: the chosen rows, or else the one that the keyboard is on. */
  onCopy: (row: number | null) => void;
  /** Y and N: of the chosen rows, or else of the one that the keyboard is on. */
  onMark: (decision: "keep" | "drop", row: number | null) => void;
  /** Positions from and to, both included. */
  onRange: (first: number, last: number) => void;
  onMenu: (event: MouseEvent, at: Element, row: ResultRow) => void;
}

/** The box that selects every row, or says that some are. */
function SelectAll(props: { selection: Selection; total: number }) {
  const { selection, total } = props;
  const size = sizeOf(selection.chosen, total);
  const isAll = total > 0 && size === total;
  return (
    <input
      ref={(box) => {
        if (box) box.indeterminate = size > 0 && !isAll;
      }}
      type="checkbox"
      className={css.check}
      checked={isAll}
      disabled={total === 0}
      aria-label={tableWords.selectAll(total)}
      onChange={() => (isAll ? selection.clear() : selection.all(total))}
    />
  );
}

/** The rows on screen out of any number of them, virtual in both directions and led by the keyboard. */
export function ResultsTable(props: Props) {
  const { source, columns, sort, selection } = props;
  useSyncExternalStore(source.subscribe, source.version);
  const total = source.total() ?? 0;
  const scroller = props.grid;
  const [active, setActive] = useState(props.at);
  const anchor = useRef(props.at);
  const rows = useTallRows({
    scroller,
    count: total,
    rowHeight: ROW_HEIGHT,
    headHeight: HEAD_HEIGHT,
    overscan: 8,
  });
  const lead = leadOf(props.rows);
  const { placed, width } = usePlaced(scroller, columns.shown, lead);

  const { first, last, scrollToTop } = rows;
  useEffect(() => {
    if (last >= first) source.need(first, last);
  }, [source, first, last]);

  const told = useDebouncedCallback(props.onScrolled, 300);
  // A new query starts where its address says: at the top, or where it was left.
  const known = total > 0;
  const start = useRef(props.at);
  start.current = props.at;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the source stands for the query
  useEffect(() => {
    if (!known) return;
    // Where the rows before were scrolled to is no place in these.
    told.cancel();
    scrollToTop(start.current);
    setActive(start.current);
    anchor.current = start.current;
  }, [source, known]);

  const onScroll = () => {
    told(rows.topRow());
    // By hand: a line that comes and goes needs no rows to be drawn anew.
    scroller.current?.toggleAttribute("data-scrolled", scroller.current.scrollLeft > 0);
  };

  const press = useTableKeys({
    scroller,
    source,
    total,
    active,
    openRow: props.openRow,
    selection,
    onActive(position) {
      setActive(position);
      anchor.current = position;
      rows.reveal(position);
    },
    onOpen: props.onOpen,
    onCopy: props.onCopy,
    onMark: props.onMark,
  });
  props.keys.current = press;
  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target === scroller.current) press(event);
  };

  const latest = useRef(props);
  latest.current = props;
  const select = useCallback(
    (position: number, event: MouseEvent) => {
      const { selection: chosen, onRange } = latest.current;
      scroller.current?.focus({ preventScroll: true });
      setActive(position);
      if (event.shiftKey)
        return onRange(Math.min(anchor.current, position), Math.max(anchor.current, position));
      anchor.current = position;
      const row = source.row(position);
      if (row) chosen.toggle(row.row);
    },
    [source, scroller],
  );
  const choose = useCallback(
    (position: number, event: MouseEvent) => {
      if (event.shiftKey || event.ctrlKey || event.metaKey) return select(position, event);
      // Who drags over a cell to copy part of it does not want its row opened over it.
      if (hasSelectedText()) return;
      setActive(position);
      anchor.current = position;
      scroller.current?.focus({ preventScroll: true });
      const row = source.row(position);
      if (row) latest.current.onOpen(row.row);
    },
    [source, scroller, select],
  );
  const onMenu = (event: MouseEvent<HTMLDivElement>) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("[role=columnheader]")) return;
    const under = target?.closest("[data-position]");
    const position = under ? Number(under.getAttribute("data-position")) : active;
    const row = source.row(position);
    const element = under ?? scroller.current?.querySelector(`[data-position="${position}"]`);
    if (!row || !element) return;
    event.preventDefault();
    setActive(position);
    props.onMenu(event, element, row);
  };

  return (
    <div
      ref={scroller}
      className={css.scroller}
      role="grid"
      tabIndex={0}
      aria-label={resultsWords.table}
      aria-rowcount={total + 1}
      aria-colcount={columns.shown.length + 1}
      aria-multiselectable="true"
      aria-busy={props.isAsking}
      aria-activedescendant={source.row(active) ? `row-${active}` : undefined}
      onKeyDown={onKey}
      onScroll={onScroll}
      onContextMenu={onMenu}
    >
      <div role="row" aria-rowindex={1} className={css.header} style={{ width }}>
        <div role="columnheader" aria-colindex={1} className={css.leadHead} style={{ width: lead }}>
          <SelectAll selection={selection} total={total} />
        </div>
        {placed.map((one) => (
          <HeaderCell
            key={one.column.key}
            placed={one}
            columns={columns}
            sort={sort}
            onSort={props.onSort}
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
              lead={lead}
              sandbox={props.sandbox}
              selected={row !== undefined && selection.has(row.row)}
              active={position === active}
              open={row !== undefined && row.row === props.openRow}
              onChoose={choose}
              onSelect={select}
            />
          );
        })}
      </div>
    </div>
  );
}
