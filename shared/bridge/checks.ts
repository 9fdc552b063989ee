import { z } from "zod";
import { problemSchema } from "../problems.ts";
import { RESULT_SOURCES } from "../verdicts.ts";
import { accountIdSchema } from "./accounts.ts";
import { call } from "./call.ts";
import { verdictSchema } from "./cleanings.ts";
import { MOST_ADDRESS, MOST_PASTED } from "./constants.ts";
import { flagSchema } from "./results.ts";

/** One checked address. `verdict` null: it could not be checked (`problem` says why) and may be kept. */
export const checkSchema = z.object({
  address: z.string(),
  verdict: verdictSchema.nullable(),
  flags: z.array(flagSchema),
  checkedAt: z.number().nullable(),
  source: z.enum(RESULT_SOURCES).nullable(),
  /** One sentence: what to do with it. */
  advice: z.string(),
  /** A likely slip of the pen: the address that may have been meant. */
  suggestion: z.string().nullable(),
  /** It is on a suppression list: not verified unless that was asked for, and not to be mailed whatever its verdict. */
  suppressed: z.boolean(),
  problem: problemSchema.nullable(),
});
export type Check = z.infer<typeof checkSchema>;

/** So many unanswered checks are told of at once, the newest. */
export const MOST_UNANSWERED = 60;

const addressSchema = z.string().trim().min(1).max(MOST_ADDRESS);

export const checkCalls = {
  /** Which addresses a text holds, as checking it would ask for them: those are all that may cost anything. */
  "checks.read": call(
    z.object({ text: z.string().max(MOST_PASTED) }),
    z.object({
      /** Well-formed, each once, in the text's order. */
      addresses: z.array(z.string()),
      /** Words with an `@` that are no address as they stand. */
      broken: z.array(z.string()),
      /** How many words were not understood, those of `broken` among them; names beside addresses are. */
      words: z.int(),
      /** Those words, line by line. */
      rest: z.string(),
    }),
  ),
  /**
   * Checks one address: from memory when known and fresh (unless `again`), else at the service for a credit; not at all
   * where it is on a suppression list (unless `anyway`).
   */
  "checks.check": call(
    z.object({
      accountId: accountIdSchema,
      address: addressSchema,
      again: z.boolean().default(false),
      anyway: z.boolean().default(false),
      /** What it was asked together with: batches take turns, so that none waits for all of another. */
      batch: z.string().max(64).optional(),
    }),
    checkSchema,
  ),
  /** The verdict of an address from memory, where it is known and fresh; null: it is not. Nothing is sent. */
  "checks.known": call(
    z.object({ accountId: accountIdSchema, address: addressSchema }),
    z.object({ check: checkSchema.nullable() }),
  ),
  /** The account's checks that were sent, are not under way any more and were never answered, newest first. Each may have been paid for. */
  "checks.unanswered": call(
    z.object({ accountId: accountIdSchema }),
    z.object({ checks: z.array(checkSchema).max(MOST_UNANSWERED) }),
  ),
  /** Where an address that was checked is kept, to be shown before it is forgotten. `accountId`: who would check it next. */
  "checks.kept": call(
    z.object({ accountId: accountIdSchema.nullable(), address: addressSchema }),
    z.object({
      /** Results of single checks of it, of every account. */
      checks: z.int(),
      /** Lists in which it got a verdict of its own, newest first; `inBin`: deleted, and not yet gone; `sandbox`: made up there. */
      lists: z.array(
        z.object({ cleaningId: z.string(), name: z.string(), inBin: z.boolean(), sandbox: z.boolean() }),
      ),
      /** Whether a verdict in one of them is still fresh for the account: then the next check costs nothing. */
      stillKnown: z.boolean(),
    }),
  ),
  /** Erases the results of every single check of an address, of every account. What lists hold of it stays. */
  "checks.forget": call(z.object({ address: addressSchema }), z.object({ forgotten: z.int() })),
  /** How many checks wait for their turn, and how long the last of them will. */
  "checks.queue": call(
    z.object({ accountId: accountIdSchema }),
    z.object({ waiting: z.int(), perMinute: z.int(), secondsToLast: z.number() }),
  ),
} as const;
