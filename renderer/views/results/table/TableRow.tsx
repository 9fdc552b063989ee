// A virtual grid cannot be a <table>: its rows and columns are placed by hand, and the grid itself holds the focus.
// biome-ignore-all lint/a11y/useSemanticElements: see above
// biome-ignore-all lint/a11y/useFocusableInteractive: see above

import { type MouseEvent, memo } from "react";
import type { ResultRow } from "../../../../shared/bridge/results.ts";
import { count } from "../../../../shared/numbers.ts";
import { VerdictBadge } from "../../../components/VerdictMark.tsx";
import { resultsWords } from "../../../words/results.ts";
import { type ColumnKey, cellText, listColumnIndex, type TableColumn, tagsOf } from "./columns.ts";
import css from "./ResultsTable.module.css";

function Cell(props: { row: ResultRow; column: ColumnKey; sandbox: boolean }) {
  const { row, column, sandbox } = props;
  const text = cellText(row, column, sandbox);
  switch (column) {
    case "verdict":
      return <VerdictBadge verdict={row.verdict ?? "none"} />;
    case "flags":
      return tagsOf(row).map(({ name, help }) => (
        <span key={name} className={css.tag} title={help}>
          {name}
        </span>
      ));
    case "verified_at":
      return text === "" ? null : <span className="quiet num">{text}</span>;
    default:
      if (row.corrected === undefined || row.corrected.column !== listColumnIndex(column)) return text;
      return (
        <span className={css.corrected} title={resultsWords.correctedFrom(row.corrected.before)}>
          {text}
        </span>
      );
  }
}

/** Returns the width of the leading column in pixels, with room for a checkbox and the largest row number. */
export function leadOf(rows: number): number {
  return Math.max(66, 44 + 8 * count(rows).length);
}
export const ROW_HEIGHT = 34;
/** Includes the border. */
export const HEAD_HEIGHT = 34;

/** A visible column, its offset in pixels, and its index among the visible columns. */
export interface PlacedColumn {
  readonly column: TableColumn;
  readonly left: number;
  readonly index: number;
  readonly isEdge: boolean;
}

interface Props {
  row: ResultRow | undefined;
  position: number;
  top: number;
  columns: readonly PlacedColumn[];
  width: number;
  lead: number;
  sandbox: boolean;
  selected: boolean;
  active: boolean;
  open: boolean;
  onChoose: (position: number, event: MouseEvent) => void;
  onSelect: (position: number, event: MouseEvent) => void;
}

/** Stops Shift+click from selecting text: it selects rows. */
function preventTextSelection(event: MouseEvent): void {
  if (event.shiftKey) event.preventDefault();
}

/** A row of the grid, memoised so that scrolling doesn't rerender unchanged rows. */
export const TableRow = memo(function TableRow(props: Props) {
  const { row, position } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid around it answers Enter for the active row
    <div
      id={`row-${position}`}
      role="row"
      tabIndex={-1}
      aria-rowindex={position + 2}
      aria-selected={props.selected}
      className={css.row}
      data-position={position}
      data-active={props.active || undefined}
      data-open={props.open || undefined}
      data-mark={row?.mark ?? undefined}
      style={{
        transform: `translateY(${props.top}px)`,
        height: ROW_HEIGHT,
        width: props.width,
      }}
      onMouseDown={preventTextSelection}
      onClick={(event) => props.onChoose(position, event)}
    >
      {row && (
        <>
          <div role="rowheader" aria-colindex={1} className={css.lead} style={{ width: props.lead }}>
            <input
              type="checkbox"
              className={css.check}
              tabIndex={-1}
              checked={props.selected}
              aria-label={resultsWords.selectRow(row.row + 1)}
              // Keep the focus on the grid.
              onMouseDown={(event) => event.preventDefault()}
              onClick={(event) => {
                event.stopPropagation();
                props.onSelect(position, event);
              }}
              onChange={() => undefined}
            />
            <span className="num quiet">{count(row.row + 1)}</span>
          </div>
          {props.columns.map(({ column, left, index, isEdge }) => (
            <div
              key={column.key}
              role="gridcell"
              aria-colindex={index + 2}
              className={column.pinned ? css.pinned : css.cell}
              data-edge={isEdge || undefined}
              data-address={(column.pinned && column.key !== "verdict") || undefined}
              style={{ left, width: column.width }}
            >
              {column.pinned ? (
                <span className="cut">
                  <Cell row={row} column={column.key} sandbox={props.sandbox} />
                </span>
              ) : (
                <Cell row={row} column={column.key} sandbox={props.sandbox} />
              )}
            </div>
          ))}
        </>
      )}
    </div>
  );
});
