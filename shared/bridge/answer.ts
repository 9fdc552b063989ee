import { z } from "zod";
import { call } from "./call.ts";
import { cleaningIdSchema } from "./cleanings.ts";

/** What is behind a segment. */
export const segmentCountSchema = z.object({
  /** Rows of the list, repeated ones among them; those that the filter `{ segments }` lets through. */
  rows: z.int(),
  /** Distinct addresses, each behind one segment only. */
  addresses: z.int(),
  /** Rows of its file (fileOf): one for each address, and invalid rows where they belong to it. */
  written: z.int(),
});
export type SegmentCount = z.infer<typeof segmentCountSchema>;

/** Addresses of which another service says that they are not to be mailed, whatever their verdict, by its own words. */
const unwantedSchema = z.object({
  addresses: z.int(),
  /** Of them, those that are on a suppression list now: no other list mails them either. */
  suppressed: z.int(),
  /** The most frequent first; not all of them where there are many, or where they are not kept. */
  words: z.array(z.object({ word: z.string(), addresses: z.int() })),
});
export type Unwanted = z.infer<typeof unwantedSchema>;

/**
 * What is in a list, in counts that add up: the rows of all segments + notVerified + empty = rows; their addresses =
 * addresses. See SEGMENTS for what is behind which.
 */
export const answerSchema = z.object({
  cleaningId: cleaningIdSchema,
  rows: z.int(),
  /** Distinct addresses. */
  addresses: z.int(),
  segments: z.object({
    safe: segmentCountSchema,
    risky: segmentCountSchema,
    do_not_send: segmentCountSchema,
  }),
  /** Of the addresses behind `risky`, those that are accept-all; the others are unknown. */
  acceptAll: z.int(),
  /** Of the addresses behind `do_not_send`; absent: none. */
  unwanted: unwantedSchema.optional(),
  /** Null: every address is behind a segment. */
  notVerified: segmentCountSchema.nullable(),
  /** Rows without an address because the cell is empty, and those because it holds none; the latter are in `do_not_send`. */
  empty: z.int(),
  invalid: z.int(),
  /** Whether addresses that are on a suppression list now count as not to be sent to: as the cleaning was started. */
  leavesOutSuppressed: z.boolean(),
  /**
   * The price's line, as it was agreed to: rows − duplicates − invalid − empty − suppressed − known − inFile −
   * withoutVerdict − beyondLimit − elsewhere = sent. From the same record as the card, the report and the command line.
   */
  price: z.object({
    rows: z.int(),
    duplicates: z.int(),
    invalid: z.int(),
    empty: z.int(),
    suppressed: z.int(),
    known: z.int(),
    /** Of a results file: addresses with a verdict in it, and those without one. Neither is verified. */
    inFile: z.int(),
    withoutVerdict: z.int(),
    beyondLimit: z.int(),
    /** Verified in another cleaning, or by a check. */
    elsewhere: z.int(),
    /** Addresses that were to be verified, one credit each. */
    sent: z.int(),
    /** Credits that may have been taken so far. */
    charged: z.int(),
    /** Credits not spent: addresses that would have cost one each, had they not been known or suppressed. */
    saved: z.int(),
  }),
});
export type Answer = z.infer<typeof answerSchema>;

export const answerCalls = {
  /** The answer on top of a list, also while its cleaning is under way. */
  "results.answer": call(z.object({ cleaningId: cleaningIdSchema }), answerSchema),
} as const;
