import type { ResultSort } from "../../../../shared/bridge/results.ts";
import { assertNever } from "../../../../shared/result.ts";
import type { ColumnKey, TableColumn } from "./columns.ts";
import { headerStep } from "./header-keys.ts";
import { nextSort } from "./sorting.ts";
import type { Header } from "./useHeader.ts";
import type { Pressed } from "./useTableKeys.ts";

interface At {
  header: Header;
  columns: readonly TableColumn[];
  sort: ResultSort;
  onGo: (index: number) => void;
  /** Back to the row that the keyboard came from. */
  onLeave: () => void;
  onSort: (sort: ResultSort) => void;
  onMenu: (key: ColumnKey) => void;
  onSelectAll: () => void;
}

/** What the header does at a key while the keyboard is there, and whether it did: any other key is the row's. */
export function useHeaderKeys(at: At): (event: Pressed) => boolean {
  return (event) => {
    const { header, columns } = at;
    if (header.place === null) return false;
    const { index } = header.place;
    const step = headerStep(event, index, columns.length - 1);
    if (step === null) return false;
    event.preventDefault();
    const column = columns[index];
    switch (step.kind) {
      case "go":
        at.onGo(step.index);
        return true;
      case "leave":
        at.onLeave();
        return true;
      case "act": {
        at.onGo(index);
        const next = column && nextSort(column, at.sort);
        if (!column) at.onSelectAll();
        else if (next) at.onSort(next);
        else at.onMenu(column.key);
        return true;
      }
      case "menu":
        at.onGo(index);
        if (column) at.onMenu(column.key);
        return true;
      default:
        return assertNever(step);
    }
  };
}
