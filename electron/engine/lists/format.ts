import { z } from "zod";
import { cellTypeSchema } from "./workbook/cell-types.ts";

/**
 * What `list.db` holds of a list, as columns (store/columns.ts). n rows, u distinct addresses.
 * Rows are the data records: no header, no blank lines. Row and address numbers count from 0.
 */
export const LIST_COLUMNS = {
  /** n: first byte of each record in the records file. */
  rowStart: { name: "row.start", kind: "f64" },
  /** n: the byte after each record, its line end included. */
  rowEnd: { name: "row.end", kind: "f64" },
  /** n: the address of each row, or EMPTY or MALFORMED. */
  rowAddress: { name: "row.address", kind: "i32" },
  /** The addresses as they are sent to the service, UTF-8, one after the other. */
  addressText: { name: "address.text", kind: "u8" },
  /** u: the byte after each address in `address.text`. */
  addressEnd: { name: "address.end", kind: "u32" },
  /** u: the first row of each address. A row r is `repeated` when first[address[r]] < r. */
  addressFirst: { name: "address.first", kind: "u32" },
  /** u: what the reference lists say, ADDRESS_BIT. */
  addressBits: { name: "address.bits", kind: "u8" },
  /** u: the domain of each address. */
  addressDomain: { name: "address.domain", kind: "u32" },
  /** The domains as first written, in lower case, UTF-8, one after the other, and the byte after each. */
  domainText: { name: "domain.text", kind: "u8" },
  domainEnd: { name: "domain.end", kind: "u32" },
  /** Each MALFORMED row, in order, and the line of the file on which it starts, counted from 1. */
  malformedRow: { name: "malformed.row", kind: "u32" },
  malformedLine: { name: "malformed.line", kind: "u32" },
  /** Their bounds once more, so that a page of them needs no other column. */
  malformedStart: { name: "malformed.start", kind: "f64" },
  malformedEnd: { name: "malformed.end", kind: "f64" },
  /** Each row, in order, whose cell is not the address itself; absent: there are none, or nobody looked. */
  otherwiseWritten: { name: "otherwise.row", kind: "u32" },
  /** Rows whose address is written without the invisible characters or separators around it, ascending; absent: none. */
  tidied: { name: "tidied.row", kind: "u32" },
} as const;

/** n: of a workbook, what each cell of that column was, a number counted from 1 in the meta's `cellTypes`; 0: a text. */
export function cellTypeColumn(column: number): string {
  return `cell.type.${column}`;
}

/** Values of `row.address` for rows without a usable address. */
export const EMPTY = -1;
export const MALFORMED = -2;

export const ADDRESS_BIT = { role: 1, disposable: 2, free: 4, typo: 8, relay: 16 } as const;

/** The likely typos, beside the columns. `folded`: see foldAddress. */
export const TYPOS_TABLE = `CREATE TABLE typos (
  id INTEGER PRIMARY KEY, folded TEXT NOT NULL UNIQUE, address TEXT NOT NULL, suggestion TEXT NOT NULL,
  rows INTEGER NOT NULL, accepted INTEGER NOT NULL
) STRICT`;

/** The corrections that are proposed for whole cells. `key`: see cellKey; `kind`: always `fixable`. */
export const CELLS_TABLE = `CREATE TABLE cells (
  id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, cell TEXT NOT NULL, address TEXT NOT NULL, kind TEXT NOT NULL,
  rows INTEGER NOT NULL, accepted INTEGER NOT NULL
) STRICT`;

/** Name of the metadata entry that holds the list's {@link ListMeta} as JSON. */
export const LIST_META = "list";

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
  /** Some addresses are written without the invisible characters or separators around them. */
  tidies: z.boolean().optional(),
  /** Of a workbook: what its cells were beside texts, and in which columns; absent: nobody looked, or it was too much. */
  cellTypes: z.object({ types: z.array(cellTypeSchema), columns: z.array(z.int()) }).optional(),
  /** The encodings that fit as well as the one it was read in, while the user has not said which; absent: it is certain. */
  unclearEncodings: z.array(z.string()).optional(),
});
export type ListMeta = z.infer<typeof listMetaSchema>;
