import { describe, expect, it } from "vitest";
import { readBalance, START_BALANCE_TIMEOUT } from "../../../../electron/engine/cleanings/price/pricing.ts";
import type { BridgeEvent } from "../../../../shared/bridge.ts";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { createFakeClock } from "../stepped-clock.ts";

/** Reads a balance that fails `times` times with `failure` before it succeeds. */
function reading(failure: Problem, times: number, signal?: AbortSignal) {
  const clock = createFakeClock();
  const events: BridgeEvent[] = [];
  const asked: number[] = [];
  const accounts = {
    async refreshCredits(): Promise<Result<number>> {
      asked.push(clock.monotonic());
      return asked.length <= times ? fail(failure) : ok(77);
    },
  };
  const emit = (event: BridgeEvent) => void events.push(event);
  const answer = readBalance({ accounts, clock, emit }, "a1", START_BALANCE_TIMEOUT, signal);
  const told = () =>
    events.map((event) => (event.event === "balance.waiting" ? (event.problem?.code ?? null) : event.event));
  return { clock, asked, answer, told };
}

const passing = [problem("service_broken", { status: 500 }), problem("rate_limited")];

describe("a balance that cannot be read", () => {
  it.each(passing)(
    "is requested again after $code, with an event each time, until it can be read",
    async (failure) => {
      const { clock, answer, asked, told } = reading(failure, 3);
      await clock.advance(START_BALANCE_TIMEOUT);
      expect(await answer).toEqual(ok(77));
      expect(asked).toEqual([0, 1_000, 3_000, 7_000]);
      expect(told()).toEqual([failure.code, failure.code, failure.code, null]);
    },
  );

  it("ends the attempt within the time limit with the problem balance_unread", async () => {
    const { clock, answer, asked } = reading(
      problem("service_broken", { status: 500 }),
      Number.POSITIVE_INFINITY,
    );
    await clock.advance(2 * START_BALANCE_TIMEOUT);
    expect(await answer).toMatchObject({ ok: false, problem: { code: "balance_unread" } });
    expect(Math.max(...asked)).toBeLessThanOrEqual(START_BALANCE_TIMEOUT);
  });

  it("is reported at once if a retry would change nothing", async () => {
    const { answer, asked, told } = reading(problem("key_invalid", { account: "Acme" }), 1);
    expect(await answer).toMatchObject({ ok: false, problem: { code: "key_invalid" } });
    expect(asked).toHaveLength(1);
    expect(told()).toEqual([]);
  });
});
