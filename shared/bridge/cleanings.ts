import { z } from "zod";
import { problemSchema } from "../problems.ts";
import { noVerdicts, VERDICTS, type VerdictCounts } from "../verdicts.ts";
import { WAIT_REASONS } from "../waits.ts";
import { accountIdSchema } from "./accounts.ts";
import { call } from "./call.ts";
import type { CellCounts } from "./cell-counts.ts";
import { CLEANING_ACTIONS } from "./constants.ts";
import { listIdSchema, unrecognisedSchema } from "./lists.ts";
import { standingSchema } from "./standing.ts";

export const cleaningIdSchema = z.string().regex(/^[a-z0-9-]{1,64}$/);

export const verdictSchema = z.enum(VERDICTS);
/** Counts that were stored before there was a verdict have none of it. */
export const verdictCountsSchema = z
  .partialRecord(verdictSchema, z.int())
  .transform((counts): VerdictCounts => ({ ...noVerdicts(), ...counts }));

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

/** What the user chose for a cleaning before agreeing to its price. */
export const cleaningOptionsSchema = z.object({
  /** Take fresh verdicts from the archive instead of paying again. */
  reuseKnown: z.boolean(),
  /** Leave out addresses on the suppression lists. */
  suppress: z.boolean(),
  /** Verify only the first so many addresses; null: all. */
  limit: z.int().min(1).nullable(),
  /** Verify addresses at domains that cannot receive mail, too. */
  verifyDeadDomains: z.boolean().optional(),
  /** Of a results file: when its verdicts without a date count as found out, in Unix milliseconds; absent: when the file was written. */
  assumedAt: z.number().optional(),
});
export type CleaningOptions = z.infer<typeof cleaningOptionsSchema>;

/** rows − repeated − malformed − empty − suppressed − known − inFile − withoutVerdict − beyondLimit − elsewhere = credits. Always. */
export const priceSchema = z.object({
  rows: z.int(),
  repeated: z.int(),
  malformed: z.int(),
  empty: z.int(),
  suppressed: z.int(),
  known: z.int(),
  /** Of those known, verdicts that a results file brought in that the user opened. */
  knownFromFiles: z.int().optional(),
  /** Of those known, addresses that mail bounced from because of the address: they count as undeliverable. */
  bounced: z.int().optional(),
  /** Of those known, addresses at domains that cannot receive mail: they count as undeliverable. */
  atDeadDomains: z.int().optional(),
  /** The list is a results file: addresses with a verdict in it, and those without one. Neither is verified. */
  inFile: z.int().optional(),
  withoutVerdict: z.int().optional(),
  /** Words of a results file that nobody knows the meaning of: whoever has only such a word has no verdict. */
  unrecognised: unrecognisedSchema.optional(),
  beyondLimit: z.int(),
  /** Addresses to verify, one credit each. */
  credits: z.int(),
  /** The account's credits less those promised to other cleanings, at least 0; null: the balance could not be read. */
  available: z.int().nullable(),
  /** The account's credits as the service says; null: they could not be read. */
  balance: z.int().nullable().optional(),
  /** Why they could not be read. */
  unread: problemSchema.optional(),
  /** Credits promised to other cleanings of the account that have not been started. May be more than there are. */
  promised: z.int().optional(),
  parts: z.int(),
  /** Being verified in another cleaning, or by a check: their verdicts are filled in from there, for nothing. */
  elsewhere: z.int().optional(),
  /** Of the credits: addresses that may have been paid for before, and whose verdicts did not come. */
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
  /** What a waiting part waits for. */
  waitingFor: z.enum(WAIT_REASONS).nullable(),
  jobId: z.string().nullable(),
  /** The service's own word, as last heard. */
  serviceStatus: z.string().nullable(),
  /** Addresses in the part. */
  total: z.int(),
  verified: z.int(),
  problem: problemSchema.nullable(),
  /** Credits that it waits for the user's yes to; null: it does not. */
  asks: z.int().nullable().optional(),
  /** It is over without its results: what can be done about that; null: nothing, or it is not over. */
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

/** What an action costs, over all the parts that it means: to be shown, and named again with the yes. */
export const askSchema = z.object({
  /** 0: nothing by itself. */
  credits: z.int(),
  parts: z.int(),
  /** The same addresses may have been paid for already. */
  mayBePaid: z.boolean(),
  /** Credits that were agreed to before and that it goes on to spend without another question; absent: none. */
  agreed: z.int().optional(),
});
export type Ask = z.infer<typeof askSchema>;

export const cleaningSchema = z.object({
  id: cleaningIdSchema,
  name: z.string(),
  listId: listIdSchema,
  accountId: accountIdSchema,
  accountLabel: z.string(),
  sandbox: z.boolean(),
  createdAt: z.number(),
  finishedAt: z.number().nullable(),
  /** `imported`: a results file that was reviewed without a job. */
  state: z.enum(["running", "waiting", "paused", "done", "failed", "cancelled", "imported"]),
  /**
   * What it waits for, while nothing of it moves; in Unix milliseconds `since`, where that is known, and `until`, where the
   * service asks for a pause until then; `next`: about when it is tried again, where that is stored.
   */
  waiting: z
    .object({
      for: z.enum(WAIT_REASONS),
      since: z.number().nullable(),
      until: z.number().optional(),
      next: z.number().optional(),
      /** The lists that it waits for, by their names. */
      lists: z.array(z.string()).optional(),
    })
    .nullable()
    .optional(),
  /** Rises with every event: a lower one is out of date. */
  revision: z.int().optional(),
  stage: z.enum(CLEANING_STAGES),
  rows: z.int(),
  unique: z.int(),
  /** Addresses sent to the service. */
  uploaded: z.int(),
  verified: z.int(),
  /** Credits agreed to, for everything that was sent, however often. */
  credits: z.int(),
  skipped: z.object({
    duplicate: z.int(),
    malformed: z.int(),
    empty: z.int(),
    known: z.int(),
    suppressed: z.int(),
    beyondLimit: z.int(),
    elsewhere: z.int(),
  }),
  /** Addresses per verdict: final when done, the service's own counts while under way. */
  counts: verdictCountsSchema,
  /** Addresses that the service did not send back. */
  missing: z.int(),
  /**
   * Parts that are over without their results, the addresses in them, and the list's rows that therefore have no
   * verdict (null: not counted when the cleaning was started). Null: there are none.
   */
  unverified: z.object({ parts: z.int(), addresses: z.int(), rows: z.int().nullable() }).nullable(),
  /** Credits that may have been taken so far: the agreed price of each part for each time that it was started. */
  spent: z.int(),
  analysis: analysisSchema.nullable(),
  parts: z.array(partSchema),
  problem: problemSchema.nullable(),
  actions: z.array(z.enum(CLEANING_ACTIONS)),
  /** What each of these costs; null: it is not offered. */
  asks: z.object({ start: askSchema.nullable(), upload_again: askSchema.nullable() }).optional(),
  addressesPerSecond: z.number().nullable(),
  secondsLeft: z.number().nullable(),
  /** When `verified` rose last, or was heard first, in Unix milliseconds; null: nothing is being verified. */
  movedAt: z.number().nullable().optional(),
  /** When the service purges the job; null when it holds nothing any more. */
  purgeAt: z.number().nullable(),
  /** When the service purges the last of it; null when it holds nothing any more. */
  heldUntil: z.number().nullable().optional(),
  /** When the service purges results that were paid for and are not home yet; warn at 7 and at 2 days before. */
  fetchBy: z.number().nullable().optional(),
  /**
   * The file that was asked for with the cleaning, and how many rows it holds; null rows: not written yet.
   * `keep`, `keepDuplicates`, `keepEmpty`: the rows asked for.
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
  /** In the user's words. */
  why: z.string(),
});

/** The file that a cleaning writes by itself when it is done: the original records, byte for byte. */
export const outSchema = z.object({
  path: z.string().min(1).max(4096),
  keep: z.array(verdictSchema),
  withVerdicts: z.boolean(),
  keepDuplicates: z.boolean(),
  /** Rows whose address cell is empty, too. */
  keepEmpty: z.boolean().optional(),
  overwrite: z.boolean(),
  /** With `overwrite`: what stood there when the user agreed to replace it; absent: what does when the cleaning starts. */
  standing: standingSchema.optional(),
});
export type Out = z.infer<typeof outSchema>;

const one = z.object({ cleaningId: cleaningIdSchema });

export const cleaningCalls = {
  "cleanings.price": call(
    z.object({ listId: listIdSchema, accountId: accountIdSchema, options: cleaningOptionsSchema }),
    priceSchema,
  ),
  /** Starts a cleaning at its price of this moment. A higher one than `agreedCredits` is refused: `price_changed`. */
  "cleanings.start": call(
    z.object({
      listId: listIdSchema,
      accountId: accountIdSchema,
      options: cleaningOptionsSchema,
      agreedCredits: z.int().min(0),
      /** Names this one yes: the same request once more, because its answer was lost, begins no second cleaning. */
      requestId: z.string().min(1).max(64).optional(),
      /** The list's revision that the price was shown for; another by now is refused: `list_changed`. */
      revision: z.int().optional(),
      /** Go on although the credits do not suffice: upload, then wait for them. */
      waitForCredits: z.boolean().default(false),
      name: z.string().max(255).optional(),
      /** Write the cleaned list here as soon as it is done. */
      out: outSchema.optional(),
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
  /** `agreedCredits`: what `asks` said that the action costs; another sum by now is refused: `price_changed`. */
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
  /** Brings a cleaning back from the bin. */
  "cleanings.restore": call(one, cleaningSchema),
  /** Takes a cleaning that is in the bin away for good: its rows, its results, and what the archive knows from it. */
  "cleanings.erase": call(one, z.object({})),
} as const;
