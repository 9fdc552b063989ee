import fc from "fast-check";
import { expect, it } from "vitest";
import {
  createWindowedRows,
  type RowsWindow,
  type WindowAnswer,
} from "../../../../renderer/stores/windowed-rows.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok } from "../../../../shared/result.ts";
import { deferredReplies } from "../../../support/fake-bridge.ts";

interface Row {
  readonly row: number;
  /** The version of the data that the row was read from. */
  readonly state: number;
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Creates windowed rows whose requests the test answers by hand. */
function windows() {
  const { open, reply } = deferredReplies<RowsWindow, WindowAnswer<Row>>();
  const source = createWindowedRows<Row, WindowAnswer<Row>>(reply);
  const seen: number[] = [];
  const stop = source.subscribe(() => seen.push(source.version()));
  let answered = 0;
  return {
    source,
    seen,
    stop,
    asked: () => open.map(({ input: { offset, limit } }) => [offset, limit]),
    /** Answers the request in flight with data of version `state`, or fails it with `code`. */
    async answer(total: number, state = 0, code?: "cancelled" | "internal"): Promise<void> {
      const one = open[answered++];
      if (!one) throw new Error("no request is under way");
      const { offset, limit } = one.input;
      const count = Math.max(0, Math.min(limit, total - offset));
      const rows = Array.from({ length: count }, (_, at) => ({ row: offset + at, state }));
      one.answer(code ? fail(problem(code)) : ok({ total, rows }));
      await settled();
    },
  };
}

it("windowed rows request the missing blocks of 100 rows on screen, at most four at a time", async () => {
  const { source, asked, answer } = windows();
  source.refresh();
  expect([source.answer(), source.total(), source.problem()]).toEqual([null, null, null]);
  await answer(1_230);
  expect([source.total(), source.row(99)?.row, source.row(100)]).toEqual([1_230, 99, undefined]);
  for (const [first, last] of [
    [250, 340],
    [190, 410],
    [500, 1_180],
    [900, 5_000],
  ] as const) {
    source.need(first, last);
    await answer(1_230);
    for (let row = first; row <= Math.min(last, first + 299, 1_229); row++)
      expect(source.row(row)?.row).toBe(row);
  }
  expect(asked()).toEqual([
    [0, 100],
    [200, 200],
    [100, 400],
    [500, 400],
    [900, 400],
  ]);
  expect(source.answer()?.rows).toHaveLength(330);
});

it("windowed rows are kept until they are read again, and results from before a refresh are dropped", async () => {
  const { source, seen, asked, answer } = windows();
  for (const first of [300, 0]) {
    source.need(first, first + 40);
    await answer(500);
  }
  source.refresh();
  source.refresh();
  expect(source.row(3)?.state).toBe(0);
  await answer(20, 1);
  expect([source.total(), source.row(3)?.state, seen]).toEqual([500, 0, [1, 2]]);
  await answer(20, 2);
  expect([source.total(), source.row(3)?.state, source.row(320), seen]).toEqual([
    20,
    2,
    undefined,
    [1, 2, 3],
  ]);
  source.need(0, 15);
  expect(asked()).toHaveLength(4);
});

it("windowed rows show a problem until there is a result, and retry only when rows are needed", async () => {
  const { source, seen, stop, asked, answer } = windows();
  source.need(0, 40);
  await answer(0, 0, "internal");
  expect([source.problem()?.code, asked().length, seen]).toEqual(["internal", 1, [1]]);
  source.need(0, 50);
  expect(source.problem()?.code).toBe("internal");
  source.need(200, 250);
  await answer(0, 0, "cancelled");
  expect([source.problem()?.code, asked().at(-1), seen]).toEqual(["internal", [200, 100], [1]]);
  stop();
  await answer(1_000);
  expect([source.problem(), source.row(240)?.row, seen]).toEqual([null, 240, [1]]);
  source.need(600, 650);
  source.stop();
  await answer(1_000);
  source.need(700, 750);
  expect([source.row(600), source.version(), asked().length]).toEqual([undefined, 2, 4]);
});

it("windowed rows hold the rows on screen and at most the forty nearest blocks, wherever the user scrolls", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(9_900), { minLength: 45, maxLength: 60 }), async (places) => {
      const { source, asked, answer } = windows();
      for (const first of places) {
        const before = asked().length;
        source.need(first, first + 30);
        if (asked().length > before) await answer(10_000);
        const held = Array.from({ length: 100 }, (_, block) => block).filter((block) =>
          source.row(block * 100),
        );
        expect(held.length).toBeLessThanOrEqual(40);
        for (const row of [first, first + 30]) expect(source.row(row)?.row ?? row).toBe(row);
        expect(source.row(first)).toBeDefined();
      }
    }),
    { numRuns: 10 },
  );
});
