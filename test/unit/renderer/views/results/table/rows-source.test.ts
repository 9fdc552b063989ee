import { expect, it } from "vitest";
import type { Bridge } from "../../../../../../renderer/bridge.ts";
import { createRowsSource } from "../../../../../../renderer/views/results/table/rows-source.ts";
import { LIST_ORDER } from "../../../../../../renderer/views/results/views/saved-views.ts";
import { problem } from "../../../../../../shared/problems.ts";
import { fail, ok } from "../../../../../../shared/result.ts";

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
