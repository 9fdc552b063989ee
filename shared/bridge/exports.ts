import { z } from "zod";
import { SUPPRESSION_SHAPES } from "../suppression-formats.ts";
import { call } from "./call.ts";
import { cellCountsSchema, cleaningIdSchema } from "./cleanings.ts";
import { LEFT_OUT_REASONS } from "./constants.ts";
import { fileStampSchema } from "./file-stamp.ts";
import { resultFilterSchema, resultSortSchema, selectedRowsSchema } from "./results.ts";

export const leftOutReasonSchema = z.enum(LEFT_OUT_REASONS);
export type LeftOutReason = z.infer<typeof leftOutReasonSchema>;

/** Counts of written and left-out rows; together they are all rows of the list. */
export const exportRowCountsSchema = z.object({
  rows: z.int(),
  /** Part of `rows`: no verdict because their part failed, was cancelled or is gone. */
  unverified: z.int(),
  /** Part of `rows`: currently suppressed, if those are not left out. */
  suppressed: z.int().optional(),
  /** Part of `rows`: marked drop, if those are not left out. */
  dropped: z.int().optional(),
  /** Part of `rows`: flagged `unwanted` and not marked keep, if those are neither left out nor requested. */
  unwanted: z.int().optional(),
  /** Part of `rows`: written with an accepted correction. */
  corrected: z.int().optional(),
  /** Reasons without rows are absent. */
  leftOut: z.partialRecord(leftOutReasonSchema, z.int()),
});
export type ExportRowCounts = z.infer<typeof exportRowCountsSchema>;

/** Rows to write: those that pass the filter and, if there is a selection, are in it. */
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
 * `download`: the host offers the finished file to the browser. `overwrite`: the user agreed to replace the file with
 * the stamp `standing`; without a stamp, any file present at the time of the call.
 */
export const exportTargetSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("path"),
    path: z.string().min(1).max(4096),
    overwrite: z.boolean(),
    standing: fileStampSchema.optional(),
  }),
  z.object({ kind: z.literal("download") }),
]);

/** The maximum number of chosen columns; also the limit of a list. */
export const MAX_EXPORT_COLUMNS = 2_000;

/** Page-chosen id of an export. Only its creator knows it, so no other page can cancel it. */
const exportNameSchema = z.string().regex(/^[\w-]{1,64}$/);

export const exportRequestSchema = z.object({
  cleaningId: cleaningIdSchema,
  /** Sent in `export.progress`; identifies the export in `exports.cancel`. */
  name: exportNameSchema.optional(),
  filter: exportFilterSchema,
  sort: resultSortSchema.default({ by: { kind: "row" }, descending: false }),
  format: exportFormatSchema,
  /** Append the verdict columns after the list's own columns. Surplus cells of a row follow them. */
  withVerdicts: z.boolean(),
  /** Columns to write, in this order; `null` for all original ones. */
  columns: z.array(z.int().min(0)).max(MAX_EXPORT_COLUMNS).nullable().default(null),
  split: z.enum(["one", "per_verdict"]).default("one"),
  /** The row count shown to the user. Fails with `export_rows_changed` if it differs now. */
  shown: z.int().min(0).optional(),
  /** Allow a file with only a header; otherwise fails with `export_empty`. */
  allowEmpty: z.boolean().optional(),
  /** `false`: fails with `out_shrinks` if less than a tenth of the lines of the replaced text file would be left. */
  allowShrink: z.boolean().optional(),
  /** Encoding to decode the list with, if the user has not answered the encoding question. */
  readAs: z.string().max(40).optional(),
  /** A short label of the exported part, used in the download's file name. */
  part: z.string().trim().min(1).max(60).optional(),
  target: exportTargetSchema,
});
export type ExportRequest = z.infer<typeof exportRequestSchema>;

export const exportOutcomeSchema = z.object({
  exportId: z.string(),
  rows: z.int(),
  ...cellCountsSchema.shape,
  account: exportRowCountsSchema.optional(),
  /** The reader of the output pipe closed it early, so not all rows were written. */
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
export type ExportResult = z.infer<typeof exportOutcomeSchema>;

export type ExportTarget = z.infer<typeof exportTargetSchema>;

export const exportCalls = {
  /** Counts the rows that would be written, and the others by reason. */
  "exports.count": call(
    z.object({ cleaningId: cleaningIdSchema, filter: exportFilterSchema }),
    exportRowCountsSchema.extend({
      /** `true` if suppressed rows are left out, by the filter or else by the cleaning's options. */
      leavesOutSuppressed: z.boolean(),
    }),
  ),
  /** Writes the file; resolves when it is in place. Progress: event `export.progress`. */
  "exports.write": call(exportRequestSchema, exportOutcomeSchema),
  /**
   * Exports suppressed and bounced addresses in a mailing service's import format. With `since` (Unix ms), only those
   * that no import before that time contains. If the service limits the size of an import, several files named with
   * `-1`, `-2`, … are written. Fails with `suppression_nobody` if there is nothing to export.
   */
  "exports.suppression": call(
    z.object({
      as: z.enum(SUPPRESSION_SHAPES),
      since: z.number().nullable().optional(),
      target: exportTargetSchema,
      replaceNumbered: z.boolean().optional(),
    }),
    z.object({
      files: z.array(z.object({ name: z.string(), path: z.string(), downloadId: z.string().nullable() })),
      addresses: z.int(),
      /** Domains written. */
      domains: z.int(),
      /** Domains left out because the service doesn't support domains. */
      domainsLeftOut: z.int(),
      /** Entries prefixed with an apostrophe to prevent formula execution. */
      guarded: z.int(),
    }),
  ),
  "exports.cancel": call(z.object({ name: exportNameSchema }), z.object({})),
} as const;
