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
  useSyncExternalStore,
} from "react";
import type { ResultRow } from "../../../../shared/bridge/results.ts";
import { useTallRows } from "../../../components/useTallRows.ts";
import { resultsWords } from "../../../words/results.ts";
import { useResults } from "../results-context.tsx";
import { HeaderCell, SelectAll } from "./HeaderCell.tsx";
import { headerKey, type Pressed, useTableKeys } from "./keyboard.ts";
import css from "./ResultsTable.module.css";
import { HEAD_HEIGHT, leadOf, ROW_HEIGHT, TableRow } from "./TableRow.tsx";
import { useCollapsingSummary } from "./useCollapsingSummary.ts";
import { usePlaced } from "./useColumns.ts";
import { useCursor } from "./useCursor.ts";
import type { RowActions } from "./useRowActions.ts";
import { useTablePointer } from "./useTablePointer.ts";

export interface TableHandle {
  press(event: Pressed): void;
  toRow(): void;
}

interface Props {
  /** The grid element, which holds the focus. */
  grid: RefObject<HTMLDivElement | null>;
  handle: RefObject<TableHandle | null>;
  actions: RowActions;
  onEnterOpen: () => void;
  onMenu: (event: MouseEvent, at: Element, row: ResultRow) => void;
}

/** Returns the room for pinned columns. A container query would measure every row on each render. */
function roomIn(width: number): "less" | "least" | undefined {
  if (width === 0 || width > 640) return undefined;
  return width > 448 ? "less" : "least";
}

export function ResultsTable(props: Props) {
  const { grid: scroller, actions } = props;
  const { cleaning, summary, view, setView, source, drawn, columns, selection } = useResults();
  useSyncExternalStore(drawn.subscribe, drawn.version);
  const total = drawn.total() ?? 0;
  const isStale = drawn !== source;
  const sized = useElementSize();
  const element = useMergedRef(scroller, sized.ref);
  const rows = useTallRows({
    scroller,
    count: total,
    rowHeight: ROW_HEIGHT,
    headHeight: HEAD_HEIGHT,
    overscan: 8,
  });
  const lead = leadOf(summary.rows);
  const { placed, width, start: pinned } = usePlaced(scroller, columns.shown, lead);

  const { first, last, scrollToTop } = rows;
  const summaryPanel = useCollapsingSummary(scroller, rows);
  const cursor = useCursor(rows);
  const { active } = cursor;
  useEffect(() => {
    if (last >= first) drawn.need(first, last);
  }, [drawn, first, last]);

  const savePosition = useDebouncedCallback((at: number) => {
    // Ignore scroll events of the previous query's rows, which stay visible until the new ones arrive.
    if (!isStale) setView({ at }, true);
  }, 300);
  // A new query starts at the position in the URL.
  const known = total > 0;
  const start = useRef(view.at);
  start.current = view.at;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the source stands for the query
  useEffect(() => {
    if (!known) return;
    // The previous rows' scroll position doesn't apply to the new ones.
    savePosition.cancel();
    summaryPanel.moveTo(() => scrollToTop(start.current));
    cursor.reset(start.current);
  }, [drawn, known]);

  const toGrid = useCallback(() => scroller.current?.focus({ preventScroll: true }), [scroller]);
  const toRow = () => {
    rows.reveal(active);
    toGrid();
  };
  const reveal = (position: number) => {
    rows.reveal(position);
    // In low windows, the screen itself scrolls.
    scroller.current?.scrollIntoView({ block: "nearest" });
    if (position === 0) summaryPanel.follow();
  };
  const press = useTableKeys({ scroller, cursor, actions, onReveal: reveal, onEnterOpen: props.onEnterOpen });
  props.handle.current = { press, toRow };
  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target === scroller.current) press(event);
    else headerKey(event, toRow);
  };
  // The grid is the only tab stop, so clicks in its header return the focus to it.
  const focusGrid = () => {
    if (scroller.current?.contains(document.activeElement)) toGrid();
  };
  const pointer = useTablePointer({ scroller, cursor, actions, onMenu: props.onMenu });

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
      aria-busy={isStale}
      aria-activedescendant={drawn.row(active) ? `row-${active}` : undefined}
      onKeyDown={onKey}
      onPointerUp={focusGrid}
      onDragEnd={focusGrid}
      onScroll={() => {
        summaryPanel.follow();
        savePosition(rows.topRow());
      }}
      // Without a scroll event, if the rows fit.
      onWheel={({ deltaY }) => deltaY < 0 && summaryPanel.follow()}
      onContextMenu={pointer.openMenu}
    >
      <div role="row" aria-rowindex={1} className={css.header} style={{ width }}>
        <div role="columnheader" aria-colindex={1} className={css.leadHead} style={{ width: lead }}>
          <SelectAll />
        </div>
        {placed.map((one) => (
          <HeaderCell key={one.column.key} placed={one} onLeave={toGrid} />
        ))}
      </div>
      <div role="rowgroup" className={css.body} style={{ height: rows.height, width }}>
        <div role="presentation" style={{ transform: `translateY(${rows.down}px)` }}>
          {rows.shown.map(({ index: position, key }) => {
            const row = drawn.row(position);
            return (
              <TableRow
                key={key}
                row={row}
                position={position}
                top={rows.top(position)}
                columns={placed}
                width={width}
                lead={lead}
                sandbox={cleaning.sandbox}
                selected={row !== undefined && selection.has(row.row)}
                active={position === active}
                open={row !== undefined && row.row === view.row}
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
