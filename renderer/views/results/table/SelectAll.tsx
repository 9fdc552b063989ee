import { tableWords } from "../../../words/table.ts";
import css from "./ResultsTable.module.css";
import { type Selection, sizeOf } from "./selection.ts";

/** Selects every row, or none where all are. */
function toggleAll(selection: Selection, total: number): void {
  if (total > 0 && sizeOf(selection.chosen, total) === total) selection.clear();
  else if (total > 0) selection.all(total);
}

/** The box that selects every row, or says that some are. */
export function SelectAll(props: { selection: Selection; total: number }) {
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
      // The grid is the stop of the Tab key; its arrows lead here.
      tabIndex={-1}
      checked={isAll}
      disabled={total === 0}
      aria-label={tableWords.selectAll(total)}
      onChange={() => toggleAll(selection, total)}
    />
  );
}
