import { describe, expect, it } from "vitest";
import { spentOn } from "../../../electron/engine/cleanings/part/record.ts";
import { failed } from "../../../electron/engine/service/error-responses.ts";
import type { JobStatus, ServiceAnswer } from "../../../electron/engine/service/index.ts";
import { problem } from "../../../shared/problems.ts";
import { ADDRESSES, MINUTE, SECOND, world } from "./executor-world.ts";

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

const lost = () => failed(problem("service_unreachable", { host: "h" }), "retry", "unknown");

/**
 * Sets up a service that returns `answers` to the first starts, the first of which may have arrived. The status shows
 * the start after `lag` ms; further starts of a charged job get `refusal`.
 */
function service(
  lag: number,
  refusal: () => ServiceAnswer<{ message: string }>,
  arrives = true,
  answers: readonly (() => ServiceAnswer<never>)[] = [lost],
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
      const answer = answers[starts++];
      if (arrives && starts === 1) charge(jobId);
      if (answer !== undefined) return answer();
      if (charged.includes(jobId)) return refusal();
      charge(jobId);
      return { ok: true, value: { message: "" } };
    },
  };
  return records;
}

describe.each(Object.entries(refusals))(
  "an unanswered start that would be refused %s if repeated",
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

describe("a start refused with 429", () => {
  const tooMany = () => failed(problem("rate_limited"), "retry", "refused", 2_000);

  it("is sent again within seconds and is not reported as unanswered", async () => {
    const { charged } = service(0, tooMany, false, [tooMany]);
    world.add("c1");
    const said = new Set<string | undefined>();
    for (let second = 0; second < 10; second++) {
      await world.clock.advance(SECOND);
      said.add(world.part("c1").problem?.code);
    }
    expect(world.part("c1").state.kind).toBe("done");
    expect(said).not.toContain("start_unheard");
    expect(charged).toEqual(["job-1"]);
  });

  it("leaves an earlier unanswered start uncertain and polls the status before the next start", async () => {
    const { charged } = service(0, tooMany, false, [lost, tooMany]);
    world.add("c1");
    await world.clock.advance(25 * SECOND);
    expect(world.timesOf("start")).toHaveLength(1);
    await world.clock.advance(5 * MINUTE);
    const [, second = 0, third = 0] = world.timesOf("start");
    expect(world.timesOf("status").some((at) => at > second && at < third)).toBe(true);
    expect(world.part("c1").state.kind).toBe("done");
    expect(charged).toEqual(["job-1"]);
  });
});
