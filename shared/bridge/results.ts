import { z } from "zod";
import { MAIL_HOSTS } from "../mail-hosts.ts";
import { PROVIDERS, REASONS, SEGMENTS } from "../segments.ts";
import { FLAGS, RESULT_SOURCES } from "../verdicts.ts";
import { call } from "./call.ts";
import { cleaningIdSchema, verdictCountsSchema, verdictSchema } from "./cleanings.ts";
import { COMPARISON_KINDS, MAX_SEARCH_RESULTS, ROW_CLASSES } from "./constants.ts";
import { listIdSchema } from "./lists.ts";

export const flagSchema = z.enum(FLAGS);

const rowClassSchema = z.enum(ROW_CLASSES);

export const columnFilterSchema = z.object({
  column: z.int().min(0).max(10_000),
  op: z.enum(["contains", "equals", "is_empty", "is_not_empty"]),
  value: z.string().max(1000).default(""),
});

const segmentSchema = z.enum(SEGMENTS);
const reasonSchema = z.enum(REASONS);
const mailHostSchema = z.enum(MAIL_HOSTS);
const providerSchema = z.enum(PROVIDERS);

/** Maximum length of a cell that can be chosen in a filter, in characters; longer ones are only counted. */
export const MAX_CHOSEN_CELL_LENGTH = 1000;
const chosenCellsSchema = z.array(z.string().max(MAX_CHOSEN_CELL_LENGTH)).max(200).optional();

const choiceSchema = z.object({
  /** `none`: rows without a verdict. Repeated rows have their address's verdict. */
  verdicts: z.array(z.union([verdictSchema, z.literal("none")])).optional(),
  flags: z.array(flagSchema).optional(),
  domains: z.array(z.string().max(255)).max(200).optional(),
  reasons: z.array(reasonSchema).optional(),
  /** Rows without an address have no provider. */
  providers: z.array(providerSchema).optional(),
  /** Rows whose domain was not looked up in DNS have no mail host. */
  mailHosts: z.array(mailHostSchema).optional(),
});

/** Rows that pass every part of the filter. An absent part matches all rows. */
export const resultFilterSchema = choiceSchema.extend({
  exclude: choiceSchema.optional(),
  /** `true`: rows with a likely typo and no accepted correction; `false`: all others. */
  likelyTypo: z.boolean().optional(),
  /** Rows whose cell is one of `values` and none of `exclude`, ignoring case and surrounding blanks. */
  cells: z
    .array(
      z.object({
        column: z.int().min(0).max(10_000),
        values: chosenCellsSchema,
        exclude: chosenCellsSchema,
      }),
    )
    .max(20)
    .optional(),
  /** See SEGMENTS. `leaveOutSuppressed` then only determines the segment of suppressed rows. */
  segments: z.array(segmentSchema).optional(),
  /** Rows whose address had the verdict `from` in an earlier cleaning and has `to` now. */
  turned: z
    .object({
      since: z.object({ cleaningId: cleaningIdSchema, listId: listIdSchema }),
      from: verdictSchema,
      to: verdictSchema,
    })
    .optional(),
  /** Rows with at most this predicted bounce rate (0 to 1); see `forecast.results`. */
  bounceRate: z.number().min(0).max(1).optional(),
  /** Text in the address, or in any cell with `searchAll`; ignores case. */
  search: z.string().max(400).optional(),
  searchAll: z.boolean().optional(),
  columns: z.array(columnFilterSchema).max(20).optional(),
  classes: z.array(rowClassSchema).optional(),
  overridden: z.enum(["keep", "drop"]).optional(),
  /** Apply marks: rows marked keep always pass, rows marked drop never do. */
  applyOverrides: z.boolean().optional(),
  /** Leave out rows with a currently suppressed address. Exports default to the cleaning's option. */
  leaveOutSuppressed: z.boolean().optional(),
  /** Leave out rows with this mark. No other row passes because of its mark. */
  leaveOutMarked: z.enum(["keep", "drop"]).optional(),
  /** Leave out rows flagged `unwanted`, except those marked keep. */
  leaveOutUnwanted: z.boolean().optional(),
  /** Always include rows with an empty address cell, except those marked drop. */
  keepEmpty: z.boolean().optional(),
});
export type ResultFilter = z.infer<typeof resultFilterSchema>;

/** The maximum number of rows selected by number. */
const MAX_NUMBERED = 500_000;
const rowNumbersSchema = z.array(z.int().min(0)).max(MAX_NUMBERED);

/** Rows selected in the table: by number, or all rows of a filter except some. */
export const selectedRowsSchema = z.object({
  rows: z.union([rowNumbersSchema, resultFilterSchema]),
  except: rowNumbersSchema.default([]),
});
export type SelectedRows = z.infer<typeof selectedRowsSchema>;

export const resultSortSchema = z.object({
  by: z.union([
    z.object({ kind: z.enum(["row", "address", "domain", "verdict", "flags", "verified_at"]) }),
    z.object({
      kind: z.literal("column"),
      column: z.int().min(0).max(10_000),
      numeric: z.boolean().default(false),
    }),
  ]),
  descending: z.boolean(),
});
export type ResultSort = z.infer<typeof resultSortSchema>;

export const resultRowSchema = z.object({
  /** Data row of the list, counted from 0. */
  row: z.int(),
  /** Cells as exported: the address cell has its accepted correction. */
  cells: z.array(z.string()),
  /** The original address cell, if it was replaced by an accepted correction. */
  corrected: z.object({ column: z.int(), before: z.string() }).optional(),
  class: rowClassSchema,
  /** `true` if the cell contains a currently suppressed address; absent if not. */
  suppressed: z.boolean().optional(),
  verdict: verdictSchema.nullable(),
  flags: z.array(flagSchema),
  /** Set if the domain looks mistyped: the intended address, or `null` if it is no longer known. */
  likelyTypo: z.object({ meant: z.string().nullable() }).optional(),
  verifiedAt: z.number().nullable(),
  source: z.enum(RESULT_SOURCES).nullable(),
  reason: reasonSchema,
  /** Absent if the domain was not looked up in DNS. */
  mailHost: mailHostSchema.optional(),
  mark: z.enum(["keep", "drop"]).nullable(),
});
export type ResultRow = z.infer<typeof resultRowSchema>;

/** Counts for the top of the results screen. They count rows unless noted; verdict counts + none = rows. */
export const summarySchema = z.object({
  cleaningId: cleaningIdSchema,
  columns: z.array(z.string()),
  addressColumn: z.int(),
  rows: z.int(),
  verdictRows: verdictCountsSchema,
  noneRows: z.int(),
  verdictAddresses: verdictCountsSchema,
  flagRows: z.record(flagSchema, z.int()),
  classRows: z.record(rowClassSchema, z.int()),
  /** Domains with the most undeliverable rows first. `verified`: their rows with a verdict. */
  domains: z.array(
    z.object({ domain: z.string(), verified: z.int(), undeliverable: z.int(), risky: z.int() }),
  ),
  /** Credits saved by distinct addresses that were known or suppressed. */
  saved: z.int(),
  missing: z.int(),
  /** Rows with a currently suppressed address, regardless of the state at the start. */
  suppressedRows: z.int().optional(),
  corrections: z.int().optional(),
  marks: z.object({ keep: z.int(), drop: z.int() }),
  /** `true` if the mail host of any domain is known. */
  mailHosts: z.boolean().optional(),
  /** `true` if every row has the same reason. */
  oneReason: z.boolean().optional(),
  /** `true` if Winnow wrote the list's records as CSV, from a workbook, JSON, mail or several files. */
  converted: z.boolean().optional(),
  /** `true` if marks can be undone and redone. */
  steps: z.object({ undo: z.boolean(), redo: z.boolean() }).optional(),
});
export type Summary = z.infer<typeof summarySchema>;

export const historyEntrySchema = z.object({
  cleaningId: cleaningIdSchema,
  name: z.string(),
  at: z.number(),
  verdict: verdictSchema.nullable(),
  flags: z.array(flagSchema),
  source: z.enum(RESULT_SOURCES).nullable(),
  inBin: z.boolean().optional(),
  /** Host of the service that a colleague used; `name` is the colleague's. Absent for own results. */
  colleagueUsed: z.string().optional(),
  /** `true` if the result was simulated by the sandbox. */
  sandbox: z.boolean(),
});

/** `none`: no verdict (not verified, or suppressed). */
const verdictOrNoneSchema = z.union([verdictSchema, z.literal("none")]);

const sideSchema = z.object({
  verdict: verdictOrNoneSchema,
  flags: z.array(flagSchema),
  verifiedAt: z.number().nullable(),
});

/** An address of a comparison; a side is `null` if its list does not contain the address. */
export const comparedSchema = z.object({
  address: z.string(),
  left: sideSchema.nullable(),
  right: sideSchema.nullable(),
  /** Why the address has its verdict in the right list; `null` if that list does not contain it. */
  reason: reasonSchema.nullable(),
});
export type Compared = z.infer<typeof comparedSchema>;

/**
 * Counts of distinct addresses. Addresses in both lists = same + changed + gained + lost + none; plus `new`, those of
 * `right`; plus `left`, those of `left`.
 */
export const comparisonSchema = z.object({
  counts: z.object({
    same: z.int(),
    changed: z.int(),
    gained: z.int(),
    lost: z.int(),
    none: z.int(),
    new: z.int(),
    left: z.int(),
  }),
  /** Addresses per pair of verdicts, including unchanged ones; empty pairs are absent. */
  moves: z.array(z.object({ from: verdictOrNoneSchema, to: verdictOrNoneSchema, addresses: z.int() })),
  total: z.int(),
  rows: z.array(comparedSchema),
});
export type Comparison = z.infer<typeof comparisonSchema>;

export const holdingQuestionSchema = z.discriminatedUnion("kind", [
  /** All addresses, and cells without an address, that contain this text. */
  z.object({ kind: z.literal("part"), text: z.string().trim().min(1).max(400) }),
  z.object({ kind: z.literal("address"), address: z.string().trim().min(1).max(400) }),
]);
export type HoldingQuestion = z.infer<typeof holdingQuestionSchema>;

/** `isCell`: `address` is the whole cell, because it holds no valid address or more than the row's own. */
export const heldAddressSchema = z.object({
  address: z.string(),
  isCell: z.boolean(),
  class: rowClassSchema,
  verdict: verdictSchema.nullable(),
  flags: z.array(flagSchema),
  at: z.number().nullable(),
  source: z.enum(RESULT_SOURCES).nullable(),
});
export type HeldAddress = z.infer<typeof heldAddressSchema>;

/** Cursor: the last list searched. */
const cursorSchema = z.object({ at: z.number(), id: z.string().max(200) });

/** A window of search results: `looked` of `of` lists have been searched so far. */
export const holdingWindowSchema = z.object({
  lists: z.array(
    z.object({
      /** `null` if the list was never cleaned. */
      cleaningId: cleaningIdSchema.nullable(),
      listId: z.string(),
      name: z.string(),
      inBin: z.boolean(),
      sandbox: z.boolean(),
      /** The number of matching addresses and cells; `addresses` holds the first of them. */
      found: z.int(),
      addresses: z.array(heldAddressSchema),
    }),
  ),
  looked: z.int(),
  of: z.int(),
  /** Lists of this window that could not be searched. */
  unread: z.int(),
  /** Cursor for the next window; `null` if all lists were searched. */
  next: cursorSchema.nullable(),
});
export type ListSearchWindow = z.infer<typeof holdingWindowSchema>;

const query = { cleaningId: cleaningIdSchema, filter: resultFilterSchema, sort: resultSortSchema };

export const resultCalls = {
  /** Compares `left` (before) with `right` (after) by address. Returns a window in list order. */
  "results.compare": call(
    z.object({
      left: cleaningIdSchema,
      right: cleaningIdSchema,
      kind: z.enum(COMPARISON_KINDS),
      from: verdictOrNoneSchema.optional(),
      to: verdictOrNoneSchema.optional(),
      offset: z.int().min(0),
      limit: z.int().min(1).max(500),
    }),
    comparisonSchema,
  ),
  "results.summary": call(z.object({ cleaningId: cleaningIdSchema }), summarySchema),
  /** Returns a window of rows. A newer `sequence` from the same `page` cancels older requests. */
  "results.rows": call(
    z.object({
      ...query,
      offset: z.int().min(0),
      limit: z.int().min(1).max(500),
      sequence: z.int().default(0),
      /** Scope of `sequence`, so that windows don't cancel each other's requests. */
      page: z.string().max(64).optional(),
    }),
    z.object({ total: z.int(), sequence: z.int(), rows: z.array(resultRowSchema) }),
  ),
  "results.row": call(
    z.object({ cleaningId: cleaningIdSchema, row: z.int().min(0) }),
    z.object({
      row: resultRowSchema,
      address: z.string().nullable(),
      /** The service's result line for this address, unmodified. */
      serviceRow: z.string().nullable(),
      history: z.array(historyEntrySchema),
      markReason: z.string().nullable(),
    }),
  ),
  /** Marks rows; a `null` `decision` clears the mark. Can be undone. */
  "results.mark": call(
    z.object({
      cleaningId: cleaningIdSchema,
      ...selectedRowsSchema.shape,
      /** With a filter: the row count at the time of selection. Nothing is marked if it differs now. */
      shown: z.int().min(0).optional(),
      decision: z.enum(["keep", "drop"]).nullable(),
      reason: z.string().max(500).default(""),
    }),
    z.object({ changed: z.int() }),
  ),
  "results.undo": call(
    z.object({ cleaningId: cleaningIdSchema, redo: z.boolean().default(false) }),
    z.object({ changed: z.int() }),
  ),
  /**
   * Searches stored lists for an address, including lists in the bin and addresses without a verdict. Searches some
   * lists per call, newest first; continue from `next`.
   */
  "results.holding": call(
    z.object({ question: holdingQuestionSchema, from: cursorSchema.nullable().default(null) }),
    holdingWindowSchema,
  ),
  /** Returns the verification history of matching addresses across all lists, newest first. */
  "results.history": call(
    z.object({
      search: z.string().min(1).max(400),
      limit: z.int().min(1).max(MAX_SEARCH_RESULTS).default(50),
    }),
    z.object({
      /** More matching addresses, without history. At most `MAX_SEARCH_RESULTS` together with `addresses`. */
      further: z.array(z.string()),
      more: z.boolean(),
      addresses: z.array(
        z.object({
          address: z.string(),
          suppressed: z.boolean(),
          /** Time of the last hard bounce in Unix ms; `null` without one. */
          bouncedAt: z.number().nullable(),
          entries: z.array(historyEntrySchema),
        }),
      ),
    }),
  ),
} as const;
