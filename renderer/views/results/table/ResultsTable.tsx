// A virtual grid cannot be a <table>: its rows and columns are placed by hand, and the grid itself holds the focus.
// biome-ignore-all lint/a11y/useSemanticElements: see above
// biome-ignore-all lint/a11y/useFocusableInteractive: see above
import { useDebouncedCallback, useElementSize, useMergedRef } from "@mantine/hooks";
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
import { useTallRows } from "../../../components/useTallRows.ts";
import { resultsWords } from "../../../words/results.ts";
import type { ColumnFilter } from "./ColumnMenu.tsx";
import { HeaderCell, SelectAll } from "./HeaderCell.tsx";
import { headerKey, type Pressed, toHeader, useTableKeys } from "./keyboard.ts";
import css from "./ResultsTable.module.css";
import type { RowsSource } from "./rows-source.ts";
import type { Selection } from "./selection.ts";
import { HEAD_HEIGHT, leadOf, ROW_HEIGHT, TableRow } from "./TableRow.tsx";
import { type Columns, usePlaced } from "./useColumns.ts";
import { useOpenRow } from "./useOpenRow.ts";
import { useTablePointer } from "./useTablePointer.ts";

export interface TableHandle {
  press(event: Pressed): void;
  toRow(): void;
}

interface Props {
  /** Rows of the list, without any filter. */
  rows: number;
  /** The grid element, which holds the focus. */
  grid: RefObject<HTMLDivElement | null>;
  handle: RefObject<TableHandle | null>;
  source: RowsSource;
  columns: Columns;
  sort: ResultSort;
  at: number;
  openRow: number | null;
  selection: Selection;
  sandbox: boolean;
  isAsking: boolean;
  onSort: (sort: ResultSort) => void;
  onColumnFilter: (filter: ColumnFilter) => void;
  onScrolled: (at: number) => void;
  onOpen: (row: number) => void;
  onEnterOpen: () => void;
  /** Ctrl+C: the selected rows, or else the current row. */
  onCopy: (row: number | null) => void;
  /** Y and N: the selected rows, or else the current row. */
  onMark: (decision: "keep" | "drop", row: number | null) => void;
  onRange: (first: number, last: number) => void;
  onMenu: (event: MouseEvent, at: Element, row: ResultRow) => void;
}

/** Returns the room for pinned columns. A container query would measure every row on each render. */
function roomIn(width: number): "less" | "least" | undefined {
  if (width === 0 || width > 640) return undefined;
  return width > 448 ? "less" : "least";
}

export function ResultsTable(props: Props) {
  const { source, columns, sort, selection } = props;
  useSyncExternalStore(source.subscribe, source.version);
  const total = source.total() ?? 0;
  const scroller = props.grid;
  const sized = useElementSize();
  const element = useMergedRef(scroller, sized.ref);
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
  const { placed, width, start: pinned } = usePlaced(scroller, columns.shown, lead);

  const { first, last, scrollToTop } = rows;
  useEffect(() => {
    if (last >= first) source.need(first, last);
  }, [source, first, last]);

  const told = useDebouncedCallback(props.onScrolled, 300);
  // A new query starts at the position in the URL.
  const known = total > 0;
  const start = useRef(props.at);
  start.current = props.at;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the source stands for the query
  useEffect(() => {
    if (!known) return;
    // The previous rows' scroll position doesn't apply to the new ones.
    told.cancel();
    scrollToTop(start.current);
    setActive(start.current);
    anchor.current = start.current;
  }, [source, known]);

  const toGrid = useCallback(() => scroller.current?.focus({ preventScroll: true }), [scroller]);
  const toRow = () => {
    rows.reveal(active);
    toGrid();
  };
  const open = useOpenRow({
    source,
    active,
    openRow: props.openRow,
    first,
    last,
    onActive: setActive,
    onOpen: props.onOpen,
  });
  const moveTo = (position: number) => {
    setActive(position);
    open.follow();
  };
  const reveal = (position: number) => {
    rows.reveal(position);
    // In low windows, the screen itself scrolls.
    scroller.current?.scrollIntoView({ block: "nearest" });
  };
  const press = useTableKeys({
    scroller,
    source,
    total,
    active,
    current: open.row,
    openRow: props.openRow,
    selection,
    onActive(position) {
      moveTo(position);
      anchor.current = position;
      reveal(position);
    },
    onReveal() {
      anchor.current = active;
      reveal(active);
    },
    onHeader: () => toHeader(scroller.current),
    onOpen: props.onOpen,
    onEnterOpen: props.onEnterOpen,
    onCopy: props.onCopy,
    onMark: props.onMark,
  });
  props.handle.current = { press, toRow };
  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target === scroller.current) press(event);
    else headerKey(event, toRow);
  };
  // The grid is the only tab stop, so clicks in its header return the focus to it.
  const letGo = () => {
    if (scroller.current?.contains(document.activeElement)) toGrid();
  };
  const pointer = useTablePointer({
    scroller,
    source,
    selection,
    active,
    anchor,
    onActive: moveTo,
    onOpen: props.onOpen,
    onRange: props.onRange,
    onMenu: props.onMenu,
  });

  return (
    <div
      ref={element}
      className={css.scroller}
      data-room={roomIn(sized.width)}
      style={{ scrollPaddingLeft: pinned }}
      role="grid"
      tabIndex={0}
      aria-label={resultsWords.table}
      aria-rowcount={total + 1}
      aria-colcount={columns.shown.length + 1}
      aria-multiselectable="true"
      aria-busy={props.isAsking}
      aria-activedescendant={source.row(active) ? `row-${active}` : undefined}
      onKeyDown={onKey}
      onPointerUp={letGo}
      onDragEnd={letGo}
      onScroll={() => told(rows.topRow())}
      onContextMenu={pointer.wishMenu}
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
            onLeave={toGrid}
            onFilter={props.onColumnFilter}
          />
        ))}
      </div>
      <div role="rowgroup" className={css.body} style={{ height: rows.height, width }}>
        <div role="presentation" style={{ transform: `translateY(${rows.down}px)` }}>
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
                onChoose={pointer.choose}
                onSelect={pointer.select}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}
