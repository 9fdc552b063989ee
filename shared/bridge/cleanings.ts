import { z } from "zod";
import { DATE_ORDERS } from "../date-order.ts";
import { problemSchema } from "../problems.ts";
import { emptyVerdictCounts, VERDICTS, type VerdictCounts } from "../verdicts.ts";
import { WAIT_REASONS } from "../waits.ts";
import { accountIdSchema } from "./accounts.ts";
import { call } from "./call.ts";
import type { CellCounts } from "./cell-counts.ts";
import { CLEANING_ACTIONS } from "./constants.ts";
import { fileStampSchema } from "./file-stamp.ts";
import { listIdSchema, unrecognisedSchema, wordCountsSchema } from "./lists.ts";

export const cleaningIdSchema = z.string().regex(/^[a-z0-9-]{1,64}$/);

export const verdictSchema = z.enum(VERDICTS);
/** Stored counts can lack verdicts that were introduced later. */
export const verdictCountsSchema = z
  .partialRecord(verdictSchema, z.int())
  .transform((counts): VerdictCounts => ({ ...emptyVerdictCounts(), ...counts }));

const cells = z.int().optional();
export const cellCountsSchema = z.object({
  guarded: cells,
  formulas: cells,
  corrected: cells,
  replaced: cells,
  values: cells,
  asText: cells,
  cut: cells,
} satisfies Record<keyof CellCounts, z.ZodType>);

export const cleaningOptionsSchema = z.object({
  /** Reuse fresh verdicts from the archive instead of paying again. */
  reuseKnown: z.boolean(),
  suppress: z.boolean(),
  /** Verify only the first `limit` addresses; `null` for all. */
  limit: z.int().min(1).nullable(),
  verifyDeadDomains: z.boolean().optional(),
  /** For a results file: date of its undated verdicts, in Unix ms; defaults to the file's modification time. */
  assumedAt: z.number().optional(),
  /** For a results file: order of day and month; absent to find it in the file. */
  dateOrder: z.enum(DATE_ORDERS).optional(),
  /** Start although the team's server cannot be asked whether a colleague is verifying the same addresses. */
  withoutTeam: z.boolean().optional(),
});
export type CleaningOptions = z.infer<typeof cleaningOptionsSchema>;

/**
 * A price. Invariant: rows − repeated − malformed − empty − suppressed − erased − known − inFile − withoutVerdict −
 * beyondLimit − elsewhere = credits.
 */
export const priceSchema = z.object({
  rows: z.int(),
  repeated: z.int(),
  malformed: z.int(),
  empty: z.int(),
  suppressed: z.int(),
  /** Addresses of people who were erased on request. */
  erased: z.int().optional(),
  known: z.int(),
  /** The known verdicts that come from imported results files. */
  knownFromFiles: z.int().optional(),
  /** The known verdicts that colleagues have shared. */
  knownFromTeam: z.int().optional(),
  /** Number of known addresses that have bounced since; they count as undeliverable. */
  bounced: z.int().optional(),
  /** The known addresses at domains that cannot receive mail; they count as undeliverable. */
  atDeadDomains: z.int().optional(),
  /** Addresses with a verdict in the file, if it is a results file. They are not verified. */
  inFile: z.int().optional(),
  /** Addresses without a verdict in the file, if it is a results file. They are not verified either. */
  withoutVerdict: z.int().optional(),
  /** Unrecognised words of a results file. Addresses with only such words have no verdict. */
  unrecognised: unrecognisedSchema.optional(),
  /** Dates of a results file that were not read; their verdicts count as undated. */
  unreadDates: wordCountsSchema.optional(),
  beyondLimit: z.int(),
  /** Addresses to verify, one credit each. */
  credits: z.int(),
  /** The balance less `promised`, at least 0; `null` if the balance could not be read. */
  available: z.int().nullable(),
  /** The balance at the service; `null` if it could not be read. */
  balance: z.int().nullable().optional(),
  unread: problemSchema.optional(),
  /** Credits promised to the account's other cleanings that have not been started. Can exceed the balance. */
  promised: z.int().optional(),
  parts: z.int(),
  /** Addresses that another cleaning or a single check is verifying; their verdicts are copied from there for free. */
  elsewhere: z.int().optional(),
  /** Names of the colleagues who are verifying some of these. */
  elsewhereBy: z.array(z.string()).optional(),
  /** The part of `credits` for addresses that may have been paid for before without returning a verdict. */
  perhapsPaid: z.int().optional(),
});
export type Price = z.infer<typeof priceSchema>;

export const PART_STATES = [
  "queued",
  "uploading",
  "checking",
  "checked",
  "uncertain",
  "preparing",
  "ready",
  "waiting",
  "starting",
  "verifying",
  "downloading",
  "done",
  "failed",
  "cancelled",
  "gone",
] as const;
export type PartState = (typeof PART_STATES)[number];

export const partSchema = z.object({
  /** Counted from 1. */
  ordinal: z.int(),
  state: z.enum(PART_STATES),
  waitingFor: z.enum(WAIT_REASONS).nullable(),
  jobId: z.string().nullable(),
  /** The latest status reported by the service, unmapped. */
  serviceStatus: z.string().nullable(),
  total: z.int(),
  verified: z.int(),
  problem: problemSchema.nullable(),
  /** Credits that need the user's confirmation; `null` if none do. */
  asks: z.int().nullable().optional(),
  /** The recovery action for a part that ended without results; `null` if none applies. */
  again: z.enum(["retry", "upload_again"]).nullable(),
});
export type Part = z.infer<typeof partSchema>;

export const analysisSchema = z.object({
  common_isp: z.int(),
  role_based: z.int(),
  disposable: z.int(),
  spamtrap: z.int(),
  syntax_error: z.int(),
});
export type Analysis = z.infer<typeof analysisSchema>;

export const CLEANING_STAGES = ["uploading", "preparing", "verifying", "fetching", "done"] as const;

/** The cost of an action over all parts it affects. Shown to the user and sent back with the confirmation. */
export const actionCostSchema = z.object({
  /** 0 if the action itself costs nothing. */
  credits: z.int(),
  parts: z.int(),
  /** The same addresses may have been paid for already. */
  mayBePaid: z.boolean(),
  /** Credits that were agreed to before and will be spent without asking again; absent if none. */
  agreed: z.int().optional(),
});
export type ActionCost = z.infer<typeof actionCostSchema>;

export const cleaningSchema = z.object({
  id: cleaningIdSchema,
  name: z.string(),
  listId: listIdSchema,
  accountId: accountIdSchema,
  accountLabel: z.string(),
  sandbox: z.boolean(),
  createdAt: z.number(),
  finishedAt: z.number().nullable(),
  /** `imported`: a results file reviewed without a job. */
  state: z.enum(["running", "waiting", "paused", "done", "failed", "cancelled", "imported"]),
  /**
   * The current wait, set while nothing progresses. Times are in Unix ms: `since`, if known; `until`, the end of a
   * pause requested by the service; `next`, the approximate time of the next attempt, if stored.
   */
  waiting: z
    .object({
      for: z.enum(WAIT_REASONS),
      since: z.number().nullable(),
      until: z.number().optional(),
      next: z.number().optional(),
      lists: z.array(z.string()).optional(),
    })
    .nullable()
    .optional(),
  /** Increases with every event; a lower revision is stale. */
  revision: z.int().optional(),
  stage: z.enum(CLEANING_STAGES),
  rows: z.int(),
  unique: z.int(),
  uploaded: z.int(),
  verified: z.int(),
  /** Credits agreed to, including those for repeated uploads. */
  credits: z.int(),
  skipped: z.object({
    duplicate: z.int(),
    malformed: z.int(),
    empty: z.int(),
    known: z.int(),
    suppressed: z.int(),
    erased: z.int(),
    beyondLimit: z.int(),
    elsewhere: z.int(),
  }),
  /** Addresses per verdict: final when done, the service's counts while in progress. */
  counts: verdictCountsSchema,
  missing: z.int(),
  /**
   * Parts that ended without results, their addresses, and the rows left without a verdict (`null` if not counted at
   * the start). `null` if there are no such parts.
   */
  unverified: z.object({ parts: z.int(), addresses: z.int(), rows: z.int().nullable() }).nullable(),
  /** Credits that may have been charged so far: the agreed price of each part, once per start. */
  spent: z.int(),
  analysis: analysisSchema.nullable(),
  parts: z.array(partSchema),
  problem: problemSchema.nullable(),
  actions: z.array(z.enum(CLEANING_ACTIONS)),
  /** Cost of each action; `null` if the action isn't available. */
  asks: z
    .object({ start: actionCostSchema.nullable(), upload_again: actionCostSchema.nullable() })
    .optional(),
  addressesPerSecond: z.number().nullable(),
  secondsLeft: z.number().nullable(),
  /** Time at which `verified` last rose or was first reported, in Unix ms; `null` if nothing is being verified. */
  movedAt: z.number().nullable().optional(),
  /** Time at which the service purges the job; `null` if it no longer holds any data. */
  purgeAt: z.number().nullable(),
  /** Time at which the service purges the last of the data; `null` if it no longer holds any. */
  heldUntil: z.number().nullable().optional(),
  /** Time at which the service purges results that were paid for but not downloaded yet. Warn 7 and 2 days before. */
  fetchBy: z.number().nullable().optional(),
  /**
   * The file requested with the cleaning. `rows` is `null` until it is written. `keep`, `keepDuplicates` and
   * `keepEmpty` select its rows.
   */
  out: z
    .object({
      path: z.string(),
      rows: z.int().nullable(),
      ...cellCountsSchema.shape,
      keep: z.array(verdictSchema),
      keepDuplicates: z.boolean(),
      keepEmpty: z.boolean().optional(),
    })
    .nullable(),
  tags: z.array(z.string()),
  deletedAt: z.number().nullable(),
});
export type Cleaning = z.infer<typeof cleaningSchema>;

export const timelineEntrySchema = z.object({
  at: z.number(),
  part: z.int().nullable(),
  from: z.string().nullable(),
  to: z.string(),
  why: z.string(),
});

/** The file that a cleaning writes when it is done: the original records, byte for byte. */
export const outputFileSchema = z.object({
  path: z.string().min(1).max(4096),
  keep: z.array(verdictSchema),
  withVerdicts: z.boolean(),
  keepDuplicates: z.boolean(),
  keepEmpty: z.boolean().optional(),
  overwrite: z.boolean(),
  /** With `overwrite`: stamp of the file that the user agreed to replace; defaults to the file present at the start. */
  standing: fileStampSchema.optional(),
  /** See `exportRequestSchema`. */
  allowShrink: z.boolean().optional(),
});
export type OutputFile = z.infer<typeof outputFileSchema>;

const one = z.object({ cleaningId: cleaningIdSchema });

export const cleaningCalls = {
  "cleanings.price": call(
    z.object({ listId: listIdSchema, accountId: accountIdSchema, options: cleaningOptionsSchema }),
    priceSchema,
  ),
  /** Starts a cleaning. Fails with `price_changed` if the current price exceeds `agreedCredits`. */
  "cleanings.start": call(
    z.object({
      listId: listIdSchema,
      accountId: accountIdSchema,
      options: cleaningOptionsSchema,
      agreedCredits: z.int().min(0),
      /** Idempotency key: repeating the request after a lost response starts no second cleaning. */
      requestId: z.string().min(1).max(64).optional(),
      /** The list revision that the price was shown for. Fails with `list_changed` if it is stale. */
      revision: z.int().optional(),
      /** Start even if the credits don't suffice: upload, then wait for them. */
      waitForCredits: z.boolean().default(false),
      name: z.string().max(255).optional(),
      out: outputFileSchema.optional(),
    }),
    cleaningSchema,
  ),
  "cleanings.list": call(
    z.object({
      search: z.string().max(400).default(""),
      bin: z.boolean().default(false),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(500).default(200),
    }),
    z.object({ total: z.int(), cleanings: z.array(cleaningSchema) }),
  ),
  "cleanings.get": call(one, cleaningSchema),
  "cleanings.timeline": call(one, z.object({ entries: z.array(timelineEntrySchema) })),
  /** Runs an action. `agreedCredits` is the cost shown in `asks`; fails with `price_changed` if it differs now. */
  "cleanings.act": call(
    z.object({
      cleaningId: cleaningIdSchema,
      action: z.enum(CLEANING_ACTIONS),
      agreedCredits: z.int().min(0).optional(),
    }),
    cleaningSchema,
  ),
  "cleanings.update": call(
    z.object({
      cleaningId: cleaningIdSchema,
      name: z.string().trim().min(1).max(255).optional(),
      tags: z.array(z.string().trim().min(1).max(40)).max(20).optional(),
    }),
    cleaningSchema,
  ),
  "cleanings.restore": call(one, cleaningSchema),
  /** Permanently deletes a cleaning from the bin: its rows, its results and its verdicts in the archive. */
  "cleanings.erase": call(one, z.object({})),
} as const;
