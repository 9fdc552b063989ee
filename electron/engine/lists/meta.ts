import { z } from "zod";
import { cellTypeSchema } from "./workbook/index.ts";

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
  /** What stands before the header: the byte order mark, a `sep=` line, lines above the header. */
  preamble: spanSchema,
  /** Where the lines above the header begin; absent: there are none. */
  aboveStart: z.number().optional(),
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
  /** Whose verdicts stand in it, if it is read as results (a source of `vocabularies/`); absent: the service's. */
  resultsOf: z.string().optional(),
  /** Every cell for which a correction is proposed is written and verified in it; absent: only those accepted one by one. */
  fixCells: z.boolean().optional(),
  /** Of a workbook: what its cells were beside texts, and in which columns; absent: nobody looked, or it was too much. */
  cellTypes: z.object({ types: z.array(cellTypeSchema), columns: z.array(z.int()) }).optional(),
  /** The encodings that fit as well as the one it was read in, while the user has not said which; absent: it is certain. */
  unclearEncodings: z.array(z.string()).optional(),
});
export type ListMeta = z.infer<typeof listMetaSchema>;
