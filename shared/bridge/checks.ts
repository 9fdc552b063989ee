import { z } from "zod";
import { problemSchema } from "../problems.ts";
import { RESULT_SOURCES } from "../verdicts.ts";
import { accountIdSchema } from "./accounts.ts";
import { call } from "./call.ts";
import { verdictSchema } from "./cleanings.ts";
import { MAX_ADDRESS_LENGTH, MAX_PASTED_LENGTH } from "./constants.ts";
import { flagSchema } from "./results.ts";

/** The result of a single check. `verdict` is `null` if the check failed; `problem` holds the reason. */
export const checkSchema = z.object({
  address: z.string(),
  verdict: verdictSchema.nullable(),
  flags: z.array(flagSchema),
  checkedAt: z.number().nullable(),
  source: z.enum(RESULT_SOURCES).nullable(),
  advice: z.string(),
  /** `true` if the advice warns of mail to the address although its verdict is not undeliverable. */
  isCautioned: z.boolean(),
  /** The intended address of a likely typo. */
  suggestion: z.string().nullable(),
  /** On a suppression list: not verified unless requested, and not to be mailed regardless of its verdict. */
  suppressed: z.boolean(),
  problem: problemSchema.nullable(),
});
export type Check = z.infer<typeof checkSchema>;

/** The maximum number of unanswered checks returned, newest first. */
export const MAX_UNANSWERED_CHECKS = 60;

const addressSchema = z.string().trim().min(1).max(MAX_ADDRESS_LENGTH);

export const checkCalls = {
  /** Extracts the addresses from a text. Checking the text verifies only these, so nothing else can cost credits. */
  "checks.read": call(
    z.object({ text: z.string().max(MAX_PASTED_LENGTH) }),
    z.object({
      /** Well-formed distinct addresses, in text order. */
      addresses: z.array(z.string()),
      /** Words with an `@` that are not valid addresses. */
      broken: z.array(z.string()),
      /** The number of words that were not understood, including `broken`; names next to addresses don't count. */
      words: z.int(),
      /** Those words, line by line. */
      rest: z.string(),
    }),
  ),
  /**
   * Checks one address: from the archive if it has a fresh verdict (unless `again`), otherwise at the service for one
   * credit. Suppressed addresses are skipped unless `anyway`.
   */
  "checks.check": call(
    z.object({
      accountId: accountIdSchema,
      address: addressSchema,
      again: z.boolean().default(false),
      anyway: z.boolean().default(false),
      /** Batch id for fair queueing: batches take turns, so a small one doesn't wait for a large one. */
      batch: z.string().max(64).optional(),
    }),
    checkSchema,
  ),
  /** Returns the fresh archived verdict of an address; `null` without one. Sends nothing. */
  "checks.known": call(
    z.object({ accountId: accountIdSchema, address: addressSchema }),
    z.object({ check: checkSchema.nullable() }),
  ),
  /** Returns the account's lost checks (sent, never answered), newest first. Each may have been charged. */
  "checks.unanswered": call(
    z.object({ accountId: accountIdSchema }),
    z.object({ checks: z.array(checkSchema).max(MAX_UNANSWERED_CHECKS) }),
  ),
  /**
   * Returns where results of an address are stored, to be shown before they are forgotten. `accountId` is the account
   * that would check it next.
   */
  "checks.kept": call(
    z.object({ accountId: accountIdSchema.nullable(), address: addressSchema }),
    z.object({
      /** Results of single checks of the address, across all accounts. */
      checks: z.int(),
      /** Cleanings that verified the address, newest first. `inBin`: deleted, not erased yet. */
      lists: z.array(
        z.object({ cleaningId: z.string(), name: z.string(), inBin: z.boolean(), sandbox: z.boolean() }),
      ),
      /** `true` if one of the lists still has a fresh verdict for the account, so that the next check is free. */
      stillKnown: z.boolean(),
    }),
  ),
  /** Erases all single-check results of an address, across all accounts. Results in lists are kept. */
  "checks.forget": call(z.object({ address: addressSchema }), z.object({ forgotten: z.int() })),
  /** Returns the number of queued checks and the expected wait of the last one. */
  "checks.queue": call(
    z.object({ accountId: accountIdSchema }),
    z.object({ waiting: z.int(), perMinute: z.int(), secondsToLast: z.number() }),
  ),
} as const;
