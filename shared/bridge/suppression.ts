import { z } from "zod";
import { LONGEST_SUPPRESSION_NAME } from "../suppression-name.ts";
import { call } from "./call.ts";
import { cleaningIdSchema } from "./cleanings.ts";
import { listSourceSchema } from "./lists.ts";
import { selectedRowsSchema } from "./results.ts";

const nameSchema = z.string().trim().min(1).max(LONGEST_SUPPRESSION_NAME);

export const suppressionListSchema = z.object({
  id: z.string(),
  name: z.string(),
  addresses: z.int(),
  domains: z.int(),
  createdAt: z.number(),
});

/** Rows of a cleaning whose addresses are meant, as the table shows them. */
const rowsToSuppressSchema = z.object({ cleaningId: cleaningIdSchema, ...selectedRowsSchema.shape });
export type RowsToSuppress = z.infer<typeof rowsToSuppressSchema>;

/** What the rows come to as entries: distinct addresses, and those of them that no suppression list needs. */
const suppressedRowsCountSchema = z.object({
  /** Distinct addresses that are on no suppression list yet: these are added. */
  fresh: z.int(),
  /** Distinct addresses that are on one by now, or whose domain is. */
  already: z.int(),
  /** Rows that name nobody: their cell holds no address. */
  without: z.int(),
});

/** Calls about the user's suppression lists. */
export const suppressionCalls = {
  "suppression.list": call(z.object({}), z.object({ lists: z.array(suppressionListSchema) })),
  "suppression.add": call(
    z.object({
      name: nameSchema,
      source: listSourceSchema,
      /** The column with the entries, by its name or its number counted from 1; absent: it is found by header and contents. */
      column: z.string().max(1000).optional(),
      /** Must be said of another service's file, which says more of people than that they are in it: else it is refused, `suppression_mixed`. */
      everyone: z.boolean().optional(),
    }),
    suppressionListSchema.extend({
      /** Lines of which something was not taken: it is neither an address nor a domain. */
      ignored: z.int(),
      /** False: this list holds just these entries already, and none was added. */
      isNew: z.boolean(),
    }),
  ),
  /** How many addresses `suppression.addRows` would add for the same rows. */
  "suppression.countRows": call(rowsToSuppressSchema, suppressedRowsCountSchema),
  /**
   * Makes a suppression list of the addresses of a cleaning's rows: whoever is on one already is not added once more.
   * Problems: `suppression_none_new`, `suppression_rows_changed`.
   */
  "suppression.addRows": call(
    rowsToSuppressSchema.extend({
      name: nameSchema,
      /** The `fresh` addresses that were shown: where they are another number by now, nothing is added. */
      shown: z.int().min(0).optional(),
    }),
    suppressionListSchema.extend(suppressedRowsCountSchema.omit({ fresh: true }).shape),
  ),
} as const;
