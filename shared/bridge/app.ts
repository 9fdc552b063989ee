import { z } from "zod";
import { MOST_SOURCE_ID } from "../mapping.ts";
import { problemSchema } from "../problems.ts";
import { SUPPRESSION_SHAPES } from "../suppression-shapes.ts";
import { call } from "./call.ts";
import { MOST_FAULT_TEXT, REFERENCE_KINDS } from "./constants.ts";
import { exportFormatSchema, MOST_WRITTEN_COLUMNS } from "./exports.ts";
import { listIdSchema, listSourceSchema } from "./lists.ts";
import { columnFilterSchema, resultFilterSchema } from "./results.ts";
import { standingSchema } from "./standing.ts";

/** The user's own word on an entry of a reference list: a domain or, of `role`, what stands before the @. Folded. */
export const referenceOverrideSchema = z.object({
  kind: z.enum(REFERENCE_KINDS),
  entry: z.string().trim().toLowerCase().min(1).max(255),
  /** Whether it belongs on that list. */
  listed: z.boolean(),
  /** Of a listed typo: the domain that is meant. */
  meant: z.string().trim().toLowerCase().min(3).max(255).optional(),
});
export type ReferenceOverride = z.infer<typeof referenceOverrideSchema>;

/** A column of whichever list: the one that holds its addresses, or the `nth` (from 0) of `of` columns of a name. */
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

/** A way to export that the user saved under a name, for whichever list: which rows and columns, in which form. */
export const exportPresetSchema = z.object({
  name: z.string().trim().min(1).max(60),
  /** Its `columns`, which are numbers, stand in presets of earlier versions only. */
  filter: resultFilterSchema,
  /** What the rows hold in the list's own columns. */
  where: z
    .array(columnFilterSchema.omit({ column: true }).extend({ column: presetColumnSchema }))
    .max(20)
    .optional(),
  /** Those that are written, in this order; absent: all. */
  columns: z.array(presetColumnSchema).min(1).max(MOST_WRITTEN_COLUMNS).optional(),
  format: exportFormatSchema,
  withVerdicts: z.boolean(),
  split: z.enum(["one", "per_verdict"]),
});
export type ExportPreset = z.infer<typeof exportPresetSchema>;

/** A filter of one list's rows that the user saved under a name. */
export const savedViewSchema = z.object({
  listId: listIdSchema,
  name: z.string().trim().min(1).max(60),
  filter: resultFilterSchema,
});
export type SavedView = z.infer<typeof savedViewSchema>;

export const settingsSchema = z.object({
  freshDays: z.int().min(0).max(3650),
  freshDaysUnknown: z.int().min(0).max(3650),
  /** Start without asking when the price is at most this many credits; 0: always ask. */
  startUnderCredits: z.int().min(0),
  deleteAfterFetch: z.boolean(),
  appearance: z.enum(["system", "light", "dark"]),
  notifications: z.boolean(),
  checkForUpdates: z.boolean(),
  /** The account that new cleanings use. */
  accountId: z.string().nullable(),
  /** Ask DNS about the domains of every list that is read. */
  lookUpDomains: z.boolean(),
  referenceOverrides: z.array(referenceOverrideSchema).max(5000),
  exportPresets: z.array(exportPresetSchema).max(100),
  savedViews: z.array(savedViewSchema).max(1000),
  /** Files that were mapped by hand: their columns, and the source that they were said to be. */
  mappings: z
    .array(
      z.object({
        header: z.string(),
        mapped: z.string().max(MOST_SOURCE_ID),
        name: z.string(),
        isOfMail: z.boolean(),
      }),
    )
    .max(200),
  /** Who reports are from. `logo`: a picture, as a data URL. */
  agency: z.object({
    name: z.string().max(100),
    logo: z
      .string()
      .max(400_000)
      .regex(/^data:image\/png;base64,[A-Za-z0-9+/=]*$/)
      .nullable(),
  }),
  /** When the suppression was handed back to each service last, in Unix milliseconds. */
  suppressionExports: z.partialRecord(z.enum(SUPPRESSION_SHAPES), z.number()),
});
export type Settings = z.infer<typeof settingsSchema>;
/** What lies in the `backups` folder. */
export const knownBackupSchema = z.object({
  id: z.string(),
  /** `replaced`: moved aside by a restore. `damaged`: put aside at a start. `before_update`: the journal alone. */
  kind: z.enum(["backup", "replaced", "damaged", "before_update"]),
  /** Unix milliseconds. */
  madeAt: z.number(),
  bytes: z.number(),
  /** As far as names and sizes tell; a restore looks at every byte. */
  whole: z.boolean(),
  path: z.string(),
});
export type KnownBackup = z.infer<typeof knownBackupSchema>;

/** Which backup: one that is listed, or one that the user shows. */
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
  /** `session`: keys live in memory for this run only; `keychainDetail` says why. */
  keychain: z.enum(["available", "locked", "refused", "no_answer", "no_service", "library_missing"]),
  keychainDetail: z.string(),
  /** Open Winnow on the sandbox with the sample list at hand. */
  demo: z.boolean(),
  serviceHost: z.string(),
  online: z.boolean(),
  /** What was found damaged at the start, and was put aside. */
  storeProblem: problemSchema.nullable().optional(),
  /** The newest backup, to be offered then. */
  lastBackup: z.string().nullable().optional(),
  licences: z.array(z.object({ name: z.string(), version: z.string(), licence: z.string() })),
});
export type AppInfo = z.infer<typeof appInfoSchema>;

/** Calls that the engine answers. */
export const appCalls = {
  "app.info": call(z.object({}), appInfoSchema),
  "settings.get": call(z.object({}), settingsSchema),
  "settings.set": call(settingsSchema.partial(), settingsSchema),
  /** Makes a new folder below `target`, or below the data folder's `backups`. */
  "app.backup": call(
    z.object({ target: z.object({ path: z.string().min(1).max(4096) }).optional() }),
    z.object({ path: z.string(), bytes: z.number() }),
  ),
  "app.backups": call(z.object({}), z.object({ backups: z.array(knownBackupSchema) })),
  /**
   * Deletes what `app.backups` lists, for good, each by its id; what is gone already counts as deleted. Answers what is
   * still there.
   */
  "app.deleteBackups": call(
    z.object({ ids: z.array(z.string().min(1).max(100)).min(1).max(10_000) }),
    z.object({ backups: z.array(knownBackupSchema) }),
  ),
  /** Replaces all data by a backup's, but for suppression lists, to which those of it are added; done when this answers. Pages are told by the event `data.replaced`. */
  "app.restore": call(
    backupSourceSchema,
    z.object({
      /** The backup's own folder. */
      path: z.string(),
      /** Where what was there before is now. */
      aside: z.string(),
      /** Cleanings that came back unfinished: they are paused. */
      paused: z.int(),
    }),
  ),
  /** Writes a redacted bundle to send with a question. */
  "app.diagnostics": call(z.object({}), z.object({ path: z.string() })),
  /** What the page could not draw, for the log. */
  "app.fault": call(z.object({ text: z.string().max(MOST_FAULT_TEXT) }), z.object({})),
  /** The page heard from its system that the network came or went. */
  "app.online": call(z.object({ online: z.boolean() }), z.object({})),
} as const;

/** Calls that the host answers, because they touch its window or its system. */
export const hostCalls = {
  "host.pickFiles": call(
    z.object({ what: z.enum(["lists", "backup", "backup_target"]).default("lists") }),
    z.object({ sources: z.array(listSourceSchema) }),
  ),
  "host.pickTarget": call(
    z.object({ name: z.string().max(255) }),
    z.object({
      target: z
        .object({ path: z.string(), overwrite: z.boolean(), standing: standingSchema.optional() })
        .nullable(),
    }),
  ),
  /** Writes what the window shows, as it prints, into a PDF file. */
  "host.savePdf": call(
    z.object({
      target: z.object({
        path: z.string().max(4096),
        overwrite: z.boolean(),
        standing: standingSchema.optional(),
      }),
    }),
    z.object({ path: z.string() }),
  ),
  "host.showFile": call(z.object({ path: z.string().max(4096) }), z.object({})),
  "host.openFile": call(z.object({ path: z.string().max(4096) }), z.object({})),
  /** Lets the pointer carry a file that Winnow wrote out of the window. */
  "host.dragFile": call(z.object({ path: z.string().max(4096) }), z.object({})),
} as const;
