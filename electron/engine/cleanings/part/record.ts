import { z } from "zod";
import { analysisSchema, verdictCountsSchema, verdictSchema } from "../../../../shared/bridge/cleanings.ts";
import { flagSchema } from "../../../../shared/bridge/results.ts";
import { storedProblem, storedProblemSchema } from "../../../../shared/problems.ts";
import type { WaitReason } from "../../../../shared/waits.ts";
import type { ClaimState } from "../../ledger/index.ts";

/** The request that a part needs next. `check`: the single check of a part of one address. */
export const STEPS = ["upload", "check", "poll", "start", "fetch"] as const;
export type Step = (typeof STEPS)[number];

/** What a part can be parked for. The network and the service are waited for between attempts, where it stands. */
export const PARKED_FOR = [
  "user",
  "credits",
  "slot",
  "account",
  "disk",
] as const satisfies readonly WaitReason[];
export type ParkedFor = (typeof PARKED_FOR)[number];

const job = { jobId: z.string() };

/** Where a part stands. What is under way was committed before the request left. */
export const partStateSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("queued") }),
  z.object({ kind: z.literal("uploading") }),
  /** A single check was sent or is about to be: once it is answered, it is paid for. */
  z.object({ kind: z.literal("checking") }),
  /** The answer of a single check is stored, and not taken in yet. */
  z.object({ kind: z.literal("checked") }),
  /** A request that charges by itself, and whose answer was lost: only the user may send it again. */
  z.object({ kind: z.literal("uncertain") }),
  z.object({ kind: z.literal("preparing"), ...job }),
  z.object({ kind: z.literal("ready"), ...job }),
  z.object({
    kind: z.literal("waiting"),
    for: z.enum(PARKED_FOR),
    /** What to do once the wait is over. */
    step: z.enum(STEPS),
    jobId: z.string().nullable(),
  }),
  /** A start was sent or was about to be: the status says what became of it before it is sent again. */
  z.object({ kind: z.literal("starting"), ...job, sent: z.boolean() }),
  z.object({ kind: z.literal("verifying"), ...job }),
  z.object({ kind: z.literal("downloading"), ...job }),
  /** `jobId` null: it was checked alone. */
  z.object({ kind: z.literal("done"), jobId: z.string().nullable() }),
  z.object({ kind: z.literal("failed"), jobId: z.string().nullable() }),
  z.object({ kind: z.literal("cancelled"), jobId: z.string().nullable() }),
  z.object({ kind: z.literal("gone"), ...job }),
]);
export type PartState = z.infer<typeof partStateSchema>;
export type PartKind = PartState["kind"];

/** A wait, and how often in a row the part came to it. */
const waitSchema = z.object({
  for: z.enum(PARKED_FOR),
  step: z.enum(STEPS),
  /** Refusals in a row; 0: parked without asking. */
  times: z.int(),
  /** When the last of them came. */
  at: z.number(),
  /** The lowest balance that was read since a refusal for want of credits, or right before it; null: none yet. */
  balance: z.int().nullable(),
});

/** What the service said of the address of a part that is checked alone. `at`: when it answered. */
const singleAnswerSchema = z.object({
  verdict: verdictSchema,
  flags: z.array(flagSchema),
  at: z.number(),
});
export type SingleAnswer = z.infer<typeof singleAnswerSchema>;

/** All that is remembered of a part, as stored beside its state. Times are Unix milliseconds. */
export const partRecordSchema = z.object({
  state: partStateSchema,
  addresses: z.int(),
  /** Rows of the list that hold one of them; null: it was not counted yet when the part was made. */
  rows: z.int().nullable(),
  /** Its only address goes through the single check: there is no job. */
  single: z.boolean(),
  answer: singleAnswerSchema.nullable(),
  /** Credits that the user agreed to spend on this part, as it was last sent. */
  agreed: z.int(),
  /** What was agreed to for the times that it was sent before, and what those may have taken. */
  earlier: z.object({ agreed: z.int(), spent: z.int() }),
  /** Failures of the current step, one after the other. */
  attempts: z.int(),
  /** Starts and fetches that came to nothing since the part last got on, whatever was asked in between. */
  setbacks: z.int(),
  /** The part's wait, or its last one until something shows that it is over. */
  wait: waitSchema.nullable(),
  /** Since when the part has not got on although it tried. */
  since: z.number().nullable(),
  problem: storedProblemSchema.nullable(),
  serviceStatus: z.string().nullable(),
  /** The service's own counts, as last heard. */
  total: z.int().nullable(),
  verified: z.int(),
  counts: verdictCountsSchema.nullable(),
  analysis: analysisSchema.nullable(),
  uploadedAt: z.number().nullable(),
  startedAt: z.number().nullable(),
  /** Uploads whose answer was lost: copies that the service may hold, never started, purged by themselves. */
  lostUploads: z.int(),
  /** A start may have reached the service: from here on the credits may be spent. */
  mayBeCharged: z.boolean(),
  /**
   * Since when it is not known whether a start arrived: its answer was lost, and the status may show it late. Never set
   * back while the part keeps its job.
   */
  unheardStart: z.number().nullable(),
  /** When a start was last sent; null: none was. */
  startSentAt: z.number().nullable(),
  /** The service holds a job that was not deleted. */
  atService: z.boolean(),
  /** Results that were fetched and came back short. */
  shortFetches: z.int(),
  /** Results that were fetched and could not be read, since the list was last started or tried again. */
  unusableFetches: z.int(),
  /** How often in a row the service said that it does not have the list; other failures say nothing about that. */
  notFound: z.int(),
  /** How often the service lost the list before it was started. */
  vanished: z.int(),
  /** Deletions at the service that it refused. */
  refusedRemovals: z.int(),
  missing: z.int(),
  /** All results are home, and the user wants the list deleted at the service then. */
  removal: z.boolean().optional(),
});
export type PartRecord = z.infer<typeof partRecordSchema>;

/** A record as it is stored: its problem as a code and values, in no language. */
export function storedPart({ problem, ...record }: PartRecord): string {
  return JSON.stringify({ ...record, problem: problem === null ? null : storedProblem(problem) });
}

/** A part that has not been sent yet. */
export function newPart(
  addresses: number,
  { single = false, rows = null }: { single?: boolean; rows?: number | null } = {},
): PartRecord {
  return {
    state: { kind: "queued" },
    addresses,
    rows,
    single,
    answer: null,
    agreed: addresses,
    earlier: { agreed: 0, spent: 0 },
    attempts: 0,
    setbacks: 0,
    wait: null,
    since: null,
    problem: null,
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
  };
}

/** Whether nothing happens to a part any more unless the user wants it to. */
export function isSettled(state: PartState): boolean {
  return (
    state.kind === "done" || state.kind === "failed" || state.kind === "cancelled" || state.kind === "gone"
  );
}

/** Whether a start of its job was accepted, or may have been: then a later refusal does not say that nothing was paid. */
export function mayHaveStarted({ startedAt, unheardStart }: PartRecord): boolean {
  return startedAt !== null || unheardStart !== null;
}

/** Whether the list may be paid for, now or by a start that nobody heard of. */
export function mayBePaid(record: PartRecord): boolean {
  return record.mayBeCharged || mayHaveStarted(record);
}

/** What became of the part's claim on its addresses. */
export function claimOf(record: PartRecord): ClaimState {
  const { state, startedAt, answer, earlier } = record;
  if (state.kind === "done") return record.missing === 0 ? "answered" : "charged";
  if (startedAt !== null || answer !== null) return "charged";
  if (mayBePaid(record) || earlier.spent > 0) return "perhaps_charged";
  return isSettled(state) ? "released" : "sent";
}

/** What verifying the part costs: one credit for each address, as the service counts them once it has. */
export function priceOf({ total, addresses }: PartRecord): number {
  return total ?? addresses;
}

/** Credits that may have been taken for the part so far, however often it was sent. */
export function spentOn(record: PartRecord): number {
  const { earlier, mayBeCharged, addresses, agreed } = record;
  // Nothing is started above what was agreed to: what the service counts later does not make it dearer.
  return earlier.spent + (mayBeCharged ? Math.min(priceOf(record), Math.max(agreed, addresses)) : 0);
}

/** Credits that are kept for the part until it is started: its price, and no more than was agreed to. */
export function promisedTo(record: PartRecord): number {
  return Math.min(priceOf(record), record.agreed);
}

/** Credits that the user agreed to for the part so far, however often it was sent. */
export function agreedFor({ earlier, agreed }: PartRecord): number {
  return earlier.agreed + agreed;
}

/** The job at the service, where there is one. */
export function jobOf(state: PartState): string | null {
  return "jobId" in state ? state.jobId : null;
}
