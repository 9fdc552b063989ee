import { describe, expect, it } from "vitest";
import { nextStep, transition } from "../../../../electron/engine/cleanings/part/machine.ts";
import type { PartEvent } from "../../../../electron/engine/cleanings/part/part-events.ts";
import {
  newPart,
  type PartRecord,
  type PartState,
} from "../../../../electron/engine/cleanings/part/record.ts";
import type { Consequence, Effect, ServiceError } from "../../../../electron/engine/service/index.ts";
import { type ProblemCode, problem } from "../../../../shared/problems.ts";

const jobId = "job-1";

function part(state: PartState, more: Partial<PartRecord> = {}): PartRecord {
  return { ...newPart(100), ...more, state };
}

function applyEvents(record: PartRecord, ...events: PartEvent[]): PartRecord {
  return events.reduce((now, event) => transition(now, event)?.record ?? now, record);
}

function error(consequence: Consequence, effect: Effect, code: ProblemCode = "rate_limited"): ServiceError {
  const words = code === "rate_limited" ? problem("rate_limited") : { ...problem("rate_limited"), code };
  return { problem: words, consequence, effect, retryAfter: null };
}

const ready = {
  status: "ready",
  jobId,
  createdAt: null,
  total: 100,
  analysis: null,
  creditError: null,
} as const;
const progress = { jobId, createdAt: null, total: 100, pending: 0, analysis: null, counts: null } as const;

describe("a part", () => {
  it("polls the status before it repeats a start whose response was lost", () => {
    const sent = part({ kind: "starting", jobId, sent: true }, { mayBeCharged: true, startSentAt: 1 });
    const lost = applyEvents(sent, { type: "start.failed", error: error("retry", "unknown"), at: 1 });
    expect(nextStep(lost)).toBe("poll");
    const arrived = applyEvents(lost, {
      type: "status.answered",
      status: { ...progress, status: "verifying", verified: 1 },
      at: 2,
    });
    expect(arrived.state.kind).toBe("verifying");
    const shows: PartEvent = { type: "status.answered", status: ready, at: 2 };
    const awaited = applyEvents(lost, shows, { ...shows, at: 30_000 });
    expect([nextStep(awaited), awaited.problem?.code]).toEqual(["poll", "start_unheard"]);
    const notArrived = applyEvents(awaited, { ...shows, at: 30_001 });
    expect([nextStep(notArrived), notArrived.problem]).toEqual(["start", null]);
  });

  it("repeats a lost upload automatically, because it costs nothing, but never a lost check", () => {
    const uploading = part({ kind: "uploading" });
    const lost: PartEvent = { type: "upload.failed", error: error("retry", "unknown"), at: 1 };
    expect(applyEvents(uploading, lost)).toMatchObject({ state: { kind: "queued" }, lostUploads: 1 });
    expect(applyEvents(uploading, { type: "recovered" })).toMatchObject({
      state: { kind: "queued" },
      lostUploads: 1,
    });
    const alone = part({ kind: "checking" });
    const unheard: PartEvent = { type: "check.failed", error: error("retry", "unknown"), at: 1 };
    expect(applyEvents(alone, unheard).state.kind).toBe("uncertain");
    expect(applyEvents(alone, { type: "recovered" }).state.kind).toBe("uncertain");
    expect(applyEvents(alone, unheard, { type: "user.resumed" }).state.kind).toBe("uncertain");
    expect(applyEvents(alone, unheard, { type: "user.sent_again" }).state.kind).toBe("queued");
  });

  it("asks the user before it starts a list if the service counts more addresses than the user agreed to", () => {
    const asked = applyEvents(part({ kind: "preparing", jobId }), {
      type: "status.answered",
      status: { ...ready, total: 101 },
      at: 1,
    });
    expect(asked.state).toMatchObject({ kind: "waiting", for: "user" });
    expect(applyEvents(asked, { type: "released" })).toEqual(asked);
    const agreed = applyEvents(asked, { type: "user.agreed" });
    expect(agreed).toMatchObject({ state: { kind: "preparing" }, agreed: 101 });
  });

  it("never sends its list again automatically once it may have been charged", () => {
    const charged = part({ kind: "verifying", jobId }, { mayBeCharged: true });
    const lost: PartEvent = { type: "status.failed", error: error("stop", "refused", "job_gone"), at: 1 };
    // One answer is no proof: replicas of the service may disagree.
    const asked = Array.from({ length: 7 }, () => lost);
    expect(applyEvents(charged, ...asked).state.kind).toBe("verifying");
    const gone = applyEvents(charged, ...asked, lost);
    expect(gone.state.kind).toBe("gone");
    expect(applyEvents(gone, { type: "recovered" }, { type: "released" }).state.kind).toBe("gone");
    expect(nextStep(applyEvents(gone, { type: "user.resumed" }))).toBe("poll");
  });

  it("asks for consent before it pays twice, even if the user sends its list again", () => {
    const gone = part({ kind: "gone", jobId }, { mayBeCharged: true });
    const again = applyEvents(
      gone,
      { type: "user.sent_again" },
      { type: "upload.begun" },
      { type: "upload.answered", jobId: "job-2", at: 1 },
      { type: "status.answered", status: ready, at: 2 },
    );
    expect(again).toMatchObject({
      state: { kind: "waiting", for: "user" },
      problem: { code: "price_again" },
    });
    expect(applyEvents(again, { type: "user.agreed" })).toMatchObject({
      state: { kind: "preparing" },
      agreed: 100,
    });
  });

  it("polls for an unpaid list that the service does not show, uploads it a few times, then fails", () => {
    let record = newPart(100);
    let uploads = 0;
    while (nextStep(record) === "upload" && uploads < 100) {
      uploads++;
      record = applyEvents(
        record,
        { type: "upload.begun" },
        { type: "upload.answered", jobId: `job-${uploads}`, at: 1 },
      );
      let asked = 0;
      while (nextStep(record) === "poll" && asked < 100) {
        asked++;
        record = applyEvents(record, {
          type: "status.failed",
          error: error("stop", "refused", "job_gone"),
          at: 1,
        });
      }
      expect(asked).toBeGreaterThan(5);
      expect(asked).toBeLessThan(20);
    }
    expect(record).toMatchObject({ state: { kind: "failed" }, problem: { code: "job_unseen" } });
    expect(uploads).toBe(3);
    expect(applyEvents(record, { type: "user.resumed" }).state.kind).toBe("queued");
  });
});
