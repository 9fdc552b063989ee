import { expect, it } from "vitest";
import type { Bridge } from "../../../../../../renderer/bridge.ts";
import {
  createRowsSource,
  type RowsSource,
  rowsBetween,
} from "../../../../../../renderer/views/results/table/rows-source.ts";
import { LIST_ORDER } from "../../../../../../renderer/views/results/view-state.ts";
import { problem } from "../../../../../../shared/problems.ts";
import { fail, ok } from "../../../../../../shared/result.ts";

/** Fakes the rows 0, 10, 20 …, of which the first `here` are loaded, and records the requests. */
function listOf(here: number) {
  const asked: [number, number][] = [];
  const row = (position: number) => ({ row: position * 10 });
  const bridge = {
    async call(_: string, { offset, limit }: { offset: number; limit: number }) {
      asked.push([offset, limit]);
      return ok({ rows: Array.from({ length: limit }, (_, at) => row(offset + at)) });
    },
  } as unknown as Bridge;
  const source = {
    row: (position: number) => (position < here ? row(position) : undefined),
  } as unknown as RowsSource;
  const between = (first: number, last: number) =>
    rowsBetween(bridge, { cleaningId: "c", filter: {}, sort: LIST_ORDER }, source, first, last);
  return { asked, between };
}

it("a range with missing rows is requested without rows beyond it", async () => {
  const { asked, between } = listOf(100);
  const found = await between(90, 1200);
  expect(found.ok && found.value).toEqual(Array.from({ length: 1111 }, (_, at) => (90 + at) * 10));
  expect(asked).toEqual([
    [90, 500],
    [590, 500],
    [1090, 111],
  ]);
});

it("each request for rows has a higher number, so that the engine knows the newest", async () => {
  const numbers: number[] = [];
  const call = async (_name: string, { sequence }: { sequence: number }) => {
    numbers.push(sequence);
    return numbers.length < 3 ? fail(problem("cancelled")) : ok({ total: 0, sequence, rows: [] });
  };
  let sequence = 0;
  const bridge = { call } as unknown as Bridge;
  const source = createRowsSource(
    bridge,
    { cleaningId: "c-1", filter: {}, sort: LIST_ORDER },
    () => ++sequence,
  );
  const isAnswered = new Promise<void>((resolve) => source.subscribe(resolve));
  source.need(0, 40);
  await isAnswered;
  expect(numbers).toEqual([1, 2, 3]);
});
