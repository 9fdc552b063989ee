import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextStep, transition } from "../../electron/engine/cleanings/part/machine.ts";
import type { PartEvent } from "../../electron/engine/cleanings/part/part-events.ts";
import { isSettled, jobOf, newPart, type PartRecord } from "../../electron/engine/cleanings/part/record.ts";
import type { Consequence, Effect, JobStatus, ServiceError } from "../../electron/engine/service/index.ts";
import { type ProblemCode, problem } from "../../shared/problems.ts";
import { LONG } from "../support/long.ts";

const RUNS = LONG ? 100_000 : 3_000;
/** Timeout for all runs, in ms. */
const timeout = Math.max(180_000, RUNS * 20);
const ADDRESSES = 10;
/** Delay until a start shows in the status, in ms. */
const STATUS_DELAY_MS = 25_000;

interface Job {
  state: "preparing" | "ready" | "verifying" | "completed" | "failed" | "cancelled";
  total: number;
  starts: number;
  gone: boolean;
  /** Time from which the status shows the start, in ms. */
  shownFrom: number;
}

/** A model of the service, reduced to what costs credits. */
class Service {
  readonly jobs = new Map<string, Job>();
  credits = ADDRESSES;
  spent = 0;
  /** Elapsed time in ms. */
  now = 0;

  upload(): string {
    const id = `job-${this.jobs.size + 1}`;
    this.jobs.set(id, { state: "preparing", total: ADDRESSES, starts: 0, gone: false, shownFrom: 0 });
    return id;
  }

  start(id: string): ProblemCode | null {
    const job = this.jobs.get(id);
    if (job === undefined || job.gone) return "job_gone";
    // A start that does not show yet can be sent, and charged, a second time.
    const isStarted = job.state === "verifying" || job.state === "completed";
    if (isStarted && this.now >= job.shownFrom) return "job_started";
    if (!isStarted && job.state !== "ready") return "job_not_ready";
    if (this.credits < job.total) return "credits_short";
    this.credits -= job.total;
    this.spent += job.total;
    job.starts++;
    job.state = "verifying";
    job.shownFrom = this.now + STATUS_DELAY_MS;
    return null;
  }

  status(id: string): JobStatus | null {
    const job = this.jobs.get(id);
    if (job === undefined || job.gone) return null;
    const base = { jobId: id, createdAt: null };
    const { total } = job;
    const isStarted = job.state === "verifying" || job.state === "completed";
    const state = isStarted && this.now < job.shownFrom ? "ready" : job.state;
    switch (state) {
      case "preparing":
        return { ...base, status: "preparing" };
      case "ready":
        return { ...base, status: "ready", total, analysis: null, creditError: null };
      case "failed":
      case "cancelled":
        return { ...base, status: state, message: "no" };
      default: {
        const verified = job.state === "completed" ? total : 0;
        const counts = { total, verified, pending: total - verified, analysis: null, counts: null };
        return { ...base, ...counts, status: state };
      }
    }
  }

  advance(milliseconds: number): void {
    this.now += milliseconds;
    for (const job of this.jobs.values()) {
      if (job.state === "preparing") job.state = "ready";
      else if (job.state === "verifying") job.state = "completed";
    }
  }
}

const CONSEQUENCES: Partial<Record<ProblemCode, Consequence>> = {
  job_not_ready: "retry",
  credits_short: "credits",
  active_full: "slot",
  lists_full: "slot",
  key_invalid: "user",
  account_restricted: "user",
  service_refused: "user",
};

function error(code: ProblemCode, effect: Effect): ServiceError {
  const consequence =
    CONSEQUENCES[code] ?? (code.startsWith("job_") || code === "invalid_file_data" ? "stop" : "retry");
  return { problem: { ...problem("rate_limited"), code }, consequence, effect, retryAfter: null };
}

/** A fault of one request: none, lost request, lost response, or a refusal without a reason. */
type RequestFault = "none" | "before" | "after" | ProblemCode;
const TROUBLES: readonly RequestFault[] = [
  "none",
  "none",
  "none",
  "before",
  "after",
  "rate_limited",
  "service_broken",
  "service_refused",
  "key_invalid",
  "active_full",
  "job_gone",
];

/** One part with an executor reduced to commit-then-send, and its invariants. */
class World {
  readonly service = new Service();
  record: PartRecord = newPart(ADDRESSES);
  /** The local clock, in Unix ms. */
  get now(): number {
    return 1_000_000 + this.service.now;
  }
  /** Credits over all agreements of the user. */
  agreedCredits = ADDRESSES;
  requests = 0;

  commit(event: PartEvent): boolean {
    const next = transition(this.record, event);
    if (next === null) return false;
    this.record = next.record;
    return true;
  }

  /** Sends the request that the part needs. With `crash`, the process ends before the response is stored. */
  request(trouble: RequestFault, crash: boolean): void {
    const step = nextStep(this.record);
    if (step === null) return;
    this.requests++;
    const jobId = jobOf(this.record.state);
    switch (step) {
      case "upload": {
        if (this.record.state.kind === "queued") this.commit({ type: "upload.begun" });
        const refused = refusal(trouble, ["job_gone"]);
        const id = trouble === "before" || refused !== null ? null : this.service.upload();
        if (crash) {
          this.restart();
          return;
        }
        if (refused !== null) this.commit({ type: "upload.failed", error: refused, at: this.now });
        else if (id === null || trouble === "after") {
          this.commit({
            type: "upload.failed",
            error: error("service_unreachable", "unknown"),
            at: this.now,
          });
        } else this.commit({ type: "upload.answered", jobId: id, at: this.now });
        return;
      }
      case "poll": {
        const status = jobId === null ? null : this.service.status(jobId);
        if (crash) {
          this.restart();
          return;
        }
        const refused = refusal(trouble, ["active_full"]);
        if (refused !== null) this.commit({ type: "status.failed", error: refused, at: this.now });
        else if (trouble === "before" || trouble === "after") {
          this.commit({
            type: "status.failed",
            error: error("service_unreachable", "unknown"),
            at: this.now,
          });
        } else if (status === null)
          this.commit({ type: "status.failed", error: error("job_gone", "refused"), at: this.now });
        else this.commit({ type: "status.answered", status, at: this.now });
        return;
      }
      case "start": {
        if (!this.commit({ type: "start.begun", at: this.now }) || jobId === null) return;
        const refused = refusal(trouble, []);
        const said = trouble === "before" || refused !== null ? null : this.service.start(jobId);
        if (crash) {
          this.restart();
          return;
        }
        if (refused !== null) this.commit({ type: "start.failed", error: refused, at: this.now });
        else if (trouble === "before" || trouble === "after") {
          this.commit({ type: "start.failed", error: error("service_unreachable", "unknown"), at: this.now });
        } else if (said !== null)
          this.commit({ type: "start.failed", error: error(said, "refused"), at: this.now });
        else this.commit({ type: "start.answered", at: this.now });
        return;
      }
      case "fetch": {
        const job = jobId === null ? undefined : this.service.jobs.get(jobId);
        if (crash) {
          this.restart();
          return;
        }
        const refused = refusal(trouble, ["active_full"]);
        if (refused !== null) this.commit({ type: "fetch.failed", error: refused, at: this.now });
        else if (trouble !== "none") {
          this.commit({ type: "fetch.failed", error: error("service_unreachable", "unknown"), at: this.now });
        } else if (job === undefined || job.gone)
          this.commit({ type: "fetch.failed", error: error("job_gone", "refused"), at: this.now });
        else if (job.state !== "completed") {
          this.commit({ type: "fetch.failed", error: error("job_not_verified", "refused"), at: this.now });
        } else this.commit({ type: "results.taken", missing: 0, remove: false });
      }
    }
  }

  restart(): void {
    this.commit({ type: "recovered" });
  }

  check(): void {
    const { record, service } = this;
    for (const job of service.jobs.values()) expect(job.starts).toBeLessThanOrEqual(1);
    expect(service.spent).toBeLessThanOrEqual(this.agreedCredits);
    if (record.state.kind === "done") {
      const job = service.jobs.get(record.state.jobId ?? "");
      expect(job?.starts).toBe(1);
      expect(record.mayBeCharged).toBe(true);
    }
    // A part that may have cost credits must not end as cancelled.
    if (record.state.kind === "cancelled") {
      expect(
        [...service.jobs.entries()].filter(([id, job]) => id === jobOf(record.state) && job.starts > 0),
      ).toEqual([]);
    }
    const waits = record.state.kind === "waiting" || record.state.kind === "uncertain";
    expect(nextStep(record) !== null || isSettled(record.state) || waits).toBe(true);
    const unexplained = record.state.kind === "failed" || record.state.kind === "gone" || waits;
    if (unexplained) expect(record.problem).not.toBeNull();
  }
}

/** Returns the refusal, or `null` if the operation does not know it. */
function refusal(trouble: RequestFault, unknown: readonly RequestFault[]): ServiceError | null {
  if (trouble === "none" || trouble === "before" || trouble === "after" || unknown.includes(trouble))
    return null;
  return error(trouble, trouble === "service_broken" ? "unknown" : "refused");
}

interface Act {
  readonly name: string;
  readonly do: (world: World) => void;
}

const act = (name: string, run: Act["do"]): Act => ({ name, do: run });
const requests = fc
  .tuple(fc.constantFrom(...TROUBLES), fc.boolean(), fc.boolean())
  .map(([trouble, a, b]) =>
    act(`request ${trouble}${a && b ? " crash" : ""}`, (world) => world.request(trouble, a && b)),
  );
const others = fc.constantFrom(
  act("time passes", (world) => world.service.advance(5_000)),
  act("restart", (world) => world.restart()),
  act("job vanishes", (world) => {
    const job = [...world.service.jobs.values()].at(-1);
    if (job !== undefined) job.gone = true;
  }),
  act("job cancelled there", (world) => {
    const job = [...world.service.jobs.values()].at(-1);
    if (job !== undefined && job.starts === 0) job.state = "cancelled";
  }),
  act("one address more is counted", (world) => {
    const job = [...world.service.jobs.values()].at(-1);
    if (job?.state === "preparing") job.total = ADDRESSES + 1;
  }),
  act("credits spent elsewhere", (world) => {
    world.service.credits = 0;
  }),
  act("top up", (world) => {
    world.service.credits += 2 * ADDRESSES;
  }),
  act("released", (world) => void world.commit({ type: "released" })),
  act("user cancels", (world) => void world.commit({ type: "user.cancelled" })),
  act("user resumes", (world) => void world.commit({ type: "user.resumed" })),
  act("user sends again", (world) => void world.commit({ type: "user.sent_again" })),
  act("user agrees", (world) => {
    const { state, total, agreed, mayBeCharged } = world.record;
    if (state.kind !== "waiting" || state.for !== "user") return;
    world.commit({ type: "user.agreed" });
    // The price that was shown. A list that was paid for already is agreed to separately.
    if (agreed === 0 || mayBeCharged) world.agreedCredits += total ?? 0;
    else world.agreedCredits += Math.max(0, (total ?? 0) - agreed);
  }),
);
const acts = fc.array(fc.oneof({ weight: 3, arbitrary: requests }, { weight: 2, arbitrary: others }), {
  maxLength: 80,
  size: "max",
});
const show = fc.stringify;

describe("a part, checked against a model of the service", { timeout }, () => {
  it("is never started twice or paid for without a shown price, and ends or shows the reason for waiting", () => {
    fc.assert(
      fc.property(acts, (sequence) => {
        const world = new World();
        for (const one of sequence) {
          one.do(world);
          world.check();
        }
      }),
      { numRuns: RUNS },
    );
  });

  it("is done once there are no more faults and the user has agreed to everything", () => {
    fc.assert(
      fc.property(acts, (sequence) => {
        const world = new World();
        for (const one of sequence) one.do(world);
        world.restart();
        world.service.credits += 1000;
        for (let n = 0; n < 80 && world.record.state.kind !== "done"; n++) {
          const { state } = world.record;
          if (state.kind === "cancelled") return;
          if (state.kind === "waiting" && state.for === "user") {
            const { total, agreed } = world.record;
            world.commit({ type: "user.agreed" });
            world.agreedCredits += Math.max(0, (total ?? 0) - agreed);
          } else if (state.kind === "waiting") world.commit({ type: "released" });
          else if (state.kind === "uncertain") world.commit({ type: "user.sent_again" });
          else if (isSettled(state) && (state.kind === "gone" || !world.commit({ type: "user.resumed" }))) {
            world.commit({ type: "user.sent_again" });
          } else world.request("none", false);
          world.service.advance(35_000);
          // A part that failed for good after it was charged can only be uploaded again.
          if (world.record.state.kind === "failed" && n > 40) world.commit({ type: "user.sent_again" });
        }
        expect(world.record.state.kind, show(world.record)).toBe("done");
      }),
      { numRuns: Math.ceil(RUNS / 2) },
    );
  });
});
