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

describe("windowed rows", () => {
  it("fetch what is on screen and nothing more", async () => {
    const { source, asked } = byHand();
    source.need(0, 40);
    await nth(asked, 0).answer(500_000);
    expect(asked.map(({ offset, limit }) => [offset, limit])).toEqual([[0, 100]]);
    expect(source.total()).toBe(500_000);
    expect(source.row(40)?.row).toBe(40);
    expect(source.row(100)).toBeUndefined();
  });

  it("have one request under way, then skip to the newest place", async () => {
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

  it("show a problem and do not retry by themselves", async () => {
    const { source, asked } = byHand();
    source.need(0, 40);
    await nth(asked, 0).refuse("internal");
    expect(source.problem()?.code).toBe("internal");
    expect(asked).toHaveLength(1);
  });
});

describe("a refresh of the rows", () => {
  it("keeps the old rows until the new ones arrive", async () => {
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

  it("ignores an answer to an older request", async () => {
    const { source, asked } = byHand();
    source.need(0, 40);
    source.refresh();
    await nth(asked, 0).answer(500);
    expect(source.total()).toBeNull();
    await nth(asked, 1).answer(20);
    expect(source.total()).toBe(20);
  });

  it("asks again once it is scrolled after a failed request", async () => {
    const { source, asked } = byHand();
    source.need(0, 40);
    await nth(asked, 0).refuse("internal");
    expect(source.problem()?.code).toBe("internal");
    expect(asked).toHaveLength(1);
    source.need(0, 50);
    // What went wrong stands there until there is an answer.
    expect(source.problem()?.code).toBe("internal");
    await nth(asked, 1).answer(1_000);
    expect(source.problem()).toBeNull();
    expect(source.row(40)?.row).toBe(40);
  });
});
