import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { spentOn } from "../../../electron/engine/cleanings/part/record.ts";
import { failed } from "../../../electron/engine/service/failures.ts";
import type { JobStatus, ServiceAnswer } from "../../../electron/engine/service/index.ts";
import { problem } from "../../../shared/problems.ts";
import { ADDRESSES, type ExecutorWorld, executorWorld } from "./executor-world.ts";

const MINUTE = 60_000;

let world: ExecutorWorld;
beforeEach(() => {
  world = executorWorld();
});
afterEach(() => world.close());

const refusals: Readonly<Record<string, () => ServiceAnswer<never>>> = {
  "for want of credits": () => failed(problem("credits_short"), "credits", "refused"),
  "because the list is not found": () => failed(problem("job_gone"), "stop", "refused"),
  "because the id is not known": () => failed(problem("job_invalid"), "stop", "refused"),
  "for want of a place": () => failed(problem("active_full"), "slot", "refused"),
  "because it is not ready": () => failed(problem("job_not_ready"), "retry", "refused"),
  "because the account is restricted": () => failed(problem("account_restricted"), "user", "refused"),
  "in words that nobody knows": () => failed(problem("service_refused", { text: "no" }), "user", "refused"),
};

/** The service's own book: what was charged for which job, and which jobs were deleted. */
interface Book {
  readonly charged: string[];
  readonly uploads: number;
  credits: number;
}

/**
 * A service whose first start takes effect, or not, without its answer coming through; its status shows it `lag` later,
 * and until then every other start is refused.
 */
function service(lag: number, refusal: () => ServiceAnswer<{ message: string }>, arrives = true): Book {
  const charged: string[] = [];
  let starts = 0;
  let started = Number.POSITIVE_INFINITY;
  const book = {
    charged,
    get uploads() {
      return world.times("upload").length;
    },
    credits: 3 * ADDRESSES,
  };
  const charge = (jobId: string) => {
    charged.push(jobId);
    book.credits -= ADDRESSES;
    started = Math.min(started, world.clock.monotonic());
  };
  world.balance = () => book.credits;
  world.answers = {
    status: async (jobId) => {
      const counts = { jobId, createdAt: null, total: ADDRESSES, analysis: null };
      const shown = charged.includes(jobId) && world.clock.monotonic() - started >= lag;
      const status: JobStatus = shown
        ? { ...counts, status: "completed", verified: ADDRESSES, pending: 0, counts: null }
        : { ...counts, status: "ready", creditError: null };
      return { ok: true, value: status };
    },
    start: async (jobId) => {
      if (++starts === 1) {
        if (arrives) charge(jobId);
        return failed(problem("service_unreachable", { host: "h" }), "retry", "unknown");
      }
      if (charged.includes(jobId)) return refusal();
      charge(jobId);
      return { ok: true, value: { message: "" } };
    },
  };
  return book;
}

describe.each(Object.entries(refusals))(
  "a start without an answer that a second one would be refused after, %s,",
  (_why, refusal) => {
    it.each([20_000, 9 * MINUTE])("is not repeated while the status lags by %i ms", async (lag) => {
      const book = service(lag, refusal);
      world.add("c1");
      await world.clock.pass(20 * MINUTE);
      expect(world.part("c1").state.kind).toBe("done");
      expect([book.charged, book.uploads, world.times("start").length]).toEqual([["job-1"], 1, 1]);
      expect(spentOn(world.part("c1"))).toBe(ADDRESSES);
    });

    it("is paid for once although the status lags for longer than a start ever takes", async () => {
      const book = service(25 * MINUTE, refusal);
      world.add("c1");
      await world.clock.pass(24 * 60 * MINUTE);
      const { state } = world.part("c1");
      expect([book.charged, book.uploads]).toEqual([["job-1"], 1]);
      expect(world.times("delete")).toEqual([]);
      // Where it waits for a person, what may have been paid for is said.
      if (state.kind === "done" || state.kind === "gone") expect(spentOn(world.part("c1"))).toBe(ADDRESSES);
      else expect(state).toMatchObject({ kind: "waiting", for: "account" });
    });

    it("is not repeated at once after Winnow was closed over it", async () => {
      const book = service(5 * MINUTE, refusal);
      world.add("c1");
      await world.clock.pass(1_000);
      await world.restart();
      await world.clock.pass(20 * MINUTE);
      expect(world.part("c1").state.kind).toBe("done");
      expect([book.charged, book.uploads, world.times("start").length]).toEqual([["job-1"], 1, 1]);
    });
  },
);

describe.each([11 * MINUTE, 40 * 24 * 60 * MINUTE, -400 * 24 * 60 * MINUTE])(
  "a machine's clock that jumps by %i ms after a start without an answer",
  (jump) => {
    const charging = () => ({ ok: true as const, value: { message: "" } });

    it("does not make a start that shows late be sent a second time", async () => {
      const book = service(9 * MINUTE, charging);
      world.add("c1");
      await world.clock.pass(10_000);
      world.clock.jump(jump);
      await world.clock.pass(20 * MINUTE);
      expect(world.part("c1").state.kind).toBe("done");
      expect([book.charged, world.times("start").length]).toEqual([["job-1"], 1]);
    });

    it("nor while Winnow is closed over it", async () => {
      const book = service(9 * MINUTE, charging);
      world.add("c1");
      await world.clock.pass(10_000);
      world.clock.jump(jump);
      await world.restart();
      await world.clock.pass(20 * MINUTE);
      expect(world.part("c1").state.kind).toBe("done");
      expect([book.charged, world.times("start").length]).toEqual([["job-1"], 1]);
    });

    it("nor makes one that did not arrive be waited for longer", async () => {
      const book = service(0, charging, false);
      world.add("c1");
      await world.clock.pass(10_000);
      world.clock.jump(jump);
      await world.clock.pass(12 * MINUTE);
      expect(world.part("c1").state.kind).toBe("done");
      expect(book.charged).toEqual(["job-1"]);
    });
  },
);

describe("a start without an answer", () => {
  const refusal = () => failed(problem("credits_short"), "credits", "refused");

  it("that did not arrive is sent again after ten minutes, which are told as a wait", async () => {
    const book = service(0, refusal, false);
    world.add("c1");
    await world.clock.pass(5 * MINUTE);
    expect(world.part("c1")).toMatchObject({
      state: { kind: "starting" },
      problem: { code: "start_unheard" },
    });
    expect(world.times("start")).toHaveLength(1);
    await world.clock.pass(10 * MINUTE);
    expect(world.part("c1").state.kind).toBe("done");
    expect([book.charged, book.uploads]).toEqual([["job-1"], 1]);
  });

  it("is found out although it waits for credits that it was charged already", async () => {
    const book = service(25 * MINUTE, refusal);
    book.credits = ADDRESSES;
    world.add("c1");
    await world.clock.pass(15 * MINUTE);
    expect(world.part("c1").state).toMatchObject({ kind: "waiting", for: "credits" });
    await world.clock.pass(15 * MINUTE);
    expect(world.part("c1").state.kind).toBe("done");
    expect(book.charged).toEqual(["job-1"]);
  });

  it("leaves its list at the service when the part is cancelled while it waits for credits", async () => {
    service(25 * MINUTE, refusal);
    world.add("c1");
    await world.clock.pass(15 * MINUTE);
    expect(world.executor.apply("c1", 1, { type: "user.cancelled" })).toBe(true);
    await world.clock.pass(24 * 60 * MINUTE);
    expect(world.times("delete")).toEqual([]);
    expect(world.part("c1")).toMatchObject({ state: { kind: "cancelled", jobId: "job-1" }, atService: true });
  });
});
