import { z } from "zod";
import { cellCountsSchema } from "../../../shared/bridge/cell-counts.ts";
import {
  cleaningOptionsSchema,
  outSchema,
  priceSchema,
  verdictCountsSchema,
} from "../../../shared/bridge/cleanings.ts";
import { type PartRecord, partRecordSchema } from "./part/record.ts";

const json = <T extends z.ZodType>(schema: T) =>
  z.string().transform((text, context): z.output<T> => {
    try {
      const parsed = schema.safeParse(JSON.parse(text));
      if (parsed.success) return parsed.data;
      context.addIssue({ code: "custom", message: parsed.error.message });
    } catch {
      context.addIssue({ code: "custom", message: "not JSON" });
    }
    return z.NEVER;
  });

const flag = z.int().transform((value) => value !== 0);

/** The file that the cleaning writes by itself; `rows` is null until it is in place. */
export const storedOutSchema = outSchema.extend({
  rows: z.int().nullable(),
  ...cellCountsSchema.shape,
});

/** A row of the table `cleanings`. */
export const cleaningRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  list_id: z.string(),
  account_id: z.string(),
  scope: z.string(),
  options: json(cleaningOptionsSchema),
  price: json(priceSchema),
  unique_addresses: z.int(),
  agreed_credits: z.int(),
  out: json(storedOutSchema).nullable(),
  state: z.enum(["active", "done", "failed", "cancelled", "imported"]),
  counts: json(verdictCountsSchema).nullable(),
  missing: z.int(),
  watching: flag,
  tags: json(z.array(z.string())),
  created_at: z.number(),
  finished_at: z.number().nullable(),
  deleted_at: z.number().nullable(),
});
export type CleaningRow = z.output<typeof cleaningRowSchema>;
export type NewCleaning = Omit<
  CleaningRow,
  "counts" | "missing" | "watching" | "tags" | "finished_at" | "deleted_at"
>;

/** A row of the table `parts`. */
export const partRowSchema = z.object({
  cleaning_id: z.string(),
  ordinal: z.int(),
  bytes: z.number(),
  record: json(partRecordSchema),
});
export interface PartRow {
  readonly cleaningId: string;
  readonly ordinal: number;
  readonly bytes: number;
  readonly record: PartRecord;
}
