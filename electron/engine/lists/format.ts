import { z } from "zod";
import { cellTypeSchema } from "./workbook/cell-types.ts";

/**
 * The columns of `list.db` (see store/column-store.ts), for n data records (rows) and u distinct addresses, both numbered
 * from 0.
 */
export const LIST_COLUMNS = {
  /** n + 1: offset of the first byte of each record in the records file, and the end of the last one. */
  recordStart: { name: "record.start", kind: "u32" },
  /** n: offset after each record, line end included; only if not each begins where the one before ends. */
  recordEnd: { name: "record.end", kind: "u32" },
  /** n each: the same in lists that earlier versions read. */
  rowStart: { name: "row.start", kind: "f64" },
  rowEnd: { name: "row.end", kind: "f64" },
  /** n: address number of each row, or EMPTY or MALFORMED. */
  rowAddress: { name: "row.address", kind: "i32" },
  /** The addresses as sent to the service, concatenated UTF-8. */
  addressText: { name: "address.text", kind: "u8" },
  /** u: offset after each address in `address.text`. */
  addressEnd: { name: "address.end", kind: "u32" },
  /** u: first row of each address. Row r is `repeated` if first[address[r]] < r. */
  addressFirst: { name: "address.first", kind: "u32" },
  /** u: ADDRESS_BIT flags from the reference lists. */
  addressBits: { name: "address.bits", kind: "u8" },
  /** u: domain number of each address. */
  addressDomain: { name: "address.domain", kind: "u32" },
  /** The domains as first written, lower-cased, as concatenated UTF-8. */
  domainText: { name: "domain.text", kind: "u8" },
  /** Offset after each domain. */
  domainEnd: { name: "domain.end", kind: "u32" },
  /** The MALFORMED rows, ascending. */
  malformedRow: { name: "malformed.row", kind: "u32" },
  /** Line in the file on which each of them starts, from 1. */
  malformedLine: { name: "malformed.line", kind: "u32" },
  /** Bounds of the malformed rows, duplicated so that a page of them needs no other column. */
  malformedStart: { name: "malformed.start", kind: "f64" },
  malformedEnd: { name: "malformed.end", kind: "f64" },
  /** Rows whose cell differs from the stored address, ascending; absent if there are none or in older lists. */
  differingCells: { name: "otherwise.row", kind: "u32" },
  /** Rows whose address lost surrounding invisible characters or separators, ascending; absent if there are none. */
  trimmed: { name: "tidied.row", kind: "u32" },
} as const;

/** Returns the column with a workbook column's cell types. Values index `cellTypes` in the meta from 1; 0 is text. */
export function cellTypeColumn(column: number) {
  return { name: `cell.type.${column}`, kind: "u8" } as const;
}

/** Values of `row.address` for rows without a usable address. */
export const EMPTY = -1;
export const MALFORMED = -2;

export const ADDRESS_BIT = { role: 1, disposable: 2, free: 4, typo: 8, relay: 16 } as const;

export const TYPOS_TABLE = `CREATE TABLE typos (
  id INTEGER PRIMARY KEY, folded TEXT NOT NULL UNIQUE, address TEXT NOT NULL, suggestion TEXT NOT NULL,
  rows INTEGER NOT NULL, accepted INTEGER NOT NULL
) STRICT`;

/** Table of the corrections proposed for whole cells. `key` is the result of `cellKey`; `kind` is always `fixable`. */
export const CELLS_TABLE = `CREATE TABLE cells (
  id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, cell TEXT NOT NULL, address TEXT NOT NULL, kind TEXT NOT NULL,
  rows INTEGER NOT NULL, accepted INTEGER NOT NULL
) STRICT`;

/** Name of the metadata entry that holds the list's {@link ListMeta} as JSON. */
export const LIST_META = "list";

const spanSchema = z.object({ start: z.number(), end: z.number() });

/** Format of a list's bytes. Spans are byte offsets, end exclusive, in the file that `records` names. */
export const listMetaSchema = z.object({
  version: z.literal(1),
  name: z.string(),
  kind: z.enum(["csv", "text", "xlsx", "results"]),
  /** `original` is the user's file; `records` is a sheet or table converted to UTF-8 CSV. */
  records: z.enum(["original", "records"]),
  /** Winnow wrote the records from a workbook, JSON, mail or several files. */
  isConverted: z.boolean().optional(),
  recordsBytes: z.number(),
  encoding: z.string(),
  /** Length of the byte order mark in bytes; 0 if missing. */
  bomBytes: z.int(),
  /** Everything before the header: byte order mark, `sep=` line, lines above the header. */
  preamble: spanSchema,
  /** Offset of the first line above the header, if there are any. */
  aboveStart: z.number().optional(),
  delimiter: z.string(),
  quote: z.literal('"'),
  /** Blanks are allowed before an opening quote (`a, "b"`), as in the service's own files. */
  spacedQuotes: z.boolean(),
  /** Every cell is a record: delimiters separate addresses, not fields. */
  flow: z.boolean(),
  newline: z.enum(["\n", "\r\n", "\r"]),
  hasHeader: z.boolean(),
  /** Span of the header record, line end included; `null` if there is no header. */
  header: spanSchema.nullable(),
  columns: z.array(z.string()),
  /** Every record has as many cells as there are columns; absent in older lists. */
  even: z.boolean().optional(),
  addressColumn: z.int().nullable(),
  /** Source id (see `vocabularies/`) of a list that is read as results; the user's own service if absent. */
  resultsOf: z.string().optional(),
  /** All proposed cell corrections are accepted; absent if only those accepted one by one are. */
  fixCells: z.boolean().optional(),
  /** Some addresses are written without surrounding invisible characters or separators. */
  tidies: z.boolean().optional(),
  /** Cell types of a workbook other than text, and the columns that have them; absent if unknown or too many. */
  cellTypes: z.object({ types: z.array(cellTypeSchema), columns: z.array(z.int()) }).optional(),
  /** Encodings that fit about equally well until the user chooses; absent if the encoding is certain. */
  unclearEncodings: z.array(z.string()).optional(),
});
export type ListMeta = z.infer<typeof listMetaSchema>;

/** Returns whether Winnow wrote the list's records itself instead of keeping the file's bytes. */
export function isConverted({ kind, isConverted = false }: Pick<ListMeta, "kind" | "isConverted">): boolean {
  return kind === "xlsx" || isConverted;
}
