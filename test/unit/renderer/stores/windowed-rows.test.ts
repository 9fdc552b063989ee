import { describe, expect, it } from "vitest";
import { createWindowedRows, type WindowAnswer } from "../../../../renderer/stores/windowed-rows.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";

interface Row {
  readonly row: number;
  /** Which request it came with. */
  readonly request: number;
}

interface Asked {
  readonly offset: number;
  readonly limit: number;
  answer(total: number): Promise<void>;
  refuse(code: "cancelled" | "internal"): Promise<void>;
}

/** Windows whose answers the test gives by hand, in the order it likes. */
function byHand() {
  const asked: Asked[] = [];
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const source = createWindowedRows<Row, WindowAnswer<Row>>(
    ({ offset, limit }) =>
      new Promise<Result<WindowAnswer<Row>>>((resolve) => {
        const request = asked.length;
        asked.push({
          offset,
          limit,
          answer(total) {
            const count = Math.max(0, Math.min(limit, total - offset));
            const rows = Array.from({ length: count }, (_, i) => ({ row: offset + i, request }));
            resolve(ok({ total, rows }));
            return settle();
          },
          refuse(code) {
            resolve(fail(problem(code)));
            return settle();
          },
        });
      }),
  );
  return { source, asked };
}

function nth(asked: readonly Asked[], index: number): Asked {
  const one = asked[index];
  if (!one) throw new Error(`request ${index} was not made`);
  return one;
}

describe("windows of rows", () => {
  it("fetches what is on screen and nothing more", async () => {
    const { source, asked } = byHand();
    source.need(0, 40);
    await nth(asked, 0).answer(500_000);
    expect(asked.map(({ offset, limit }) => [offset, limit])).toEqual([[0, 100]]);
    expect(source.total()).toBe(500_000);
    expect(source.row(40)?.row).toBe(40);
    expect(source.row(100)).toBeUndefined();
  });

  it("asks for both blocks when the screen lies across them", async () => {
    const { source, asked } = byHand();
    source.need(180, 230);
    expect([nth(asked, 0).offset, nth(asked, 0).limit]).toEqual([100, 200]);
    await nth(asked, 0).answer(1_000);
    expect(source.row(230)?.row).toBe(230);
  });

  it("has one request under way and then goes straight to the newest place", async () => {
    const { source, asked } = byHand();
    source.need(0, 40);
    source.need(10_000, 10_040);
    source.need(400_000, 400_040);
    expect(asked).toHaveLength(1);
    await nth(asked, 0).answer(500_000);
    expect(asked.map(({ offset }) => offset)).toEqual([0, 400_000]);
    await nth(asked, 1).answer(500_000);
    expect(source.row(400_000)?.row).toBe(400_000);
    expect(asked).toHaveLength(2);
  });

  it("asks again when the engine dropped its request for a newer one", async () => {
    const { source, asked } = byHand();
    source.need(0, 40);
    await nth(asked, 0).refuse("cancelled");
    expect(source.problem()).toBeNull();
    await nth(asked, 1).answer(10);
    expect(source.row(9)?.row).toBe(9);
  });

  it("shows a problem and asks nothing by itself", async () => {
    const { source, asked } = byHand();
    source.need(0, 40);
    await nth(asked, 0).refuse("internal");
    expect(source.problem()?.code).toBe("internal");
    expect(asked).toHaveLength(1);
  });

  it("throws away an answer that arrives after it was stopped", async () => {
    const { source, asked } = byHand();
    source.need(0, 40);
    source.stop();
    await nth(asked, 0).answer(10);
    expect(source.total()).toBeNull();
    expect(source.row(0)).toBeUndefined();
  });

  it("does not ask beyond the end", async () => {
    const { source, asked } = byHand();
    source.need(0, 400);
    await nth(asked, 0).answer(30);
    source.need(0, 29);
    expect(asked).toHaveLength(1);
  });

  it("keeps only the neighbourhood of what is on screen", async () => {
    const { source, asked } = byHand();
    for (let block = 0; block < 60; block++) {
      source.need(block * 100, block * 100 + 40);
      await nth(asked, block).answer(500_000);
    }
    expect(source.row(0)).toBeUndefined();
    expect(source.row(5_900)?.row).toBe(5_900);
  });
});

describe("reading again", () => {
  it("keeps the old rows until the new ones are here", async () => {
    const { source, asked } = byHand();
    source.need(0, 40);
    await nth(asked, 0).answer(500);
    source.refresh();
    expect(source.row(3)?.row).toBe(3);
    expect(asked).toHaveLength(2);
    await nth(asked, 1).answer(20);
    expect(source.total()).toBe(20);
    expect(source.row(30)).toBeUndefined();
  });

  it("does not take an answer to what was asked before for the new rows", async () => {
    const { source, asked } = byHand();
    source.need(0, 40);
    source.refresh();
    await nth(asked, 0).answer(500);
    expect(source.total()).toBeNull();
    await nth(asked, 1).answer(20);
    expect(source.total()).toBe(20);
  });

  it.each(["scrolled", "refreshed"])(
    "asks again once it is %s after an answer that did not come",
    async (how) => {
      const { source, asked } = byHand();
      source.need(0, 40);
      await nth(asked, 0).refuse("internal");
      expect(source.problem()?.code).toBe("internal");
      expect(asked).toHaveLength(1);
      if (how === "scrolled") source.need(0, 50);
      else source.refresh();
      // What went wrong stands there until there is an answer.
      expect(source.problem()?.code).toBe("internal");
      await nth(asked, 1).answer(1_000);
      expect(source.problem()).toBeNull();
      expect(source.row(40)?.row).toBe(40);
    },
  );

  it("keeps the old rows until the newest are here, however often it is wished for", async () => {
    const { source, asked } = byHand();
    source.need(0, 40);
    await nth(asked, 0).answer(10);
    source.refresh();
    source.refresh();
    await nth(asked, 1).answer(10);
    expect(source.row(3)?.request).toBe(0);
    await nth(asked, 2).answer(10);
    expect(source.row(3)?.request).toBe(2);
    expect(asked).toHaveLength(3);
  });
});
