import { z } from "zod";
import { OUTCOMES } from "../mail-outcomes.ts";
import { MAX_SOURCE_ID_LENGTH, MEANINGS } from "../mapping.ts";
import { mappingSchema } from "../mapping-schema.ts";
import { call } from "./call.ts";

export const listIdSchema = z.string().regex(/^[a-z0-9-]{1,64}$/);

const pathSchema = z.string().min(1).max(4096);

/** `upload`: a file received by the browser host; `pasted` marks text that was too long for a call. */
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

/** Options for reading a list; absent ones are detected. `column` counts from 0. */
export const readOptionsSchema = z.object({
  encoding: z.string().max(40).optional(),
  delimiter: z.string().min(1).max(4).optional(),
  /** Row unit: a line, or each address of a line that holds several. */
  rows: z.enum(["lines", "addresses"]).optional(),
  /** `true` if quotes may open after blanks (`a, "b"`). */
  spacedQuotes: z.boolean().optional(),
  hasHeader: z.boolean().optional(),
  column: z.int().min(0).max(10_000).optional(),
  /** Header of the address column; an alternative to `column`. */
  columnName: z.string().max(1000).optional(),
  sheet: z.string().max(255).optional(),
  /** Keep or skip rows that a sheet hides, by a filter or by hand. */
  hiddenRows: z.enum(["keep", "skip"]).optional(),
  /** Line (in a workbook: row) of the header, counted from 1. Lines above it are kept. */
  headerLine: z.int().min(1).max(10_000).optional(),
  /** Verify and write cells with a proposed correction as corrected. */
  fixCells: z.boolean().optional(),
  /** Read a file with verdicts as the results of an earlier verification, or as a list to verify. */
  readAs: z.enum(["results", "list"]).optional(),
  /** For `results`: the id of the source whose verdict words are used, if several match. */
  resultsOf: z.string().max(MAX_SOURCE_ID_LENGTH).optional(),
  /** The user has decided who of the people who opted out is left out. */
  optOutsAnswered: z.boolean().optional(),
});
export type ReadOptions = z.infer<typeof readOptionsSchema>;

const columnSchema = z.object({
  index: z.int(),
  /** The header, or a generated name such as 'Column 3'. */
  name: z.string(),
  /** Share (0 to 1) of the sampled cells that contain an address. */
  addressShare: z.number(),
});

/** An anomaly found while reading. `lines`: the first few occurrences, counted from 1. */
export const anomalySchema = z.object({
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
    "hidden_row",
  ]),
  count: z.int(),
  lines: z.array(z.int()).max(20),
});
export type Anomaly = z.infer<typeof anomalySchema>;

export const extractedSampleSchema = z.object({ line: z.int(), cell: z.string(), address: z.string() });
export type CutSample = z.infer<typeof extractedSampleSchema>;

/** Words with their row counts, the most frequent first. `beyond`: rows with other words. */
export const wordCountsSchema = z.object({
  words: z.array(z.object({ word: z.string(), rows: z.int() })).max(20),
  beyond: z.int(),
});
export type WordCounts = z.infer<typeof wordCountsSchema>;

/** Unrecognised words of a results file: the most frequent ones, and the row count of the others. */
export const unrecognisedSchema = z.object({
  unrecognised: z.array(z.object({ word: z.string(), rows: z.int() })).max(20),
  unrecognisedBeyond: z.int(),
});
export type Unrecognised = z.infer<typeof unrecognisedSchema>;

/** `null`: unclear, such as 'no' for people who were never asked. */
const consentMeaningSchema = z.enum([...OUTCOMES, "nothing"]).nullable();
export type ConsentMeaning = z.infer<typeof consentMeaningSchema>;

/** A column that says who must not be mailed, with its most important words. */
const consentColumnSchema = z.object({
  index: z.int(),
  name: z.string(),
  /** Cells list several words, such as tags. */
  hasItems: z.boolean().optional(),
  words: z
    .array(
      z.object({
        word: z.string(),
        rows: z.int(),
        meaning: consentMeaningSchema,
        /** Stands for all times in the column. */
        isTime: z.boolean().optional(),
        /** Stands for all values that are not listed; `word` is one of them. */
        isOther: z.boolean().optional(),
      }),
    )
    .max(50),
});
export type ConsentColumn = z.infer<typeof consentColumnSchema>;

const outcomeCountsSchema = z.record(z.enum(OUTCOMES), z.int());

const surenessSchema = z.enum(["certain", "likely", "possible"]);

/** A verification service detected as the source of a file, based on its first rows. */
const sourceSeenSchema = unrecognisedSchema.extend({
  source: z.string(),
  name: z.string(),
  sure: surenessSchema,
  /** Sampled rows. */
  looked: z.int(),
  /** Sampled rows with a verdict. */
  verdicts: z.int(),
  /** Those with a date. */
  dated: z.int().default(0),
});
export type DetectedSource = z.infer<typeof sourceSeenSchema>;

/** Rows of a sheet that are not empty: hidden ones, visible data rows, and hidden ones with an address. */
const hiddenRowsSchema = z.object({ hidden: z.int(), visible: z.int(), addresses: z.int() });

/**
 * An uncertainty about the reading: the assumption and its alternatives. `changes`: the affected data. Questions that
 * affect what is verified, or what an exact copy contains, must be answered before a cleaning starts.
 */
export const readQuestionSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("encoding"),
    assumed: z.string(),
    changes: z.enum(["addresses", "other_cells"]),
    /** The most likely first, each with the same sample words decoded in it. */
    alternatives: z
      .array(z.object({ encoding: z.string(), words: z.array(z.string()).max(8) }))
      .min(2)
      .max(5),
  }),
  z.object({
    /** Several sheets contain addresses, or only a hidden one does. */
    kind: z.literal("sheet"),
    assumed: z.string(),
    /** The alternatives are the keys of a JSON file with several lists. */
    areKeys: z.literal(true).optional(),
    /** `rows`: non-empty rows, including a header. */
    alternatives: z
      .array(z.object({ name: z.string(), rows: z.int(), hidden: z.boolean() }))
      .min(1)
      .max(50),
  }),
  hiddenRowsSchema.extend({
    /** The sheet hides rows, by a filter or by hand. They are read until the user chooses. */
    kind: z.literal("hidden_rows"),
    assumed: z.literal("keep"),
  }),
  z.object({
    kind: z.literal("results"),
    assumed: z.enum(["results", "list"]),
    /** Sampled rows. */
    looked: z.int(),
    /** Sampled rows with a verdict. */
    verdicts: z.int(),
    /** Possible sources, the most likely first; empty in questions of earlier versions. */
    sources: z.array(sourceSeenSchema).max(5).default([]),
  }),
  z.object({
    /** A mailing service's export with bounces, unsubscribes or complaints. */
    kind: z.literal("outcomes"),
    assumed: z.literal("list"),
    source: z.string(),
    name: z.string(),
    sure: surenessSchema,
    looked: z.int(),
    outcomes: outcomeCountsSchema,
  }),
  z.object({
    /** A list of which some people opted out, so that they can be left out. */
    kind: z.literal("opt_outs"),
    /** The mailing service that exported the list, and the outcomes that it states; `null` if it is unknown. */
    export: z
      .object({ source: z.string(), name: z.string(), sure: surenessSchema, outcomes: outcomeCountsSchema })
      .nullable(),
    rows: z.int(),
    /** Further columns that say who opted out. */
    columns: z.array(consentColumnSchema).max(50),
  }),
]);
export type ReadQuestion = z.infer<typeof readQuestionSchema>;

/** The free local analysis of a list. Rows are data rows, without header and blank lines. */
export const preflightSchema = z.object({
  listId: listIdSchema,
  name: z.string(),
  bytes: z.number(),
  /** `xlsx`: a workbook of any format. */
  kind: z.enum(["csv", "text", "xlsx", "results"]),
  encoding: z.string(),
  encodingGuessed: z.boolean(),
  delimiter: z.string(),
  /** The row unit, if it is ambiguous; otherwise absent. */
  rowsAre: z.enum(["lines", "addresses"]).optional(),
  hasHeader: z.boolean(),
  bom: z.boolean(),
  newline: z.enum(["\n", "\r\n", "\r"]),
  sheet: z.string().nullable(),
  sheets: z.array(z.string()),
  /** Absent if the sheet hides no rows. `choice` is absent until the user decides. */
  hiddenRows: hiddenRowsSchema.extend({ choice: z.enum(["keep", "skip"]).optional() }).optional(),
  /** The file read from an archive; absent if the user's file is no archive. */
  inside: z.string().optional(),
  columns: z.array(columnSchema),
  /** Index of the address column; `null` if the user must choose from `candidates`. */
  addressColumn: z.int().nullable(),
  candidates: z.array(z.int()),
  preview: z.array(z.array(z.string())).max(20),
  rows: z.int(),
  /** Distinct well-formed addresses. rows = unique + repeated + malformed + empty. */
  unique: z.int(),
  repeated: z.int(),
  malformed: z.int(),
  empty: z.int(),
  role: z.int(),
  disposable: z.int(),
  free: z.int(),
  typos: z.int(),
  oddities: z.array(anomalySchema),
  /** Malformed rows with a proposed correction. */
  fixable: z.int().optional(),
  /** Rows that are verified and written with an accepted correction. */
  fixed: z.int().optional(),
  /** Distinct mistyped addresses with an accepted correction; they count as the corrected address. */
  corrected: z.int().optional(),
  /** Addresses extracted from longer cells: the number of rows, and the first samples. */
  cut: z.object({ rows: z.int(), samples: z.array(extractedSampleSchema).max(20) }).optional(),
  questions: z.array(readQuestionSchema).optional(),
  /** `true` if the file holds verdicts and can be read as results or as a list. */
  mayBeResults: z.boolean().optional(),
  resultsOf: sourceSeenSchema.optional(),
  /** Modification time of the user's file, in Unix ms; the date of its undated verdicts. */
  fileDate: z.number().optional(),
  /** Line (in a workbook: row) of the header, counted from 1; `null` without a header. */
  headerLine: z.int().nullable().optional(),
  /** Lines above the header or first row, which are kept but are not rows. */
  above: z.int().optional(),
  /** In milliseconds. */
  milliseconds: z.number(),
  /** `true` if the list has been cleaned, so its reading and corrections can no longer change. */
  settled: z.boolean().optional(),
  /** Changes with every reading. A cleaning is started with the revision that its price was shown for. */
  revision: z.int().optional(),
});
export type Preflight = z.infer<typeof preflightSchema>;

const malformedRowSchema = z.object({
  row: z.int(),
  /** Line of the file, counted from 1. */
  line: z.int(),
  cell: z.string(),
  reason: z.string(),
  suggestion: z.string().optional(),
});

/** A proposed correction: of a well-formed address (`typo`), or of a malformed cell (`fixable`). */
export const typoSchema = z.object({
  kind: z.enum(["typo", "fixable"]),
  address: z.string(),
  suggestion: z.string(),
  rows: z.int(),
  accepted: z.boolean(),
});

const typoDomainSchema = z.object({
  domain: z.string(),
  from: z.array(z.object({ domain: z.string(), addresses: z.int() })),
  addresses: z.int(),
  /** The part of `addresses` with an accepted correction. */
  accepted: z.int(),
});
export type TypoDomain = z.infer<typeof typoDomainSchema>;

/** A reference list entry that occurs in a list: a domain or, for roles, a local part. */
const flaggedSchema = z.object({ entry: z.string(), addresses: z.int() });

/** The reason why lists cannot be merged. Column names are those of the files. */
const columnDifferenceSchema = z.object({
  name: z.string(),
  /** Columns that only the first list has. */
  missing: z.array(z.string()),
  /** Columns that only this list has. */
  extra: z.array(z.string()),
  /** `results`: a results file. `address`: another address column. `header`: only one of the lists has a header. */
  reason: z.enum(["columns", "results", "address", "header"]),
});

const page = { offset: z.int().min(0), limit: z.int().min(1).max(500) };

export const listCalls = {
  /** Copies the file into the data folder. Does not read it yet. */
  "lists.open": call(
    z.object({ source: listSourceSchema }),
    z.object({ listId: listIdSchema, name: z.string() }),
  ),
  /** Reads the list; resolves when done. Progress: event `list.progress`. */
  "lists.read": call(z.object({ listId: listIdSchema, options: readOptionsSchema }), preflightSchema),
  /** Returns the stored preflight of the last reading, to clean a list again. */
  "lists.preflight": call(z.object({ listId: listIdSchema }), preflightSchema),
  /** Returns opened but uncleaned lists, newest first. `preflight` is `null` if reading was interrupted. */
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
  /** Cancels a reading in progress; its `lists.read` fails with `cancelled`. */
  "lists.cancel": call(z.object({ listId: listIdSchema }), z.object({})),
  /** Deletes a list that no cleaning uses, with its copy. */
  "lists.discard": call(z.object({ listId: listIdSchema }), z.object({})),
  "lists.malformed": call(
    z.object({ listId: listIdSchema, ...page }),
    z.object({ total: z.int(), rows: z.array(malformedRowSchema) }),
  ),
  "lists.typos": call(
    z.object({ listId: listIdSchema, of: z.enum(["typos", "cells", "both"]).default("both"), ...page }),
    z.object({ total: z.int(), typos: z.array(typoSchema) }),
  ),
  /** Returns likely typos grouped by intended domain, those with the most addresses first. */
  "lists.typoDomains": call(
    z.object({ listId: listIdSchema, ...page }),
    z.object({ total: z.int(), domains: z.array(typoDomainSchema) }),
  ),
  /** Returns the entries of a reference list that occur in a list, those with the most addresses first. */
  "lists.flagged": call(
    z.object({ listId: listIdSchema, kind: z.enum(["role", "disposable", "free"]), ...page }),
    z.object({ total: z.int(), entries: z.array(flaggedSchema) }),
  ),
  "lists.words": call(
    z.object({ listId: listIdSchema, column: z.int().min(0) }),
    z.object({
      words: z
        .array(z.object({ word: z.string(), rows: z.int(), proposed: z.enum(MEANINGS).nullable() }))
        .max(50),
      beyond: z.int(),
      /** The column holds mail servers' replies, which need no meanings. */
      isReplies: z.boolean(),
    }),
  ),
  /** Proposes a mapping of a file from an unknown source, by its values; `null` if none may be a result. */
  "lists.proposeMapping": call(
    z.object({ listId: listIdSchema }),
    z.object({ mapping: mappingSchema.nullable() }),
  ),
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
  /** Returns how each list's columns differ from the first list's, in any order; empty if they can be merged. */
  "lists.mergeable": call(
    z.object({ listIds: z.array(listIdSchema).min(2).max(100) }),
    z.object({
      differences: z.array(columnDifferenceSchema),
      /** Lines that are lost: blank lines, and those above the header of a later file. */
      leftBehind: z.int(),
      /** `true` if some lists are workbooks, whose numbers and dates become text. */
      typesLost: z.boolean(),
    }),
  ),
  /** Concatenates lists into a new one. `sourceColumn` adds a column with each row's file name. */
  "lists.merge": call(
    z.object({
      listIds: z.array(listIdSchema).min(2).max(100),
      name: z.string().trim().min(1).max(255),
      sourceColumn: z.enum(["first", "last"]).nullable().default(null),
    }),
    /** `options`: how to read the merged list. */
    z.object({ listId: listIdSchema, name: z.string(), options: readOptionsSchema }),
  ),
  /** Accepts or reverts proposed corrections, for this list only. */
  "lists.acceptTypos": call(
    z.object({
      listId: listIdSchema,
      /** Addresses or whole cells, as returned by `lists.typos`. */
      addresses: z.array(z.string().max(400)).max(100_000),
      /** Intended domains, as returned by `lists.typoDomains`, whose typos are all affected; or `all`. */
      meant: z.union([z.literal("all"), z.array(z.string().max(255)).max(1000)]).optional(),
      accept: z.boolean(),
    }),
    z.object({}),
  ),
} as const;
