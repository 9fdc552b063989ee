import { z } from "zod";
import { call } from "./call.ts";
import { cleaningIdSchema } from "./cleanings.ts";

export const segmentCountSchema = z.object({
  /** Rows of the list, including repeated ones; the same rows that the filter `{ segments }` matches. */
  rows: z.int(),
  /** Distinct addresses. Each is in exactly one segment. */
  addresses: z.int(),
  /** Rows of the segment's file (see `fileOf`): one per address, plus invalid rows where they belong to it. */
  written: z.int(),
});
export type SegmentCount = z.infer<typeof segmentCountSchema>;

/** Addresses that another verification service marks as not to be mailed, regardless of verdict. */
const unwantedSchema = z.object({
  addresses: z.int(),
  /** Those currently on a suppression list, so no other list mails them either. */
  suppressed: z.int(),
  /** The most frequent words first; may be incomplete. */
  words: z.array(z.object({ word: z.string(), addresses: z.int() })),
});
export type Unwanted = z.infer<typeof unwantedSchema>;

/**
 * Counts of a list. They add up: the rows of all segments + notVerified + empty = rows, and their addresses =
 * addresses. See SEGMENTS for the definitions.
 */
export const answerSchema = z.object({
  cleaningId: cleaningIdSchema,
  rows: z.int(),
  addresses: z.int(),
  segments: z.object({
    safe: segmentCountSchema,
    risky: segmentCountSchema,
    do_not_send: segmentCountSchema,
  }),
  /** Accept-all addresses of the `risky` segment; the rest of it is unknown. */
  acceptAll: z.int(),
  /** A subset of the `do_not_send` segment; absent if empty. */
  unwanted: unwantedSchema.optional(),
  /** `null` if every address has a segment. */
  notVerified: segmentCountSchema.nullable(),
  /** Rows with an empty address cell. */
  empty: z.int(),
  /** Rows whose cell holds no address. They are in `do_not_send`. */
  invalid: z.int(),
  /** `true` if currently suppressed addresses count as not to be sent to; set when the cleaning was started. */
  leavesOutSuppressed: z.boolean(),
  /**
   * The agreed price: rows − duplicates − invalid − empty − suppressed − erased − known − inFile − withoutVerdict − beyondLimit
   * − elsewhere = sent. Cards, reports and the command line use the same record.
   */
  price: z.object({
    rows: z.int(),
    duplicates: z.int(),
    invalid: z.int(),
    empty: z.int(),
    suppressed: z.int(),
    /** Addresses of people who were erased on request. */
    erased: z.int(),
    known: z.int(),
    /** Addresses with a verdict in the file, if it is a results file. They are not verified. */
    inFile: z.int(),
    /** Addresses without a verdict in the file, if it is a results file. They are not verified either. */
    withoutVerdict: z.int(),
    beyondLimit: z.int(),
    elsewhere: z.int(),
    /** Addresses to verify, one credit each. */
    sent: z.int(),
    /** Credits that may have been charged so far. */
    charged: z.int(),
    /** Credits saved by addresses that were known or suppressed. */
    saved: z.int(),
  }),
});
export type Answer = z.infer<typeof answerSchema>;

export const answerCalls = {
  /** Returns the counts of a list, also while its cleaning is in progress. */
  "results.answer": call(z.object({ cleaningId: cleaningIdSchema }), answerSchema),
} as const;
