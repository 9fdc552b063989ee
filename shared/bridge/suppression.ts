import { z } from "zod";
import { MAX_SUPPRESSION_NAME_LENGTH } from "../suppression-formats.ts";
import { call } from "./call.ts";
import { cleaningIdSchema } from "./cleanings.ts";
import { listSourceSchema } from "./lists.ts";
import { selectedRowsSchema } from "./results.ts";

const nameSchema = z.string().trim().min(1).max(MAX_SUPPRESSION_NAME_LENGTH);

export const suppressionListSchema = z.object({
  id: z.string(),
  name: z.string(),
  addresses: z.int(),
  domains: z.int(),
  createdAt: z.number(),
  /** `true` if a colleague has shared it; `name` is the colleague's. */
  isShared: z.boolean().optional(),
});

const rowsToSuppressSchema = z.object({ cleaningId: cleaningIdSchema, ...selectedRowsSchema.shape });
export type RowsToSuppress = z.infer<typeof rowsToSuppressSchema>;

const suppressedRowsCountSchema = z.object({
  /** Distinct addresses not on any suppression list yet; these are added. */
  fresh: z.int(),
  /** Distinct addresses that are already suppressed, directly or by their domain. */
  already: z.int(),
  without: z.int(),
});

export const suppressionCalls = {
  "suppression.list": call(z.object({}), z.object({ lists: z.array(suppressionListSchema) })),
  "suppression.add": call(
    z.object({
      name: nameSchema,
      source: listSourceSchema,
      /** Name or number (from 1) of the entries' column; absent to detect it. */
      column: z.string().max(1000).optional(),
      /** Required for files that are more than a plain list of people; see `suppression_mixed`. */
      everyone: z.boolean().optional(),
    }),
    suppressionListSchema.extend({
      /** Lines with content that is neither an address nor a domain. */
      ignored: z.int(),
      /** Entries of people who were erased on request. */
      erased: z.int(),
      /** `false` if the list already contains exactly these entries. */
      isNew: z.boolean(),
    }),
  ),
  /**
   * Lets addresses be verified and written again although they are suppressed, because they signed up again. Later
   * outcomes suppress them again. Fails with `suppression_not_suppressed`.
   */
  "suppression.allow": call(
    z.object({
      entries: z.array(z.string().max(400)).min(1).max(100),
      reason: z.string().trim().max(200),
    }),
    z.object({ id: z.string(), entries: z.array(z.string()) }),
  ),
  /** Counts the addresses that `suppression.addRows` would add for the same rows. */
  "suppression.countRows": call(rowsToSuppressSchema, suppressedRowsCountSchema),
  /**
   * Creates a suppression list from the addresses of a cleaning's rows, without those already suppressed. Fails with
   * `suppression_none_new` or `suppression_rows_changed`.
   */
  "suppression.addRows": call(
    rowsToSuppressSchema.extend({
      name: nameSchema,
      /** The `fresh` count shown to the user. Nothing is added if it differs now. */
      shown: z.int().min(0).optional(),
    }),
    suppressionListSchema.extend(suppressedRowsCountSchema.omit({ fresh: true }).shape),
  ),
} as const;
