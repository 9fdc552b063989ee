import { z } from "zod";
import { OUTCOMES } from "../mail-outcomes.ts";
import { MEANINGS, MOST_SOURCE_ID } from "../mapping.ts";
import { call } from "./call.ts";

export const listIdSchema = z.string().regex(/^[a-z0-9-]{1,64}$/);

/** A path that a person or a dialog named. */
const pathSchema = z.string().min(1).max(4096);

/**
 * Source of a list. `upload` names a file that the browser host has received; `pasted` says that the file holds a pasted
 * text, which was too long for a call.
 */
export const listSourceSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("path"), path: pathSchema }),
  z.object({
    kind: z.literal("upload"),
    uploadId: z.string().regex(/^[a-z0-9-]{1,64}$/),
    pasted: z.boolean().optional(),
  }),
  z.object({ kind: z.literal("text"), name: z.string().max(255), text: z.string().max(50_000_000) }),
  z.object({ kind: z.literal("sample") }),
]);
export type ListSource = z.infer<typeof listSourceSchema>;

/** How to read a list; whatever is absent is guessed. `column` counts from 0. */
export const readOptionsSchema = z.object({
  encoding: z.string().max(40).optional(),
  delimiter: z.string().min(1).max(4).optional(),
  /** What a row is: a line, as in a table, or each of several addresses on it. */
  rows: z.enum(["lines", "addresses"]).optional(),
  /** Whether quotes open after blanks too (`a, "b"`). */
  spacedQuotes: z.boolean().optional(),
  hasHeader: z.boolean().optional(),
  column: z.int().min(0).max(10_000).optional(),
  /** The address column by its header instead. */
  columnName: z.string().max(1000).optional(),
  sheet: z.string().max(255).optional(),
  /** The line (in a workbook: the row) on which the header stands, counted from 1; what stands above it is kept. */
  headerLine: z.int().min(1).max(10_000).optional(),
  /** Verify and write every cell for which a correction is proposed in that correction. */
  fixCells: z.boolean().optional(),
  /** A file that holds verdicts: the results of an earlier verification, or a list to verify whatever stands in it. */
  readAs: z.enum(["results", "list"]).optional(),
  /** As results: whose words its verdicts are in, where several could be; the engine has the sources. */
  resultsOf: z.string().max(MOST_SOURCE_ID).optional(),
});
export type ReadOptions = z.infer<typeof readOptionsSchema>;

const columnSchema = z.object({
  index: z.int(),
  /** The header as written, or a made-up 'Column 3' where there is none. */
  name: z.string(),
  /** Share (0..1) of the sampled cells that hold an address. */
  addressShare: z.number(),
});

/** Something odd that was met while reading: never dropped in silence. `lines`: the first few, counted from 1. */
export const odditySchema = z.object({
  code: z.enum([
    "ragged_row",
    "blank_line",
    "stray_quote",
    "mixed_newlines",
    "repeated_header",
    "empty_header",
    "undecodable",
    "extra_address",
    "cut_address",
    "tidied_cell",
    "backslash_quote",
    "sep_line",
    "line_above",
    "formula_without_value",
  ]),
  count: z.int(),
  lines: z.array(z.int()).max(20),
});
export type Oddity = z.infer<typeof odditySchema>;

/** An address that was taken out of a longer cell. */
export const cutSampleSchema = z.object({ line: z.int(), cell: z.string(), address: z.string() });
export type CutSample = z.infer<typeof cutSampleSchema>;

/** Words that a results file holds and nobody knows the meaning of: the commonest, and the rows of all others. */
export const unrecognisedSchema = z.object({
  unrecognised: z.array(z.object({ word: z.string(), rows: z.int() })).max(20),
  unrecognisedBeyond: z.int(),
});
export type Unrecognised = z.infer<typeof unrecognisedSchema>;

/** How sure it is whose file it is. */
const surenessSchema = z.enum(["certain", "likely", "possible"]);

/** A verification service whose verdicts a file holds, as far as its first rows tell. */
const sourceSeenSchema = unrecognisedSchema.extend({
  source: z.string(),
  name: z.string(),
  sure: surenessSchema,
  /** Rows that were looked at, and those of them with a verdict. */
  looked: z.int(),
  verdicts: z.int(),
  /** Of those, the ones with a date of their own. */
  dated: z.int().default(0),
});
export type SourceSeen = z.infer<typeof sourceSeenSchema>;

/**
 * Something about the reading that is not certain: what was assumed, and what it could be instead. `changes`: what
 * depends on it. Those that change what is verified, or what an exact copy holds, must be answered before a cleaning starts.
 */
export const readQuestionSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("encoding"),
    assumed: z.string(),
    changes: z.enum(["addresses", "other_cells"]),
    /** The likeliest first, each with the same few words of the list as it would read them. */
    alternatives: z
      .array(z.object({ encoding: z.string(), words: z.array(z.string()).max(8) }))
      .min(2)
      .max(5),
  }),
  z.object({
    /** Several sheets of a workbook hold addresses, or a hidden one alone does. */
    kind: z.literal("sheet"),
    assumed: z.string(),
    /** `rows`: those with anything in them, a header included. */
    alternatives: z
      .array(z.object({ name: z.string(), rows: z.int(), hidden: z.boolean() }))
      .min(1)
      .max(50),
  }),
  z.object({
    /** The file holds verdicts: it may be the results of an earlier verification, or a list to verify. */
    kind: z.literal("results"),
    assumed: z.enum(["results", "list"]),
    /** Rows that were looked at, and those of them with a verdict. */
    looked: z.int(),
    verdicts: z.int(),
    /** Whose they may be, the likeliest first; none in what an earlier Winnow asked. */
    sources: z.array(sourceSeenSchema).max(5).default([]),
  }),
  z.object({
    /** A mailing service's export that says whose mail bounced, who left, or who complained: it may not be meant to be verified. */
    kind: z.literal("outcomes"),
    assumed: z.literal("list"),
    source: z.string(),
    name: z.string(),
    sure: surenessSchema,
    looked: z.int(),
    /** Of the rows that were looked at, those with each outcome. */
    outcomes: z.record(z.enum(OUTCOMES), z.int()),
    /** It is a list of everyone, of whom these people can be left out. */
    isAudience: z.boolean().optional(),
  }),
]);
export type ReadQuestion = z.infer<typeof readQuestionSchema>;

/** What is in a list, found here, free of charge. Rows are data rows: no header, no blank lines. */
export const preflightSchema = z.object({
  listId: listIdSchema,
  name: z.string(),
  bytes: z.number(),
  /** `xlsx`: a workbook, of whatever program. */
  kind: z.enum(["csv", "text", "xlsx", "results"]),
  encoding: z.string(),
  encodingGuessed: z.boolean(),
  delimiter: z.string(),
  /** What a row is, where that could be otherwise; absent: it could not. */
  rowsAre: z.enum(["lines", "addresses"]).optional(),
  hasHeader: z.boolean(),
  bom: z.boolean(),
  newline: z.enum(["\n", "\r\n", "\r"]),
  sheet: z.string().nullable(),
  sheets: z.array(z.string()),
  /** The one file of an archive that was read; absent: the user's file is no archive. */
  inside: z.string().optional(),
  columns: z.array(columnSchema),
  /** The column that holds the addresses; null: the user must choose among `candidates`. */
  addressColumn: z.int().nullable(),
  candidates: z.array(z.int()),
  /** The first rows' cells. */
  preview: z.array(z.array(z.string())).max(20),
  rows: z.int(),
  /** Distinct well-formed addresses. rows = unique + repeated + malformed + empty. */
  unique: z.int(),
  repeated: z.int(),
  malformed: z.int(),
  /** Rows whose address cell is empty. */
  empty: z.int(),
  /** Distinct addresses of each kind, by Winnow's reference lists. */
  role: z.int(),
  disposable: z.int(),
  free: z.int(),
  typos: z.int(),
  oddities: z.array(odditySchema),
  /** Of the malformed rows, those for which a correction is proposed. */
  fixable: z.int().optional(),
  /** Rows whose cell is verified and written in the correction that was accepted. */
  fixed: z.int().optional(),
  /** Distinct mistyped addresses whose correction was accepted; they count as what they were corrected to. */
  corrected: z.int().optional(),
  /** Addresses that were taken out of longer cells: how many, and the first of them. */
  cut: z.object({ rows: z.int(), samples: z.array(cutSampleSchema).max(20) }).optional(),
  /** What is not certain about the reading and was not answered; absent: nothing. */
  questions: z.array(readQuestionSchema).optional(),
  /** It holds verdicts, and can be read as results or as a list. */
  mayBeResults: z.boolean().optional(),
  /** Whose verdicts they are, where it is read as results. */
  resultsOf: sourceSeenSchema.optional(),
  /** When the user's file was last written, in Unix milliseconds: what it says without a date counts from then. */
  fileDate: z.number().optional(),
  /** The line of the header, counted from 1 (in a workbook: its row); null: there is none. */
  headerLine: z.int().nullable().optional(),
  /** Lines above the header, or above the first row: they are kept, and no rows. */
  above: z.int().optional(),
  /** How long reading took. */
  milliseconds: z.number(),
  /** A cleaning was made of the list: how it is read, and which corrections count, is settled. */
  settled: z.boolean().optional(),
  /** Another number each time that the list is read; a cleaning is started with the one that its price was shown for. */
  revision: z.int().optional(),
});
export type Preflight = z.infer<typeof preflightSchema>;

const malformedRowSchema = z.object({
  row: z.int(),
  /** Line of the file, counted from 1. */
  line: z.int(),
  cell: z.string(),
  reason: z.string(),
  /** The address that is probably meant: a correction that can be accepted. */
  suggestion: z.string().optional(),
});

/** A proposed correction: of an address, which is verified as it stands (`typo`), or of a whole cell (`fixable`). */
export const typoSchema = z.object({
  kind: z.enum(["typo", "fixable"]),
  address: z.string(),
  suggestion: z.string(),
  rows: z.int(),
  accepted: z.boolean(),
});

/** Likely typos that mean addresses at one domain. */
const typoDomainSchema = z.object({
  domain: z.string(),
  /** Their own domains, most addresses first, a few of them. */
  from: z.array(z.object({ domain: z.string(), addresses: z.int() })),
  addresses: z.int(),
  /** Of `addresses`, those whose correction is accepted. */
  accepted: z.int(),
});
export type TypoDomain = z.infer<typeof typoDomainSchema>;

/** An entry of a reference list that was met in a list: a domain or, of roles, what stands before the @. */
const flaggedSchema = z.object({ entry: z.string(), addresses: z.int() });

/** Why several lists cannot become one. Names of columns are those of the files. */
const columnDifferenceSchema = z.object({
  name: z.string(),
  /** Columns of the first list that this one lacks, and columns of its own. */
  missing: z.array(z.string()),
  extra: z.array(z.string()),
  /** `results`: a file of results. `address`: its addresses are in another column. `header`: one has a header, the other not. */
  reason: z.enum(["columns", "results", "address", "header"]),
});

const page = { offset: z.int().min(0), limit: z.int().min(1).max(500) };

export const listCalls = {
  /** Copies the file into the data folder and names it; nothing is read yet. */
  "lists.open": call(
    z.object({ source: listSourceSchema }),
    z.object({ listId: listIdSchema, name: z.string() }),
  ),
  /** Reads the list; resolves when done. Progress: event `list.progress`. */
  "lists.read": call(z.object({ listId: listIdSchema, options: readOptionsSchema }), preflightSchema),
  /** What was found in a list when it was last read, as it stands: to clean it again. */
  "lists.preflight": call(z.object({ listId: listIdSchema }), preflightSchema),
  /**
   * Lists that were looked at and not cleaned, newest first, to go on with; not those that are just being read.
   * `preflight` null: reading it ended without an answer.
   */
  "lists.unfinished": call(
    z.object({}),
    z.object({
      lists: z
        .array(
          z.object({
            listId: listIdSchema,
            name: z.string(),
            options: readOptionsSchema,
            preflight: preflightSchema.nullable(),
          }),
        )
        .max(100),
    }),
  ),
  /** Stops a read that is under way: its `lists.read` answers `cancelled`. */
  "lists.cancel": call(z.object({ listId: listIdSchema }), z.object({})),
  /** Forgets a list that no cleaning uses, with its copy. */
  "lists.discard": call(z.object({ listId: listIdSchema }), z.object({})),
  "lists.malformed": call(
    z.object({ listId: listIdSchema, ...page }),
    z.object({ total: z.int(), rows: z.array(malformedRowSchema) }),
  ),
  /** Proposed corrections: of likely typos, of whole cells, or both. */
  "lists.typos": call(
    z.object({ listId: listIdSchema, of: z.enum(["typos", "cells", "both"]).default("both"), ...page }),
    z.object({ total: z.int(), typos: z.array(typoSchema) }),
  ),
  /** The likely typos by the domains that they mean, most addresses first. */
  "lists.typoDomains": call(
    z.object({ listId: listIdSchema, ...page }),
    z.object({ total: z.int(), domains: z.array(typoDomainSchema) }),
  ),
  /** What a reference list flagged in a list, most addresses first. */
  "lists.flagged": call(
    z.object({ listId: listIdSchema, kind: z.enum(["role", "disposable", "free"]), ...page }),
    z.object({ total: z.int(), entries: z.array(flaggedSchema) }),
  ),
  /** The commonest words of a column, and what each may mean: to map a file that nobody knows by hand. */
  "lists.words": call(
    z.object({ listId: listIdSchema, column: z.int().min(0) }),
    z.object({
      words: z
        .array(z.object({ word: z.string(), rows: z.int(), proposed: z.enum(MEANINGS).nullable() }))
        .max(50),
      /** Rows with another word. */
      beyond: z.int(),
    }),
  ),
  /** The reference lists and their versions. */
  "lists.references": call(
    z.object({}),
    z.object({
      lists: z.array(
        z.object({
          kind: z.enum(["role", "disposable", "free", "typo"]),
          source: z.string(),
          version: z.string(),
          entries: z.int(),
        }),
      ),
    }),
  ),
  /** Whether lists that have been read have the same columns, in any order; else how each differs from the first. */
  "lists.mergeable": call(
    z.object({ listIds: z.array(listIdSchema).min(2).max(100) }),
    z.object({
      differences: z.array(columnDifferenceSchema),
      /** Lines that are no rows, and do not go into the merged list: blank ones, and those above a later file's header. */
      leftBehind: z.int(),
      /** Some are workbooks: numbers and dates of theirs are texts in the merged list. */
      typesLost: z.boolean(),
    }),
  ),
  /** Makes one list of several, row after row. `sourceColumn` adds a column that names each row's file. */
  "lists.merge": call(
    z.object({
      listIds: z.array(listIdSchema).min(2).max(100),
      name: z.string().trim().min(1).max(255),
      sourceColumn: z.enum(["first", "last"]).nullable().default(null),
    }),
    /** `options`: how it is to be read, as its lists were. */
    z.object({ listId: listIdSchema, name: z.string(), options: readOptionsSchema }),
  ),
  /** Accepts or takes back suggested corrections, for this list only. */
  "lists.acceptTypos": call(
    z.object({
      listId: listIdSchema,
      /** Addresses, or whole cells, as `lists.typos` says them. */
      addresses: z.array(z.string().max(400)).max(100_000),
      /** Every likely typo that means an address at these domains, as `lists.typoDomains` says them; or every one. */
      meant: z.union([z.literal("all"), z.array(z.string().max(255)).max(1000)]).optional(),
      accept: z.boolean(),
    }),
    z.object({}),
  ),
} as const;
