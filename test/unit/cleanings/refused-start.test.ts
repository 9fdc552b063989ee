import { beforeEach, describe, expect, it } from "vitest";
import { failed } from "../../../electron/engine/service/error-responses.ts";
import type { JobStatus, ServiceAnswer } from "../../../electron/engine/service/index.ts";
import { problem } from "../../../shared/problems.ts";
import { ADDRESSES, createExecutorFixture, type ExecutorFixture } from "./executor-world.ts";

const MINUTE = 60_000;

let world: ExecutorFixture;
let charged: string[];
beforeEach(() => {
  world = createExecutorFixture();
  charged = [];
});

const tooMany = () => failed(problem("rate_limited"), "retry", "refused", 2_000);
const refusals: Readonly<Record<string, () => ServiceAnswer<never>>> = {
  "too many requests": tooMany,
};

/** Sets up a service that returns `answers` to its first starts and charges for every later one. */
function service(answers: readonly (() => ServiceAnswer<never>)[]): void {
  let starts = 0;
  world.answers = {
    status: async (jobId) => {
      const counts = { jobId, createdAt: null, total: ADDRESSES, analysis: null };
      const status: JobStatus = charged.includes(jobId)
        ? { ...counts, status: "completed", verified: ADDRESSES, pending: 0, counts: null }
        : { ...counts, status: "ready", creditError: null };
      return { ok: true, value: status };
    },
    start: async (jobId) => {
      const answer = answers[starts++];
      if (answer !== undefined) return answer();
      charged.push(jobId);
      return { ok: true, value: { message: "" } };
    },
  };
}

describe.each(Object.entries(refusals))("a start that is refused with '%s'", (_why, refusal) => {
  it("is sent again within seconds and is not reported as unheard", async () => {
    service([refusal]);
    world.add("c1");
    const said = new Set<string | undefined>();
    for (let second = 0; second < 10; second++) {
      await world.clock.advance(1_000);
      said.add(world.part("c1").problem?.code);
    }
    expect(world.part("c1").state.kind).toBe("done");
    expect(said).not.toContain("start_unheard");
    expect(charged).toEqual(["job-1"]);
  });

  it("leaves an earlier unheard start in doubt and polls the status before the next start", async () => {
    service([() => failed(problem("service_unreachable", { host: "h" }), "retry", "unknown"), refusal]);
    world.add("c1");
    await world.clock.advance(25_000);
    expect(world.timesOf("start")).toHaveLength(1);
    await world.clock.advance(5 * MINUTE);
    const [, second = 0, third = 0] = world.timesOf("start");
    expect(world.timesOf("status").some((at) => at > second && at < third)).toBe(true);
    expect(world.part("c1").state.kind).toBe("done");
    expect(charged).toEqual(["job-1"]);
  });
});
