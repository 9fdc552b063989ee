import { z } from "zod";
import { SUPPRESSION_SHAPES } from "../suppression-shapes.ts";
import { call } from "./call.ts";
import { cellCountsSchema, cleaningIdSchema } from "./cleanings.ts";
import { LEFT_OUT_REASONS } from "./constants.ts";
import { resultFilterSchema, resultSortSchema, selectedRowsSchema } from "./results.ts";
import { standingSchema } from "./standing.ts";

export const leftOutReasonSchema = z.enum(LEFT_OUT_REASONS);
export type LeftOutReason = z.infer<typeof leftOutReasonSchema>;

/** What becomes of every row of the list: rows + all that is left out = the list's rows. */
export const rowAccountSchema = z.object({
  rows: z.int(),
  /** Of `rows`, those without a verdict because their part failed, was cancelled or is gone. */
  unverified: z.int(),
  /** Of `rows`, those whose address is on a suppression list now: only where those are not left out. */
  suppressed: z.int().optional(),
  /** Of `rows`, those that are marked drop: only where those are not left out. */
  dropped: z.int().optional(),
  /** Of `rows`, those with the flag `unwanted` that are not marked keep: where those are not left out, and not asked for as what is not to be sent to. */
  unwanted: z.int().optional(),
  /** Of `rows`, those whose address is written in the correction that was accepted for it. */
  corrected: z.int().optional(),
  /** Reasons without any row are absent. */
  leftOut: z.partialRecord(leftOutReasonSchema, z.int()),
});
export type RowAccount = z.infer<typeof rowAccountSchema>;

/** Rows to write: those that pass the filter and, where some were selected, are among them; marked drop or not. */
export const exportFilterSchema = resultFilterSchema.extend({ selected: selectedRowsSchema.optional() });
export type ExportFilter = z.infer<typeof exportFilterSchema>;

/** `exact`: the original records, byte for byte. */
export const exportFormatSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("exact") }),
  z.object({
    kind: z.literal("csv"),
    delimiter: z.enum([",", ";", "\t", "|"]),
    encoding: z.string().max(40),
    bom: z.boolean(),
    newline: z.enum(["\n", "\r\n"]),
    formulaGuard: z.boolean(),
  }),
  z.object({ kind: z.literal("xlsx"), formulaGuard: z.boolean() }),
]);

/**
 * `download`: the host offers the finished file to the browser. `overwrite`: the user agreed to replace what stands at
 * the path: `standing`, and without it whatever stands there when the call is made.
 */
export const exportTargetSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("path"),
    path: z.string().min(1).max(4096),
    overwrite: z.boolean(),
    standing: standingSchema.optional(),
  }),
  z.object({ kind: z.literal("download") }),
]);

/** Columns that can be chosen for a file: as many as a list has at most. */
export const MOST_WRITTEN_COLUMNS = 2_000;

/** What a page calls an export that it asks for: nobody else can stop that one. */
const exportNameSchema = z.string().regex(/^[\w-]{1,64}$/);

export const exportRequestSchema = z.object({
  cleaningId: cleaningIdSchema,
  /** Comes back in `export.progress`, and stops this export in `exports.cancel`. */
  name: exportNameSchema.optional(),
  filter: exportFilterSchema,
  sort: resultSortSchema.default({ by: { kind: "row" }, descending: false }),
  format: exportFormatSchema,
  /** Add the verdict columns behind the list's own; cells of a row beyond those follow. */
  withVerdicts: z.boolean(),
  /** Columns to write, in this order; null: all of the original ones. */
  columns: z.array(z.int().min(0)).max(MOST_WRITTEN_COLUMNS).nullable().default(null),
  split: z.enum(["one", "per_verdict"]).default("one"),
  /** Rows that were shown to be written: where it is another number by now, nothing is written (`export_rows_changed`). */
  shown: z.int().min(0).optional(),
  /** A header without rows is an answer too; otherwise `export_empty`. */
  allowEmpty: z.boolean().optional(),
  /** Of the encodings in which the list could be, the one to read its words in, where that was not said before. */
  readAs: z.string().max(40).optional(),
  /** What part of the list this is, in a word or two: a download is called by the list and by this. */
  part: z.string().trim().min(1).max(60).optional(),
  target: exportTargetSchema,
});
export type ExportRequest = z.infer<typeof exportRequestSchema>;

export const exportOutcomeSchema = z.object({
  exportId: z.string(),
  rows: z.int(),
  ...cellCountsSchema.shape,
  /** What became of the rows that are not in it, and of those that are. */
  account: rowAccountSchema.optional(),
  /** It was printed, and whoever read it stopped before the end: not all of the rows came through. */
  readerLeft: z.boolean().optional(),
  files: z.array(
    z.object({
      name: z.string(),
      path: z.string(),
      bytes: z.number(),
      rows: z.int(),
      downloadId: z.string().nullable(),
    }),
  ),
});
export type ExportOutcome = z.infer<typeof exportOutcomeSchema>;

export type ExportTarget = z.infer<typeof exportTargetSchema>;

export const exportCalls = {
  /** How many rows would be written (the number on the button), and why the others would not. */
  "exports.count": call(
    z.object({ cleaningId: cleaningIdSchema, filter: exportFilterSchema }),
    rowAccountSchema.extend({
      /** Whether rows on a suppression list are left out: as the filter says, or else as the cleaning was started. */
      leavesOutSuppressed: z.boolean(),
    }),
  ),
  /** Writes the file; resolves when it is in place. Progress: event `export.progress`. */
  "exports.write": call(exportRequestSchema, exportOutcomeSchema),
  /**
   * Writes those who are not to be mailed, and those whose mail bounced because of the address, as a mailing service takes
   * them. `since`, in Unix milliseconds: those alone whom nothing imported before names. What the service cannot import at
   * once goes into several files, whose names are the target's with `-1`, `-2`, … Problem: `suppression_nobody`.
   */
  "exports.suppression": call(
    z.object({
      as: z.enum(SUPPRESSION_SHAPES),
      since: z.number().nullable().optional(),
      target: exportTargetSchema,
      /** The user agreed to replace numbered files too, whichever exist. */
      replaceNumbered: z.boolean().optional(),
    }),
    z.object({
      files: z.array(z.object({ name: z.string(), path: z.string(), downloadId: z.string().nullable() })),
      addresses: z.int(),
      /** Whole domains, and those that the service takes none of. */
      domains: z.int(),
      domainsLeftOut: z.int(),
      /** Entries written with an apostrophe in front, so that no spreadsheet runs them as formulas. */
      guarded: z.int(),
    }),
  ),
  /** Stops the export of that name; others of the same cleaning go on. */
  "exports.cancel": call(z.object({ name: exportNameSchema }), z.object({})),
} as const;
