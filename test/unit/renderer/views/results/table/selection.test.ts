import { afterEach, expect, it, vi } from "vitest";
import { createStores } from "../../../../../../renderer/stores/winnow.tsx";
import {
  type Chosen,
  type DroppedSelection,
  isChosen,
  selectedOf,
  sizeOf,
  toggledRow,
  useSelection,
  withRow,
  withRows,
} from "../../../../../../renderer/views/results/table/selection.ts";
import type { ResultFilter } from "../../../../../../shared/bridge/results.ts";
import { fakeBridge } from "../../../../../support/fake-bridge.ts";
import { renderHook } from "../../../../../support/render-hook.ts";

afterEach(() => void vi.unstubAllGlobals());

const some = (...rows: number[]): Chosen => ({ kind: "some", rows: new Set(rows) });
const all = (shown: number, ...except: number[]): Chosen => ({ kind: "all", except: new Set(except), shown });

it.each<[what: string, from: Chosen, to: Chosen, size: number]>([
  ["a row that is toggled", toggledRow(some(1), 2), some(1, 2), 2],
  ["a row that is toggled twice", toggledRow(some(1, 2), 2), some(1), 1],
  ["a row left out of all", toggledRow(all(9), 2), all(9, 2), 8],
  ["a row that is added", withRow(some(1), 1), some(1), 1],
  ["a row that is added to all without it", withRow(all(9, 2, 3), 2), all(9, 3), 8],
  ["rows that are added", withRows(some(1), [1, 4]), some(1, 4), 2],
  ["rows that are added to all without them", withRows(all(9, 2, 3), [2, 5]), all(9, 3), 8],
])("a selection has %s", (_, from, to, size) => {
  expect(from).toEqual(to);
  expect(sizeOf(from, 9)).toBe(size);
  for (const row of [1, 2, 3, 4]) expect(isChosen(from, row)).toBe(isChosen(to, row));
});

it("a selection is sent as row numbers or as a filter with excluded rows", () => {
  const filter: ResultFilter = { search: "a" };
  expect(selectedOf(some(), filter)).toBeNull();
  expect(selectedOf(some(1, 2), filter)).toEqual({ rows: [1, 2], except: [] });
  expect(selectedOf(all(9, 3), filter)).toEqual({ rows: filter, except: [3] });
  expect(selectedOf(all(1, 3), filter)).toBeNull();
});

/** Renders `useSelection` for a table that shows the rows of `filter`. */
async function table(filter: ResultFilter) {
  const dropped: DroppedSelection[] = [];
  const onDropped = (one: DroppedSelection) => void dropped.push(one);
  const winnow = createStores(fakeBridge().bridge);
  const hook = await renderHook(winnow, (own: ResultFilter) => useSelection(own, 9, onDropped), filter);
  const rows = () => {
    const { chosen } = hook.current();
    return chosen.kind === "some" ? [...chosen.rows] : "all";
  };
  return { ...hook, dropped, rows };
}
const [A, B]: ResultFilter[] = [{ search: "a" }, { search: "b" }];

it("a selection is dropped by another filter and can be restored once with its own filter", async () => {
  const { current, act, render, dropped, rows } = await table(A ?? {});
  await act(() => current().addAll([1, 2]));
  await render({ search: "a" });
  expect(rows()).toEqual([1, 2]);
  await render(B ?? {});
  expect([rows(), dropped.length]).toEqual([[], 1]);
  expect(dropped).toMatchObject([{ rows: 2, filter: A }]);
  await act(() => dropped[0]?.restore());
  expect(rows()).toEqual([]);
  await render(A ?? {});
  expect(rows()).toEqual([1, 2]);
  await act(() => current().clear());
  await render(B ?? {});
  await render(A ?? {});
  expect([rows(), dropped.length]).toEqual([[], 1]);
});
