import { expect, it } from "vitest";
import { transition } from "../../../../electron/engine/cleanings/part/machine.ts";
import { newPart, type PartRecord } from "../../../../electron/engine/cleanings/part/record.ts";
import { likenessOf } from "../../../../electron/engine/cleanings/part/same-list.ts";
import type { JobStatus } from "../../../../electron/engine/service/index.ts";

const MADE = "11/21/2026, 9:00:01 AM";
const jobId = "1";

function ready(createdAt: string | null, total: number | null = 10): JobStatus {
  return { status: "ready", jobId, createdAt, total, analysis: null, creditError: null };
}

it.each([
  [MADE, 10, ready(MADE), "same"],
  [MADE, null, ready(MADE), "same"],
  [MADE, 10, ready("11/21/2026, 9:00:02 AM"), "other"],
  [MADE, 10, ready(MADE, 9), "other"],
  [null, 10, ready(MADE, 9), "other"],
  [null, 10, ready(MADE), "unclear"],
  [MADE, 10, ready(null), "unclear"],
  // A day says too little: two clients' first lists may be of the same one.
  ["21. November 2026", 10, ready("21. November 2026"), "unclear"],
] as const)(
  "a list made at %j of %j addresses, shown as %j, is the %s",
  (createdAt, total, status, likeness) => {
    expect(likenessOf({ ...newPart(10), createdAt, total }, status)).toBe(likeness);
  },
);

it("a list that may be paid for is not started under another key, and is asked for again with its own", () => {
  let record: PartRecord = {
    ...newPart(10),
    state: { kind: "starting", jobId, sent: true },
    knownBy: "own",
    createdAt: MADE,
    total: 10,
    mayBeCharged: true,
    unheardStart: 0,
    atService: true,
  };
  const seen: string[] = [];
  for (let at = 1e9; record.state.kind !== "gone" && seen.length < 20; at += 1e9) {
    const status = ready("11/20/2026, 9:00:01 AM");
    record = transition(record, { type: "status.answered", status, at, by: "other" })?.record ?? record;
    seen.push(record.state.kind);
  }
  expect(seen).toEqual([...Array.from({ length: 7 }, () => "starting"), "gone"]);
  expect(record.problem?.code).toBe("list_unrecognised");

  record = transition(record, { type: "user.resumed" })?.record ?? record;
  const completed: JobStatus = {
    status: "completed",
    jobId,
    createdAt: MADE,
    total: 10,
    verified: 10,
    pending: 0,
    analysis: null,
    counts: null,
  };
  const back = transition(record, { type: "status.answered", status: completed, at: 1e10, by: "own" });
  expect(back?.record.state).toEqual({ kind: "downloading", jobId });
});
