import fc from "fast-check";
import { expect, it } from "vitest";
import { watchAndAgree } from "../../../electron/hosts/cli/commands/agreement.ts";
import type { CommandContext } from "../../../electron/hosts/cli/run.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok } from "../../../shared/result.ts";
import { cleaning } from "../../fixtures/cleaning.ts";

const PARTS = 3;

interface Asked {
  readonly credits: number;
  readonly action: "start" | "upload_again";
  /** The price changes as it is agreed to. */
  readonly changes: boolean;
}
const asked: fc.Arbitrary<Asked> = fc.record({
  credits: fc.nat(9),
  action: fc.constantFrom("start", "start", "upload_again"),
  changes: fc.boolean(),
});

/** A session with one cleaning, which waits for a yes to each of `asks` in turn, and is done after the last. */
function asking(asks: readonly Asked[]) {
  const left = [...asks];
  const agreed: Asked[] = [];
  const now = () => {
    const [next] = left;
    if (next === undefined) return cleaning({ state: "done" });
    const ask = { credits: next.credits, parts: 1, mayBePaid: false };
    return cleaning({
      state: "waiting",
      waiting: { for: "user", since: 0 },
      parts: Array(PARTS).fill({}),
      asks: { start: null, upload_again: null, [next.action]: ask },
    });
  };
  const session = {
    engine: { on: () => () => {} },
    async call(name: string, input: { action?: string; agreedCredits?: number }) {
      if (name === "cleanings.get") return ok(now());
      const ask = left.shift();
      if (ask === undefined) throw new Error("nothing was asked");
      expect(input).toMatchObject({ action: ask.action, agreedCredits: ask.credits });
      if (ask.changes) return fail(problem("price_changed", { shown: ask.credits, now: 0 }));
      agreed.push(ask);
      return ok(now());
    },
  };
  const terminal = { say() {}, endProgress() {} };
  const context = { session, terminal, signal: new AbortController().signal } as unknown as CommandContext;
  return { context, agreed, left };
}

it("agrees to what fits into --max-credits over all cleanings, and to no more", async () => {
  const cleanings = fc.array(fc.array(asked, { maxLength: 7 }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(cleanings, fc.nat(60), async (all, limit) => {
      const purse = { yes: true, limit, agreed: 0 };
      let spent = 0;
      for (const asks of all) {
        const { context, agreed, left } = asking(asks);
        const watched = await watchAndAgree(context, "c1", purse, { sendsFailed: true });
        spent += agreed.reduce((sum, { credits }) => sum + credits, 0);
        expect(spent).toBeLessThanOrEqual(limit);
        // A service that asks again and again is not followed for ever.
        const uploads = agreed.filter(({ action }) => action === "upload_again").length;
        expect(uploads).toBeLessThanOrEqual(1);
        const [next] = left;
        const isAskedTooOften = asks.length - left.length > PARTS;
        if (next === undefined) expect(watched.kind).toBe("finished");
        else if (!isAskedTooOften && (next.action === "start" || uploads === 0)) {
          const needed = spent + next.credits;
          expect(needed).toBeGreaterThan(limit);
          expect(watched).toMatchObject({ problem: { values: { needed, limit } } });
        }
      }
    }),
  );
});
