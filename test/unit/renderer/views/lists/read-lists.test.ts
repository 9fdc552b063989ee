import { expect, it } from "vitest";
import type { Bridge } from "../../../../../renderer/bridge.ts";
import { readLists } from "../../../../../renderer/views/lists/useLists.ts";
import { calls } from "../../../../../shared/bridge.ts";
import { ok } from "../../../../../shared/result.ts";

/** Fakes an engine with `total` lists that accepts only page sizes within the contract. */
function withLists(total: number): Bridge {
  return {
    async call(_name: string, input: unknown) {
      const { offset, limit } = calls["cleanings.list"].input.parse(input);
      const length = Math.max(0, Math.min(limit, total - offset));
      return ok({ total, cleanings: Array.from({ length }, (_, i) => ({ id: `c-${offset + i}` })) });
    },
  } as unknown as Bridge;
}

it.each([
  [521, 600, 521],
  [1_700, 1_700, 1_700],
  [1_700, 1_100, 1_100],
  [0, 100, 0],
])("with %i lists and %i wanted, %i are returned, each once", async (total, wanted, shown) => {
  const read = await readLists(withLists(total), "", false, wanted);
  expect(read.ok && read.value.total).toBe(total);
  expect(read.ok && new Set(read.value.cleanings.map(({ id }) => id)).size).toBe(shown);
});
