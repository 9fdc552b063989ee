import { z } from "zod";
import { DATE_ORDERS } from "../date-order.ts";
import { OUTCOMES, SENDER_FAULTS } from "../mail-outcomes.ts";
import { MAX_SOURCE_ID_LENGTH } from "../mapping.ts";
import { problemSchema } from "../problems.ts";
import { call } from "./call.ts";
import { cleaningIdSchema } from "./cleanings.ts";
import { IMPORT_KINDS } from "./constants.ts";
import { listIdSchema, listSourceSchema, unrecognisedSchema, wordCountsSchema } from "./lists.ts";

/** A source of facts about addresses: a suppression list or a mailing service's export. */
export const importSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** `suppression`: no entry may be mailed. `outcomes`: opted-out entries may not. `sent`: all were mailed. */
  kind: z.enum(IMPORT_KINDS),
  /** Display name of the service; `null` if it is the user's own file. */
  source: z.string().nullable(),
  /** The number of facts, one per address and outcome. */
  facts: z.int(),
  bounces: z.int(),
  /** Facts that are sent mail without a known outcome. */
  sent: z.int(),
  addresses: z.int(),
  domains: z.int(),
  /** Date of undated facts, in Unix ms; `null` for the time of the import. */
  assumedAt: z.number().nullable(),
  createdAt: z.number(),
  /** `true` if a colleague has shared it; `name` is the colleague's. */
  isShared: z.boolean().optional(),
});
export type Import = z.infer<typeof importSchema>;

export const knownFactSchema = z.object({
  importId: z.string(),
  /** Name of the import. */
  name: z.string(),
  /** Name of the service; `null` if it is the user's own file. */
  source: z.string().nullable(),
  outcome: z.enum(OUTCOMES),
  /** Time of the facts in Unix ms. */
  at: z.number(),
  /** `true` if the source has no date; `at` is then the file's date or the day of the import. */
  isAssumed: z.boolean(),
  words: z.string(),
  /** `true` if the fact is about the address's whole domain. */
  isOfDomain: z.boolean(),
});
export type KnownFact = z.infer<typeof knownFactSchema>;

const changedCleaningSchema = z.object({
  cleaningId: cleaningIdSchema,
  name: z.string(),
  /** Addresses that became undeliverable. */
  addresses: z.int(),
});
export type ChangedCleaning = z.infer<typeof changedCleaningSchema>;

export const memoryCalls = {
  "memory.imports": call(z.object({}), z.object({ imports: z.array(importSchema) })),
  /**
   * Imports bounces, unsubscribes and complaints from a mailing service's export that was opened as a list. Fails with
   * `list_changed` if the reading is stale, `import_nothing` if the file contains no outcomes, `file_column_unclear` if
   * the recipient column is unknown, `dates_unclear` without `dateOrder`, and `import_overturns` if it would turn many
   * deliverable addresses undeliverable without `isAgreed`.
   */
  "memory.import": call(
    z.object({
      listId: listIdSchema,
      name: z.string().trim().min(1).max(255),
      /** Overrides the detected source (an id of `vocabularies/`). */
      as: z.string().max(MAX_SOURCE_ID_LENGTH).optional(),
      /** Index of the recipient column; absent to use the detected one. */
      column: z.int().min(0).optional(),
      /** Date of undated facts, in Unix ms; defaults to the file's modification time. */
      assumedAt: z.number().optional(),
      /** Order of day and month; absent to find it in the file. */
      dateOrder: z.enum(DATE_ORDERS).optional(),
      isAgreed: z.boolean().optional(),
    }),
    importSchema.extend(unrecognisedSchema.shape).extend({
      /** `false` if the same file was imported before and nothing was added. */
      isNew: z.boolean(),
      rows: z.int(),
      /** Rows with exactly one recipient, by outcome. */
      outcomes: z.record(z.enum(OUTCOMES), z.int()),
      /** Of the `policy` rows, those with a cause that the sender can mend. */
      faults: z.record(z.enum(SENDER_FAULTS), z.int()),
      /** Finished cleanings in which addresses became undeliverable by this import. */
      changed: z.array(changedCleaningSchema),
      /** Rows with an outcome but no recipient, or several. */
      without: z.int(),
      /** Rows without an outcome, by word (blank if empty). */
      passedOver: wordCountsSchema,
      /** Dates that were not read, because they are malformed or in the future; their rows count as undated. */
      unreadDates: wordCountsSchema,
      /** Rows about people who were erased on request. They are in no other count. */
      erased: z.int(),
    }),
  ),
  "memory.facts": call(
    z.object({ address: z.string().trim().min(1).max(400) }),
    z.object({
      facts: z.array(knownFactSchema),
      /** Why the address is neither verified nor written; `null` if it is not left out. */
      leftOut: z.enum(["suppressed", "erased"]).nullable(),
    }),
  ),
  /** Lets people who were erased be verified and written again. Fails with `erase_unclear` or `erase_not_erased`. */
  "memory.allowErased": call(
    z.object({ entries: z.array(z.string().max(400)).min(1).max(1_000) }),
    z.object({ entries: z.array(z.string()) }),
  ),
  /**
   * Permanently erases addresses, domains (`@acme.example`) and all entries of a file from all data, including backups
   * in Winnow's own folder. Erased data is overwritten, and neither a restore nor an import of outcomes brings it back.
   * Resolves when done; pages receive `data.replaced`. Fails with `erase_nobody`, `erase_unclear`, `erase_busy`,
   * `erase_team_away` or `erase_unfinished`.
   */
  "memory.erase": call(
    z.object({ entries: z.array(z.string().max(400)).max(100_000), source: listSourceSchema.optional() }),
    z.object({
      entries: z.int(),
      /** Erased rows of lists. */
      rows: z.int(),
      /** Other places that named the erased people, and were erased. */
      places: z.int(),
      verdicts: z.int(),
      facts: z.int(),
      /** Backups and copies in Winnow's own folder that were replaced by a new backup. */
      backups: z.int(),
      /**
       * The problem `erase_incomplete` if some data could not be searched, or `erase_team_owner` if the team's server
       * keeps them; `null` otherwise.
       */
      incomplete: problemSchema.nullable(),
      /** Facts erased from the team's server, and the members whose computers have not followed yet. */
      team: z.object({ facts: z.int(), waiting: z.array(z.string()) }).optional(),
    }),
  ),
  /** Problem: `import_of_colleague`. */
  "memory.remove": call(z.object({ id: z.string() }), z.object({})),
} as const;
