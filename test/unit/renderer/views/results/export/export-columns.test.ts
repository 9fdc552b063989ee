import { describe, expect, it } from "vitest";
import {
  ALL_COLUMNS,
  columnsToWrite,
  shownColumns,
  withChosen,
} from "../../../../../../renderer/views/results/export/export-choices.ts";
import type { TableColumn } from "../../../../../../renderer/views/results/table/columns.ts";

const column = (key: TableColumn["key"]): TableColumn => ({
  key,
  name: key,
  width: 100,
  hidden: false,
  numeric: false,
  pinned: false,
});

describe("the columns that an export writes", () => {
  it("are the list's own columns that the table shows, in its order", () => {
    expect(
      shownColumns(["c2", "verdict", "c0", "flags", "c11"].map((key) => column(key as TableColumn["key"]))),
    ).toEqual([2, 0, 11]);
  });

  it.each([
    [ALL_COLUMNS, [2, 0], null],
    [{ kind: "shown" as const }, [2, 0], [2, 0]],
    [{ kind: "shown" as const }, [0, 1, 2], null],
    [{ kind: "shown" as const }, [0, 2, 1], [0, 2, 1]],
    [{ kind: "chosen" as const, columns: [1] }, [0, 1, 2], [1]],
    [{ kind: "chosen" as const, columns: [] }, [0, 1, 2], []],
  ])("are chosen by %j from a table showing %j: %j", (choice, shown, written) => {
    expect(columnsToWrite(choice, shown, 3)).toEqual(written);
  });

  it.each([
    [[2, 0], [1], true, [2, 0, 1]],
    [[1], [2], true, [2, 1]],
    [[2, 0, 1], [0, 1], false, [2]],
    [[2, 0, 1], [2, 0, 1], false, []],
    [[0], [0, 2], true, [2, 0]],
  ])(
    "keep the dialog's order: %j with %j switched on (%s) become %j",
    (chosen, columns, isWritten, written) => {
      expect(withChosen(chosen, columns, isWritten, [2, 0, 1])).toEqual(written);
    },
  );
});
