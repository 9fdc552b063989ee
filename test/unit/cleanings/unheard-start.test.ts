import { beforeEach, describe, expect, it } from "vitest";
import { spentOn } from "../../../electron/engine/cleanings/part/record.ts";
import { failed } from "../../../electron/engine/service/error-responses.ts";
import type { JobStatus, ServiceAnswer } from "../../../electron/engine/service/index.ts";
import { problem } from "../../../shared/problems.ts";
import { ADDRESSES, createExecutorFixture, type ExecutorFixture } from "./executor-world.ts";

const SECOND = 1_000;
const MINUTE = 60_000;

let world: ExecutorFixture;
beforeEach(() => {
  world = createExecutorFixture();
});

const refusals: Readonly<Record<string, () => ServiceAnswer<never>>> = {
  "for lack of credits": () => failed(problem("credits_short"), "credits", "refused"),
  "as not ready": () => failed(problem("job_not_ready"), "retry", "refused"),
  "with an unknown message": () => failed(problem("service_refused", { text: "no" }), "user", "refused"),
};

/** The service's own records: charged job ids, number of uploads, and remaining credits. */
interface ServiceRecords {
  readonly charged: string[];
  readonly uploads: number;
  credits: number;
}

/**
 * Sets up a service that loses the answer to the first start, whether or not the start `arrives`. The status shows the
 * start after `lag` ms; further starts of a charged job get `refusal`.
 */
function service(
  lag: number,
  refusal: () => ServiceAnswer<{ message: string }>,
  arrives = true,
): ServiceRecords {
  const charged: string[] = [];
  let starts = 0;
  let started = Number.POSITIVE_INFINITY;
  const records = {
    charged,
    get uploads() {
      return world.timesOf("upload").length;
    },
    credits: 3 * ADDRESSES,
  };
  const charge = (jobId: string) => {
    charged.push(jobId);
    records.credits -= ADDRESSES;
    started = Math.min(started, world.clock.monotonic());
  };
  world.balance = () => records.credits;
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
  return records;
}

describe.each(Object.entries(refusals))(
  "a start whose answer was lost and whose repetition would be refused %s",
  (_why, refusal) => {
    it("is not repeated while the status lags by 20 seconds", async () => {
      const records = service(20 * SECOND, refusal);
      world.add("c1");
      await world.clock.advance(MINUTE);
      expect(world.part("c1").state.kind).toBe("done");
      expect([records.charged, records.uploads, world.timesOf("start").length]).toEqual([["job-1"], 1, 1]);
      expect(spentOn(world.part("c1"))).toBe(ADDRESSES);
    });

    it("is paid for once and uploaded once while the status lags by nine minutes", async () => {
      const records = service(9 * MINUTE, refusal);
      world.add("c1");
      await world.clock.advance(20 * MINUTE);
      expect(world.part("c1").state.kind).toBe("done");
      expect([records.charged, records.uploads]).toEqual([["job-1"], 1]);
      expect(world.timesOf("start").length).toBeGreaterThan(1);
      expect(spentOn(world.part("c1"))).toBe(ADDRESSES);
    });

    it("is not repeated right after a restart", async () => {
      const records = service(20 * SECOND, refusal);
      world.add("c1");
      await world.clock.advance(SECOND);
      await world.restart();
      await world.clock.advance(MINUTE);
      expect(world.part("c1").state.kind).toBe("done");
      expect([records.charged, records.uploads, world.timesOf("start").length]).toEqual([["job-1"], 1, 1]);
    });
  },
);

describe("a start that never arrived", () => {
  const refusal = () => failed(problem("credits_short"), "credits", "refused");

  it("is sent again after half a minute and shown as waiting until then", async () => {
    const records = service(0, refusal, false);
    world.add("c1");
    await world.clock.advance(25 * SECOND);
    expect(world.part("c1")).toMatchObject({
      state: { kind: "starting" },
      problem: { code: "start_unheard" },
    });
    expect(world.timesOf("start")).toHaveLength(1);
    await world.clock.advance(MINUTE);
    expect(world.part("c1").state.kind).toBe("done");
    expect([records.charged, records.uploads]).toEqual([["job-1"], 1]);
  });
});
