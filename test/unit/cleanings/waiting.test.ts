import { describe, expect, it } from "vitest";
import { newPart, type PartRecord, type PartState } from "../../../electron/engine/cleanings/part/record.ts";
import { waitDelay } from "../../../electron/engine/cleanings/run/delays.ts";
import { cleaningWait, partWait, type WaitContext } from "../../../electron/engine/cleanings/waiting.ts";
import { type Problem, problem } from "../../../shared/problems.ts";

const jobId = "job-1";
const calm: WaitContext = { problem: null, offlineSince: null, pausedUntil: null, waitsFor: null };
const part = (state: PartState, more: Partial<PartRecord> = {}): PartRecord => ({
  ...newPart(10),
  ...more,
  state,
});
const parked = (reason: "user" | "credits" | "slot" | "account" | "disk", more: Partial<PartRecord> = {}) =>
  part({ kind: "waiting", for: reason, step: "start", jobId }, more);
const lastTried = (at: number) => ({
  for: "slot" as const,
  step: "start" as const,
  times: 1,
  at,
  balance: null,
});
const moving = part({ kind: "verifying", jobId });
const unreachable = problem("service_unreachable", { host: "h" });
const full = problem("disk_full", { path: "/" });

describe("the wait of a part", () => {
  it.each<[string, PartRecord, WaitContext, string | null]>([
    ["parked by an older Winnow for a full disk", parked("account", { problem: full }), calm, "disk"],
    ["an upload that is uncertain", part({ kind: "uncertain" }), calm, "user"],
    ["making progress", moving, calm, null],
    ["failed once", part({ kind: "queued" }, { attempts: 1, problem: unreachable }), calm, null],
    ["failed twice", part({ kind: "queued" }, { attempts: 2, problem: unreachable }), calm, "network"],
    [
      "a service at fault",
      part(
        { kind: "verifying", jobId },
        { attempts: 3, problem: problem("service_broken", { status: 500 }) },
      ),
      calm,
      "service",
    ],
    ["offline", moving, { ...calm, offlineSince: 5 }, "network"],
  ])("is derived from its state: %s", (_name, record, context, expected) => {
    expect(partWait(record, context)).toBe(expected);
  });
});

describe("the wait of a cleaning", () => {
  const cases: [string, PartRecord[], Problem | null, ReturnType<typeof cleaningWait>][] = [
    ["none while one part makes progress", [parked("credits"), moving], null, null],
    [
      "first for what the user can resolve",
      [parked("slot"), parked("credits", { since: 7 })],
      null,
      { for: "credits", since: 7 },
    ],
    [
      "until the first part is retried",
      [parked("slot", { wait: lastTried(9) }), parked("slot", { wait: lastTried(3) })],
      null,
      { for: "slot", since: null, next: 3 + waitDelay("slot", 1) },
    ],
    [
      "for the user if the results cannot be read",
      [moving],
      problem("store_corrupt", { path: "results.db", missing: true }),
      { for: "user", since: null },
    ],
    [
      "for the disk if the data folder is gone",
      [moving],
      problem("store_gone", { dir: "/d" }),
      { for: "disk", since: null },
    ],
    [
      "for the user if the cleaning failed with an internal error",
      [part({ kind: "done", jobId })],
      problem("internal"),
      { for: "user", since: null },
    ],
  ];
  it.each(cases)("is derived from its parts and problem: %s", (_name, records, why, expected) => {
    expect(
      cleaningWait(records, { problem: why, offlineSince: null, pausedUntil: null, waitsFor: null }),
    ).toEqual(expected);
  });
});
