import { join } from "node:path";
import { expect, it } from "vitest";
import { openMarks } from "../../../../../electron/engine/results/review/view/marks.ts";
import { openColumns } from "../../../../../electron/engine/store/index.ts";
import { makeDataDir } from "../../build-list.ts";

const ROWS = 100;
const ALL = Uint32Array.from({ length: ROWS }, (_, row) => row);

it("marks take bounded space even if all rows are marked repeatedly, and keep every reason", () => {
  const store = openColumns(join(makeDataDir(), "results.db"));
  const most = 5 * 4 * ROWS;
  const marks = openMarks(store, ROWS, most);
  marks.mark(Uint32Array.of(3), "drop", "asked by phone");
  for (let n = 0; n < 48; n++) marks.mark(ALL.subarray(10), n % 2 === 0 ? "keep" : "drop", `time ${n}`);
  marks.mark(Uint32Array.of(10, 11), null, "");
  const bytes = () => Number(store.db.prepare("SELECT sum(length(rows)) FROM override_steps").pluck().get());
  expect(bytes()).toBeLessThanOrEqual(most + 4 * ROWS);
  const again = openMarks(store, ROWS, most);
  expect(again.reason(3)).toBe("asked by phone");
  expect(again.reason(99)).toBe("time 47");
  expect([...again.byRow.subarray(9, 13)]).toEqual([0, 0, 0, 2]);
  // Only the steps that are still stored can be undone; older marks remain.
  let taken = 0;
  while (again.steps().undo) {
    again.step(false);
    taken++;
  }
  expect(taken).toBe(6);
  expect([again.byRow[3], again.byRow[99]]).toEqual([2, 1]);
  expect(again.reason(99)).toBe("time 42");
  while (again.steps().redo) again.step(true);
  expect(again.reason(99)).toBe("time 47");
  store.close();
});
