import { z } from "zod";
import { type Mapping, MEANINGS } from "./mapping.ts";

const headerSchema = z.string().min(1).max(300);
const meaningSchema = z.enum(MEANINGS);
const mappedColumnSchema = z.object({
  column: headerSchema,
  read: z.enum(["word", "items", "reply"]).optional(),
  words: z.record(z.string().max(100), meaningSchema).default({}),
  times: meaningSchema.optional(),
  others: meaningSchema.optional(),
});
const fileSchema = z.object({
  name: z.string().trim().min(1).max(100),
  address: headerSchema.optional(),
  date: headerSchema.optional(),
  isAudience: z.boolean().optional(),
});

export const mappingSchema = fileSchema.extend({
  columns: z.array(mappedColumnSchema).min(1).max(50).readonly(),
});

/** A mapping of several columns, or of one that is written without `columns`. */
export const mappingFileSchema = z
  .union([mappingSchema, fileSchema.extend(mappedColumnSchema.shape)])
  .transform((given): Mapping => {
    if ("columns" in given) return given;
    const { column, read, words, times, others, ...file } = given;
    return { ...file, columns: [{ column, read, words, times, others }] };
  });
