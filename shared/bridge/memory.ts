import { z } from "zod";
import { OUTCOMES } from "../mail-outcomes.ts";
import { MOST_SOURCE_ID } from "../mapping.ts";
import { problemSchema } from "../problems.ts";
import { call } from "./call.ts";
import { IMPORT_KINDS } from "./constants.ts";
import { listIdSchema, listSourceSchema, unrecognisedSchema } from "./lists.ts";

/** A source of facts about addresses: a suppression list, or a mailing service's export. */
export const importSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Everybody in a suppression is not to be mailed; of outcomes, those who do not want to be. Everybody in a sent was sent mail. */
  kind: z.enum(IMPORT_KINDS),
  /** As its users call it; null: the user's own. */
  source: z.string().nullable(),
  /** What it says of addresses, each once by outcome. */
  facts: z.int(),
  /** Of those, mail that bounced because of the address. */
  bounces: z.int(),
  /** Of those, mail that was sent and nothing more is known of. */
  sent: z.int(),
  /** Entries that are not to be mailed. */
  addresses: z.int(),
  domains: z.int(),
  /** When what has no time of its own counts as known, in Unix milliseconds; null: when it was taken in. */
  assumedAt: z.number().nullable(),
  createdAt: z.number(),
});
export type Import = z.infer<typeof importSchema>;

/** What a source says became of mail to an address, or to its whole domain. */
export const knownFactSchema = z.object({
  importId: z.string(),
  /** What the source is called, and whose it is; null: the user's own. */
  name: z.string(),
  source: z.string().nullable(),
  outcome: z.enum(OUTCOMES),
  /** Unix milliseconds; by the file's own date, or the day of the import, where the source does not say (`isAssumed`). */
  at: z.number(),
  isAssumed: z.boolean(),
  /** The source's own. */
  words: z.string(),
  /** It is said of the address's whole domain. */
  isOfDomain: z.boolean(),
});
export type KnownFact = z.infer<typeof knownFactSchema>;

/** Rows of an import that hold no outcome, by their word (blank if they hold none); `beyond`: the rows with other words. */
const passedOverSchema = z.object({
  words: z.array(z.object({ word: z.string(), rows: z.int() })).max(20),
  beyond: z.int(),
});
export type PassedOver = z.infer<typeof passedOverSchema>;

/** Calls about what sources say of addresses. */
export const memoryCalls = {
  /** Every source, the newest first. */
  "memory.imports": call(z.object({}), z.object({ imports: z.array(importSchema) })),
  /**
   * Takes in what a mailing service's export, opened as a list, says became of mail: bounces, unsubscribes, complaints.
   * Problems: `list_changed` where it reads otherwise by now; `import_nothing` where it says nothing of anybody;
   * `file_column_unclear` if no column is known to hold the recipients; `import_overturns` where, unless agreed to, it would make much of what is held as deliverable undeliverable.
   */
  "memory.import": call(
    z.object({
      listId: listIdSchema,
      name: z.string().trim().min(1).max(255),
      /** Whose export it is, of `vocabularies/`, where it is not as it seems. */
      as: z.string().max(MOST_SOURCE_ID).optional(),
      /** Index of the column with the recipients that the user chose; absent: as the source or the reading says. */
      column: z.int().min(0).optional(),
      /** When what has no time of its own counts as known, in Unix milliseconds; absent: when the file was written. */
      assumedAt: z.number().optional(),
      /** It is taken in although much of what is held as deliverable bounced by it. */
      isAgreed: z.boolean().optional(),
    }),
    importSchema.extend(unrecognisedSchema.shape).extend({
      /** False: the same was taken in before, and nothing was added. */
      isNew: z.boolean(),
      rows: z.int(),
      /** Rows by outcome, of those that name one recipient. */
      outcomes: z.record(z.enum(OUTCOMES), z.int()),
      /** Rows with an outcome that name no recipient, or several. */
      without: z.int(),
      passedOver: passedOverSchema,
    }),
  ),
  /** All that sources say became of mail to an address, the newest first. */
  "memory.facts": call(
    z.object({ address: z.string().trim().min(1).max(400) }),
    z.object({ facts: z.array(knownFactSchema) }),
  ),
  /**
   * Erases addresses, whole domains (`@acme.example`) and everybody in a file from all that Winnow keeps, backups in its own
   * folder included: overwritten, and for good. Done when this answers; pages are told by `data.replaced`. They do not come
   * back by a restore, or by an import of what became of mail. Problems: `erase_nobody`, `erase_unclear`, `erase_busy`,
   * `erase_unfinished`.
   */
  "memory.erase": call(
    z.object({ entries: z.array(z.string().max(400)).max(100_000), source: listSourceSchema.optional() }),
    z.object({
      /** How many addresses and domains were given. */
      entries: z.int(),
      /** Rows of lists that were theirs, and other places that named them. */
      rows: z.int(),
      places: z.int(),
      verdicts: z.int(),
      facts: z.int(),
      /** Backups and other copies in Winnow's own folder that one made afterwards replaced. */
      backups: z.int(),
      /** `null`: everything could be searched. Problem: `erase_incomplete`. */
      incomplete: problemSchema.nullable(),
    }),
  ),
  /** Removes a source with all that it says. */
  "memory.remove": call(z.object({ id: z.string() }), z.object({})),
} as const;
