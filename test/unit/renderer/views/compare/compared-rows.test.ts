import { expect, it } from "vitest";
import type { Bridge } from "../../../../../renderer/bridge.ts";
import { createComparedRows } from "../../../../../renderer/views/compare/compared-rows.ts";
import { problem } from "../../../../../shared/problems.ts";
import { fail, ok } from "../../../../../shared/result.ts";

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

it.each(["scrolled", "refreshed"])(
  "a comparison asks again once it is %s after an answer that did not come",
  async (how) => {
    let isGone = true;
    const bridge = {
      call: async () =>
        isGone
          ? fail(problem("internal"))
          : ok({ counts: {}, moves: [], total: 1, rows: [{ address: "a@x.example" }] }),
    } as unknown as Bridge;
    const rows = createComparedRows(bridge, { left: "l", right: "r", kind: "changed" });
    rows.need(0, 10);
    await settle();
    expect(rows.problem()?.code).toBe("internal");
    isGone = false;
    if (how === "scrolled") rows.need(0, 12);
    else rows.refresh();
    await settle();
    expect(rows.problem()).toBeNull();
    expect(rows.row(0)).toMatchObject({ address: "a@x.example" });
  },
);

it("a comparison that is refreshed drops the answer that was under way, and keeps the old rows until then", async () => {
  const waiting: ((address: string) => void)[] = [];
  const bridge = {
    call: () =>
      new Promise((resolve) =>
        waiting.push((address) => resolve(ok({ counts: {}, moves: [], total: 1, rows: [{ address }] }))),
      ),
  } as unknown as Bridge;
  const rows = createComparedRows(bridge, { left: "l", right: "r", kind: "changed" });
  rows.need(0, 10);
  waiting[0]?.("first");
  await settle();
  rows.refresh();
  rows.refresh();
  expect(rows.row(0)).toMatchObject({ address: "first" });
  waiting[1]?.("older");
  await settle();
  expect(rows.row(0)).toMatchObject({ address: "first" });
  waiting[2]?.("newest");
  await settle();
  expect(rows.row(0)).toMatchObject({ address: "newest" });
  expect(waiting).toHaveLength(3);
});
