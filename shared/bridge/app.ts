import { z } from "zod";
import { MAX_SOURCE_ID_LENGTH } from "../mapping.ts";
import { problemSchema } from "../problems.ts";
import { SUPPRESSION_SHAPES } from "../suppression-formats.ts";
import { call } from "./call.ts";
import { MAX_ERROR_REPORT_LENGTH, REFERENCE_KINDS } from "./constants.ts";
import { exportFormatSchema, MAX_EXPORT_COLUMNS } from "./exports.ts";
import { fileStampSchema } from "./file-stamp.ts";
import { listIdSchema, listSourceSchema } from "./lists.ts";
import { columnFilterSchema, resultFilterSchema } from "./results.ts";

/** A user's override of a reference list entry: a domain or, for `role`, a local part. Folded. */
export const referenceOverrideSchema = z.object({
  kind: z.enum(REFERENCE_KINDS),
  entry: z.string().trim().toLowerCase().min(1).max(255),
  listed: z.boolean(),
  /** For a listed typo: the intended domain. */
  meant: z.string().trim().toLowerCase().min(3).max(255).optional(),
});
export type ReferenceOverride = z.infer<typeof referenceOverrideSchema>;

/** A column of any list: its address column, or the `nth` (from 0) of `of` columns with the same name. */
export const presetColumnSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("address") }),
  z.object({
    kind: z.literal("named"),
    name: z.string().min(1).max(10_000),
    nth: z.int().min(0),
    of: z.int().min(1),
  }),
]);
export type PresetColumn = z.infer<typeof presetColumnSchema>;

/** A saved export preset, applicable to any list. */
export const exportPresetSchema = z.object({
  name: z.string().trim().min(1).max(60),
  /** Its `columns` (by index) occur only in presets of earlier versions. */
  filter: resultFilterSchema,
  /** Filters on the list's own columns. */
  where: z
    .array(columnFilterSchema.omit({ column: true }).extend({ column: presetColumnSchema }))
    .max(20)
    .optional(),
  /** Columns to write, in this order; absent for all. */
  columns: z.array(presetColumnSchema).min(1).max(MAX_EXPORT_COLUMNS).optional(),
  format: exportFormatSchema,
  withVerdicts: z.boolean(),
  split: z.enum(["one", "per_verdict"]),
});
export type ExportPreset = z.infer<typeof exportPresetSchema>;

export const savedViewSchema = z.object({
  listId: listIdSchema,
  name: z.string().trim().min(1).max(60),
  filter: resultFilterSchema,
});
export type SavedView = z.infer<typeof savedViewSchema>;

export const settingsSchema = z.object({
  freshDays: z.int().min(0).max(3650),
  freshDaysUnknown: z.int().min(0).max(3650),
  /** Maximum price in credits for starting without confirmation; 0 to always ask. */
  startUnderCredits: z.int().min(0),
  deleteAfterFetch: z.boolean(),
  appearance: z.enum(["system", "light", "dark"]),
  notifications: z.boolean(),
  checkForUpdates: z.boolean(),
  accountId: z.string().nullable(),
  /** Look up the domains of every read list in DNS. */
  lookUpDomains: z.boolean(),
  referenceOverrides: z.array(referenceOverrideSchema).max(5000),
  exportPresets: z.array(exportPresetSchema).max(100),
  savedViews: z.array(savedViewSchema).max(1000),
  /** Files mapped by hand: their header and the source assigned to them. */
  mappings: z
    .array(
      z.object({
        header: z.string(),
        mapped: z.string().max(MAX_SOURCE_ID_LENGTH),
        name: z.string(),
        isOfMail: z.boolean(),
      }),
    )
    .max(200),
  /** The sender shown on reports. `logo` is a data URL. */
  agency: z.object({
    name: z.string().max(100),
    logo: z
      .string()
      .max(400_000)
      .regex(/^data:image\/png;base64,[A-Za-z0-9+/=]*$/)
      .nullable(),
  }),
  /** Time of the last suppression export per service, in Unix ms. */
  suppressionExports: z.partialRecord(z.enum(SUPPRESSION_SHAPES), z.number()),
});
export type Settings = z.infer<typeof settingsSchema>;
/** An entry of the `backups` folder. */
export const knownBackupSchema = z.object({
  id: z.string(),
  /** `replaced`: moved aside by a restore. `damaged`: moved aside at startup. `before_update`: only the journal. */
  kind: z.enum(["backup", "replaced", "damaged", "before_update"]),
  madeAt: z.number(),
  bytes: z.number(),
  /** Judged by names and sizes only; a restore verifies every byte. */
  whole: z.boolean(),
  path: z.string(),
});
export type KnownBackup = z.infer<typeof knownBackupSchema>;

/** A listed backup, or one at a path chosen by the user. */
export const backupSourceSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("backup"), id: z.string().max(100) }),
  z.object({ kind: z.literal("path"), path: z.string().min(1).max(4096) }),
]);
export type BackupSource = z.infer<typeof backupSourceSchema>;

export const appInfoSchema = z.object({
  version: z.string(),
  host: z.enum(["desktop", "browser", "command_line"]),
  platform: z.string(),
  dataDir: z.string(),
  dataBytes: z.number(),
  /** Unless it is `available`, keys stay in memory for this run only; `keychainDetail` holds the reason. */
  keychain: z.enum(["available", "locked", "refused", "no_answer", "no_service", "library_missing"]),
  keychainDetail: z.string(),
  /** Start with the sandbox account and the sample list. */
  demo: z.boolean(),
  serviceHost: z.string(),
  online: z.boolean(),
  /** The damage found at startup; the damaged data was moved aside. */
  storeProblem: problemSchema.nullable().optional(),
  /** The newest backup, offered if `storeProblem` is set. */
  lastBackup: z.string().nullable().optional(),
  licences: z.array(z.object({ name: z.string(), version: z.string(), licence: z.string() })),
});
export type AppInfo = z.infer<typeof appInfoSchema>;

export const appCalls = {
  "app.info": call(z.object({}), appInfoSchema),
  "settings.get": call(z.object({}), settingsSchema),
  "settings.set": call(settingsSchema.partial(), settingsSchema),
  /** Creates a backup in a new folder below `target`, or below the data folder's `backups`. */
  "app.backup": call(
    z.object({ target: z.object({ path: z.string().min(1).max(4096) }).optional() }),
    z.object({ path: z.string(), bytes: z.number() }),
  ),
  "app.backups": call(z.object({}), z.object({ backups: z.array(knownBackupSchema) })),
  /** Permanently deletes copies by id; ids that no longer exist count as deleted. Returns the remaining copies. */
  "app.deleteBackups": call(
    z.object({ ids: z.array(z.string().min(1).max(100)).min(1).max(10_000) }),
    z.object({ backups: z.array(knownBackupSchema) }),
  ),
  /** Replaces all data with a backup, except for suppression lists, which are merged. Event: `data.replaced`. */
  "app.restore": call(
    backupSourceSchema,
    z.object({
      path: z.string(),
      /** The folder that the replaced data was moved to. */
      aside: z.string(),
      paused: z.int(),
    }),
  ),
  /** Writes a redacted bundle for support requests. */
  "app.diagnostics": call(z.object({}), z.object({ path: z.string() })),
  "app.fault": call(z.object({ text: z.string().max(MAX_ERROR_REPORT_LENGTH) }), z.object({})),
  "app.online": call(z.object({ online: z.boolean() }), z.object({})),
} as const;

/** Calls implemented by the host because they need its window or system. */
export const hostCalls = {
  "host.pickFiles": call(
    z.object({ what: z.enum(["lists", "backup", "backup_target"]).default("lists") }),
    z.object({ sources: z.array(listSourceSchema) }),
  ),
  "host.pickTarget": call(
    z.object({ name: z.string().max(255) }),
    z.object({
      target: z
        .object({ path: z.string(), overwrite: z.boolean(), standing: fileStampSchema.optional() })
        .nullable(),
    }),
  ),
  "host.savePdf": call(
    z.object({
      target: z.object({
        path: z.string().max(4096),
        overwrite: z.boolean(),
        standing: fileStampSchema.optional(),
      }),
    }),
    z.object({ path: z.string() }),
  ),
  "host.showFile": call(z.object({ path: z.string().max(4096) }), z.object({})),
  "host.openFile": call(z.object({ path: z.string().max(4096) }), z.object({})),
  /** Starts dragging a file written by Winnow out of the window. */
  "host.dragFile": call(z.object({ path: z.string().max(4096) }), z.object({})),
} as const;
