import { z } from "zod";

const spanSchema = z.object({ start: z.number(), end: z.number() });

/**
 * What is kept beside the columns of a list, under LIST_META: how its bytes are to be read. Spans are byte
 * offsets, end exclusive, in the file that `records` names.
 */
export const listMetaSchema = z.object({
  version: z.literal(1),
  name: z.string(),
  kind: z.enum(["csv", "text", "xlsx", "results"]),
  /** `original`: the user's own bytes. `records`: a sheet written out as UTF-8 CSV. */
  records: z.enum(["original", "records"]),
  recordsBytes: z.number(),
  encoding: z.string(),
  /** Length of the byte order mark; 0: none. */
  bomBytes: z.int(),
  /** The byte order mark and a `sep=` line, where there are: what stands before everything else. */
  preamble: spanSchema,
  delimiter: z.string(),
  quote: z.literal('"'),
  /** Quotes open after blanks too (`a, "b"`), as in the service's own files. */
  spacedQuotes: z.boolean(),
  /** Every cell is a record of its own: addresses in a row, with delimiters between them. */
  flow: z.boolean(),
  newline: z.enum(["\n", "\r\n", "\r"]),
  hasHeader: z.boolean(),
  /** The header's record, its line end included; null: there is none. */
  header: spanSchema.nullable(),
  columns: z.array(z.string()),
  /** Whether every record has as many cells as there are columns; absent: nobody looked. */
  even: z.boolean().optional(),
  addressColumn: z.int().nullable(),
});
export type ListMeta = z.infer<typeof listMetaSchema>;
