// A virtual grid cannot be a <table>: its rows and columns are placed by hand, and the grid itself holds the focus.
// biome-ignore-all lint/a11y/useSemanticElements: see above
// biome-ignore-all lint/a11y/useFocusableInteractive: see above
import type { ResultSort } from "../../../../shared/bridge/results.ts";
import type { ColumnFilter } from "./ColumnMenu.tsx";
import type { ColumnKey } from "./columns.ts";
import { HeaderCell } from "./HeaderCell.tsx";
import css from "./ResultsTable.module.css";
import { SelectAll } from "./SelectAll.tsx";
import type { Selection } from "./selection.ts";
import type { PlacedColumn } from "./TableRow.tsx";
import type { Columns } from "./useColumns.ts";

/** The header of the table: the box that selects every row, then the columns that are drawn. */
export function HeaderRow(props: {
  columns: Columns;
  placed: readonly PlacedColumn[];
  sort: ResultSort;
  selection: Selection;
  total: number;
  lead: number;
  width: number;
  onSort: (sort: ResultSort) => void;
  onFilter: (filter: ColumnFilter) => void;
  onHide: (key: ColumnKey) => void;
}) {
  return (
    <div role="row" aria-rowindex={1} className={css.header} style={{ width: props.width }}>
      <div role="columnheader" aria-colindex={1} className={css.leadHead} style={{ width: props.lead }}>
        <SelectAll selection={props.selection} total={props.total} />
      </div>
      {props.placed.map((one) => {
        const { key } = one.column;
        return (
          <HeaderCell
            key={key}
            placed={one}
            columns={props.columns}
            sort={props.sort}
            onSort={props.onSort}
            onHide={() => props.onHide(key)}
            onFilter={props.onFilter}
          />
        );
      })}
    </div>
  );
}
