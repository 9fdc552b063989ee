// A virtual grid cannot be a <table>: its rows and columns are placed by hand, and the grid itself holds the focus.
// biome-ignore-all lint/a11y/useSemanticElements: see above
// biome-ignore-all lint/a11y/useFocusableInteractive: see above
import { memo } from "react";
import type { ResultRow } from "../../../../shared/bridge/results.ts";
import { VerdictSymbol } from "../../../components/VerdictMark.tsx";
import { count } from "../../../format/numbers.ts";
import { resultsWords } from "../../../words/results.ts";
import { Cell } from "./Cell.tsx";
import type { TableColumn } from "./columns.ts";
import css from "./ResultsTable.module.css";

/** Width of the leading column: selection, verdict symbol, row number. */
export const LEAD = 118;
export const ROW_HEIGHT = 33;
/** Of the header, its line included. */
export const HEAD_HEIGHT = 34;

/** A column on screen: where it begins and which one of those shown it is, counted from 0. */
export interface PlacedColumn {
  readonly column: TableColumn;
  readonly left: number;
  readonly index: number;
}

interface Props {
  row: ResultRow | undefined;
  position: number;
  /** Where it stands, in pixels from the top of the rows' element. */
  top: number;
  columns: readonly PlacedColumn[];
  width: number;
  selected: boolean;
  active: boolean;
  open: boolean;
  /** The row was clicked. */
  onChoose: (position: number) => void;
  onSelect: (row: number) => void;
}

/** One row of the grid. Rendered again only when something of its own has changed, however fast one scrolls. */
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
      data-active={props.active || undefined}
      data-open={props.open || undefined}
      data-mark={row?.mark ?? undefined}
      style={{
        transform: `translateY(${props.top}px)`,
        height: ROW_HEIGHT,
        width: props.width,
      }}
      onClick={() => props.onChoose(position)}
    >
      {row && (
        <>
          <div role="rowheader" aria-colindex={1} className={css.lead} style={{ width: LEAD }}>
            <input
              type="checkbox"
              className={css.check}
              tabIndex={-1}
              checked={props.selected}
              aria-label={resultsWords.selectRow(row.row + 1)}
              // The grid keeps the focus, and with it the keyboard.
              onMouseDown={(event) => event.preventDefault()}
              onClick={(event) => event.stopPropagation()}
              onChange={() => props.onSelect(row.row)}
            />
            <VerdictSymbol verdict={row.verdict ?? "none"} />
            <span className={css.rowNumber}>{count(row.row + 1)}</span>
          </div>
          {props.columns.map(({ column, left, index }) => (
            <div
              key={column.key}
              role="gridcell"
              aria-colindex={index + 2}
              className={css.cell}
              style={{ left, width: column.width }}
            >
              <Cell row={row} column={column.key} />
            </div>
          ))}
        </>
      )}
    </div>
  );
});
