import { z } from "zod";
import { analysisSchema, verdictCountsSchema, verdictSchema } from "../../../../shared/bridge/cleanings.ts";
import { flagSchema } from "../../../../shared/bridge/results.ts";
import { storedProblem, storedProblemSchema } from "../../../../shared/problems.ts";
import type { WaitReason } from "../../../../shared/waits.ts";
import type { ClaimState } from "../../ledger/index.ts";

/** A part's next request. `check`: the single check of a part with one address. */
export const STEPS = ["upload", "check", "poll", "start", "fetch"] as const;
export type Step = (typeof STEPS)[number];

/** Reasons to park a part. Network and service failures are retried without parking. */
export const WAIT_REASONS = [
  "user",
  "credits",
  "slot",
  "account",
  "disk",
] as const satisfies readonly WaitReason[];
export type ParkedFor = (typeof WAIT_REASONS)[number];

const job = { jobId: z.string() };

/** State of a part. It is committed before the request leaves. */
export const partStateSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("queued") }),
  z.object({ kind: z.literal("uploading") }),
  /** A single check was sent or is about to be; it is charged once answered. */
  z.object({ kind: z.literal("checking") }),
  /** The answer of a single check is stored but not ingested yet. */
  z.object({ kind: z.literal("checked") }),
  /** The answer to a request that charges was lost; only the user may send it again. */
  z.object({ kind: z.literal("uncertain") }),
  z.object({ kind: z.literal("preparing"), ...job }),
  z.object({ kind: z.literal("ready"), ...job }),
  z.object({
    kind: z.literal("waiting"),
    for: z.enum(WAIT_REASONS),
    step: z.enum(STEPS),
    jobId: z.string().nullable(),
  }),
  /** A start was sent or is about to be; poll the status before sending it again. */
  z.object({ kind: z.literal("starting"), ...job, sent: z.boolean() }),
  z.object({ kind: z.literal("verifying"), ...job }),
  z.object({ kind: z.literal("downloading"), ...job }),
  /** `jobId` is `null` for a single check. */
  z.object({ kind: z.literal("done"), jobId: z.string().nullable() }),
  z.object({ kind: z.literal("failed"), jobId: z.string().nullable() }),
  z.object({ kind: z.literal("cancelled"), jobId: z.string().nullable() }),
  z.object({ kind: z.literal("gone"), ...job }),
]);
export type PartState = z.infer<typeof partStateSchema>;
export type PartKind = PartState["kind"];

const waitSchema = z.object({
  for: z.enum(WAIT_REASONS),
  step: z.enum(STEPS),
  /** Consecutive refusals; 0 if parked without a request. */
  times: z.int(),
  at: z.number(),
  /** Lowest balance read since, or right before, a refusal for lack of credits; `null` if none was read. */
  balance: z.int().nullable(),
});

/** The service's answer to a single check, received at `at`. */
const singleAnswerSchema = z.object({
  verdict: verdictSchema,
  flags: z.array(flagSchema),
  at: z.number(),
});
export type SingleAnswer = z.infer<typeof singleAnswerSchema>;

/** Stored data of a part. Times are in Unix ms. */
export const partRecordSchema = z.object({
  state: partStateSchema,
  addresses: z.int(),
  /** Rows of the list with one of the addresses; `null` if not counted yet. */
  rows: z.int().nullable(),
  /** `true` if the part's only address uses the single check, without a job. */
  single: z.boolean(),
  answer: singleAnswerSchema.nullable(),
  /** Credits the user agreed to for the current upload of this part. */
  agreed: z.int(),
  /** Credits agreed to, and possibly spent, for earlier uploads of this part. */
  earlier: z.object({ agreed: z.int(), spent: z.int() }),
  /** Consecutive failures of the current step. */
  attempts: z.int(),
  /** Failed starts and fetches since the part last made progress; polls in between don't reset it. */
  setbacks: z.int(),
  /** The current wait, or the last one until the part makes progress. */
  wait: waitSchema.nullable(),
  /** Since when the part has failed to make progress. */
  since: z.number().nullable(),
  problem: storedProblemSchema.nullable(),
  serviceStatus: z.string().nullable(),
  /** The service's last reported counts. */
  total: z.int().nullable(),
  verified: z.int(),
  counts: verdictCountsSchema.nullable(),
  analysis: analysisSchema.nullable(),
  uploadedAt: z.number().nullable(),
  startedAt: z.number().nullable(),
  /** Uploads whose response was lost: possible unpaid copies that the service purges on its own schedule. */
  lostUploads: z.int(),
  /** `true` once a start may have reached the service, so credits may be spent. */
  mayBeCharged: z.boolean(),
  /** Since when it is unknown whether a start arrived. Kept as long as the part keeps its job. */
  unheardStart: z.number().nullable(),
  /** When a start was last sent; `null` if never. */
  startSentAt: z.number().nullable(),
  /** The service holds a job that has not been deleted. */
  atService: z.boolean(),
  shortFetches: z.int(),
  /** Fetches with unreadable results since the last start or retry by the user. */
  unusableFetches: z.int(),
  /** Consecutive "not found" responses; other failures don't change it. */
  notFound: z.int(),
  /** Times the service lost the list before it was started. */
  vanished: z.int(),
  refusedRemovals: z.int(),
  missing: z.int(),
  /** `true` if all results have arrived and the user wants the list deleted at the service. */
  removal: z.boolean().optional(),
});
export type PartRecord = z.infer<typeof partRecordSchema>;

/** Serializes a record; the problem is stored as a code and values, without text. */
export function storedPart({ problem, ...record }: PartRecord): string {
  return JSON.stringify({ ...record, problem: problem === null ? null : storedProblem(problem) });
}

/** Fields of a part that nothing was sent for yet. */
export const BEFORE_UPLOAD = {
  answer: null,
  serviceStatus: null,
  total: null,
  verified: 0,
  counts: null,
  analysis: null,
  uploadedAt: null,
  startedAt: null,
  lostUploads: 0,
  mayBeCharged: false,
  unheardStart: null,
  startSentAt: null,
  atService: false,
  shortFetches: 0,
  unusableFetches: 0,
  notFound: 0,
  vanished: 0,
  refusedRemovals: 0,
  missing: 0,
} as const;

export function newPart(
  addresses: number,
  { single = false, rows = null }: { single?: boolean; rows?: number | null } = {},
): PartRecord {
  return {
    state: { kind: "queued" },
    addresses,
    rows,
    single,
    agreed: addresses,
    earlier: { agreed: 0, spent: 0 },
    attempts: 0,
    setbacks: 0,
    wait: null,
    since: null,
    problem: null,
    ...BEFORE_UPLOAD,
  };
}

/** Returns whether the part is over unless the user acts on it. */
export function isSettled(state: PartState): boolean {
  return (
    state.kind === "done" || state.kind === "failed" || state.kind === "cancelled" || state.kind === "gone"
  );
}

/** Returns whether a start may have been accepted: a later refusal then does not prove that nothing was paid. */
export function mayHaveStarted({ startedAt, unheardStart }: PartRecord): boolean {
  return startedAt !== null || unheardStart !== null;
}

/** Returns whether the list may have been paid for, including by a start whose response was lost. */
export function mayBePaid(record: PartRecord): boolean {
  return record.mayBeCharged || mayHaveStarted(record);
}

export function claimOf(record: PartRecord): ClaimState {
  const { state, startedAt, answer, earlier } = record;
  if (state.kind === "done") return record.missing === 0 ? "answered" : "charged";
  if (startedAt !== null || answer !== null) return "charged";
  if (mayBePaid(record) || earlier.spent > 0) return "perhaps_charged";
  return isSettled(state) ? "released" : "sent";
}

/** Returns the price of the part: one credit per address, as counted by the service if known. */
export function priceOf({ total, addresses }: PartRecord): number {
  return total ?? addresses;
}

/** Returns the credits that may have been spent on the part so far, over all uploads. */
export function spentOn(record: PartRecord): number {
  const { earlier, mayBeCharged, addresses, agreed } = record;
  // Nothing is started above the agreed price, so a later, higher count does not raise it.
  return earlier.spent + (mayBeCharged ? Math.min(priceOf(record), Math.max(agreed, addresses)) : 0);
}

/** Returns the credits reserved for the part until it is started: its price, at most what was agreed. */
export function reservedFor(record: PartRecord): number {
  return Math.min(priceOf(record), record.agreed);
}

export function agreedFor({ earlier, agreed }: PartRecord): number {
  return earlier.agreed + agreed;
}

export function jobOf(state: PartState): string | null {
  return "jobId" in state ? state.jobId : null;
}
