import { z } from "zod";
import { MAIL_HOSTS } from "../mail-hosts.ts";
import { PROVIDERS, REASONS, SEGMENTS } from "../segments.ts";
import { FLAGS, RESULT_SOURCES } from "../verdicts.ts";
import { call } from "./call.ts";
import { cleaningIdSchema, verdictCountsSchema, verdictSchema } from "./cleanings.ts";
import { COMPARISON_KINDS, MOST_FOUND, ROW_CLASSES } from "./constants.ts";
import { listIdSchema } from "./lists.ts";

export const flagSchema = z.enum(FLAGS);

const rowClassSchema = z.enum(ROW_CLASSES);

export const columnFilterSchema = z.object({
  column: z.int().min(0).max(10_000),
  op: z.enum(["contains", "equals", "is_empty", "is_not_empty"]),
  value: z.string().max(1000).default(""),
});

const segmentSchema = z.enum(SEGMENTS);
/** Where a row's verdict is from, or why it has none; see REASONS. */
const reasonSchema = z.enum(REASONS);
const mailHostSchema = z.enum(MAIL_HOSTS);
const providerSchema = z.enum(PROVIDERS);

/** Longer cells are counted, and cannot be chosen. */
export const LONGEST_CHOSEN = 1000;
const chosenCellsSchema = z.array(z.string().max(LONGEST_CHOSEN)).max(200).optional();

const choiceSchema = z.object({
  /** `none`: rows without a verdict (malformed, suppressed, not verified). Repeated rows carry their address's verdict. */
  verdicts: z.array(z.union([verdictSchema, z.literal("none")])).optional(),
  /** Rows with at least one of these flags. */
  flags: z.array(flagSchema).optional(),
  domains: z.array(z.string().max(255)).max(200).optional(),
  reasons: z.array(reasonSchema).optional(),
  /** Rows without an address have none. */
  providers: z.array(providerSchema).optional(),
  /** Rows whose domain DNS was not asked about have none. */
  mailHosts: z.array(mailHostSchema).optional(),
});

/** Rows that pass every part of the filter; an absent part lets everything through. */
export const resultFilterSchema = choiceSchema.extend({
  /** Rows with any of these are left out, whatever else is chosen. */
  exclude: choiceSchema.optional(),
  /** Rows whose address is likely mistyped, no correction of it being accepted; false: the others. */
  likelyTypo: z.boolean().optional(),
  /** Rows whose cell is one of `values`, and none of `exclude`; case and blanks around do not count. */
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
  /** See SEGMENTS. `leaveOutSuppressed` then only says behind which segment suppressed rows are; absent: as the cleaning was started. */
  segments: z.array(segmentSchema).optional(),
  /** Rows whose address had the verdict `from` in an earlier cleaning, and has `to` now. */
  turned: z
    .object({
      since: z.object({ cleaningId: cleaningIdSchema, listId: listIdSchema }),
      from: verdictSchema,
      to: verdictSchema,
    })
    .optional(),
  /** Rows whose address is expected to bounce at most at that rate (0..1), see `forecast.results`. */
  bounceRate: z.number().min(0).max(1).optional(),
  /** Part of the address, or of any cell with `searchAll`; case does not count. */
  search: z.string().max(400).optional(),
  searchAll: z.boolean().optional(),
  columns: z.array(columnFilterSchema).max(20).optional(),
  classes: z.array(rowClassSchema).optional(),
  overridden: z.enum(["keep", "drop"]).optional(),
  /** Apply the user's marks: a row marked keep passes whatever its verdict, one marked drop never does. */
  applyOverrides: z.boolean().optional(),
  /** Leave out rows whose address cell names somebody on a suppression list now, marked keep or not. Exports, absent: as the cleaning was started. */
  leaveOutSuppressed: z.boolean().optional(),
  /** Leave out rows that the user marked so, whatever else is said of them; no other row passes because of a mark. */
  leaveOutMarked: z.enum(["keep", "drop"]).optional(),
  /** Leave out rows with the flag `unwanted`, but for those marked keep. */
  leaveOutUnwanted: z.boolean().optional(),
  /** Let rows through whose address cell is empty, whatever else is asked for, but for those marked drop. */
  keepEmpty: z.boolean().optional(),
});
export type ResultFilter = z.infer<typeof resultFilterSchema>;

/** So many rows are named by their numbers. */
const MOST_NUMBERED = 500_000;
const rowNumbersSchema = z.array(z.int().min(0)).max(MOST_NUMBERED);

/** Rows that the user selected in the table: some by their numbers, or all that it shows under a filter but for some. */
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
  /** As exports write them: the address cell with its accepted correction. */
  cells: z.array(z.string()),
  /** The address cell as it stands in the file, where an accepted correction took its place. */
  corrected: z.object({ column: z.int(), before: z.string() }).optional(),
  class: rowClassSchema,
  /** Its address cell names somebody who is on a suppression list now; absent: it does not. */
  suppressed: z.boolean().optional(),
  verdict: verdictSchema.nullable(),
  flags: z.array(flagSchema),
  /** Its domain looks mistyped: the address that may be meant; null: not known any more. Absent: it does not. */
  likelyTypo: z.object({ meant: z.string().nullable() }).optional(),
  verifiedAt: z.number().nullable(),
  source: z.enum(RESULT_SOURCES).nullable(),
  reason: reasonSchema,
  /** Who answers for its domain's mail; absent: DNS was not asked. */
  mailHost: mailHostSchema.optional(),
  mark: z.enum(["keep", "drop"]).nullable(),
});
export type ResultRow = z.infer<typeof resultRowSchema>;

/** Everything that the top of the results screen shows. Counts are of rows; verdict counts + none = rows. */
export const summarySchema = z.object({
  cleaningId: cleaningIdSchema,
  columns: z.array(z.string()),
  addressColumn: z.int(),
  rows: z.int(),
  verdictRows: verdictCountsSchema,
  noneRows: z.int(),
  /** Distinct addresses per verdict. */
  verdictAddresses: verdictCountsSchema,
  flagRows: z.record(flagSchema, z.int()),
  classRows: z.record(rowClassSchema, z.int()),
  /** Domains with the most undeliverable rows first; `verified`: their rows that have a verdict. */
  domains: z.array(
    z.object({ domain: z.string(), verified: z.int(), undeliverable: z.int(), risky: z.int() }),
  ),
  /** Distinct addresses that would have cost a credit each, had they not been known or suppressed. */
  saved: z.int(),
  missing: z.int(),
  /** Rows whose address cell names somebody on a suppression list now, whatever was so when the cleaning was started. */
  suppressedRows: z.int().optional(),
  /** Mistyped addresses whose correction the user accepted. */
  corrections: z.int().optional(),
  marks: z.object({ keep: z.int(), drop: z.int() }),
  /** Who answers for mail is known of some domain. */
  mailHosts: z.boolean().optional(),
  /** Whether there is a mark to take back, and one that was taken back. */
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
  /** The list is in the bin. */
  inBin: z.boolean().optional(),
  /** The sandbox made it up: no service verified the address. */
  sandbox: z.boolean(),
});

/** `none`: no verdict (not verified, or suppressed). */
const verdictOrNoneSchema = z.union([verdictSchema, z.literal("none")]);

const sideSchema = z.object({
  verdict: verdictOrNoneSchema,
  flags: z.array(flagSchema),
  verifiedAt: z.number().nullable(),
});

/** One address of a comparison; a side is null where that list does not hold it. */
export const comparedSchema = z.object({
  address: z.string(),
  left: sideSchema.nullable(),
  right: sideSchema.nullable(),
});
export type Compared = z.infer<typeof comparedSchema>;

/**
 * Counts are of distinct addresses; those in both lists: same + changed + gained + lost + none. With new, they are those
 * of `right`; with left, those of `left`.
 */
export const comparisonSchema = z.object({
  counts: z.object({
    same: z.int(),
    changed: z.int(),
    gained: z.int(),
    lost: z.int(),
    /** Without a verdict in either. */
    none: z.int(),
    new: z.int(),
    left: z.int(),
  }),
  /** How many went from which verdict to which, those that stayed the same among them; pairs without any are absent. */
  moves: z.array(z.object({ from: verdictOrNoneSchema, to: verdictOrNoneSchema, addresses: z.int() })),
  /** Rows of the asked kind that pass `from` and `to`. */
  total: z.int(),
  rows: z.array(comparedSchema),
});
export type Comparison = z.infer<typeof comparisonSchema>;

/** What to look for in the lists that are kept. */
export const holdingQuestionSchema = z.discriminatedUnion("kind", [
  /** Every address, and every cell that holds none, with this in it. */
  z.object({ kind: z.literal("part"), text: z.string().trim().min(1).max(400) }),
  z.object({ kind: z.literal("address"), address: z.string().trim().min(1).max(400) }),
]);
export type HoldingQuestion = z.infer<typeof holdingQuestionSchema>;

/** `isCell`: the address cell as it stands: no address could be made of it, or it holds more than the row's own. */
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

/** Up to which list it was looked. */
const placeSchema = z.object({ at: z.number(), id: z.string().max(200) });

/** What some of the lists hold: `looked` of all `of` were looked into by now. */
export const holdingWindowSchema = z.object({
  /** Those with anything of it, newest first. */
  lists: z.array(
    z.object({
      /** Null: the list was never cleaned. */
      cleaningId: cleaningIdSchema.nullable(),
      listId: z.string(),
      name: z.string(),
      inBin: z.boolean(),
      /** It was cleaned in the sandbox: its verdicts are made up. */
      sandbox: z.boolean(),
      /** Addresses and cells that match; `addresses` names the first of them. */
      found: z.int(),
      addresses: z.array(heldAddressSchema),
    }),
  ),
  looked: z.int(),
  of: z.int(),
  /** Of those in this window, lists that could not be looked into. */
  unread: z.int(),
  /** Where to go on; null: all were looked into. */
  next: placeSchema.nullable(),
});
export type HoldingWindow = z.infer<typeof holdingWindowSchema>;

const query = { cleaningId: cleaningIdSchema, filter: resultFilterSchema, sort: resultSortSchema };

export const resultCalls = {
  /** What changed between `left` (before) and `right` (after), joined by address; a window of it in list order. */
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
  /** A window of the filtered, sorted rows. A newer `sequence` from the same `page` makes older ones answer `cancelled`. */
  "results.rows": call(
    z.object({
      ...query,
      offset: z.int().min(0),
      limit: z.int().min(1).max(500),
      sequence: z.int().default(0),
      /** Who counts `sequence`: two windows count apart. */
      page: z.string().max(64).optional(),
    }),
    z.object({ total: z.int(), sequence: z.int(), rows: z.array(resultRowSchema) }),
  ),
  "results.row": call(
    z.object({ cleaningId: cleaningIdSchema, row: z.int().min(0) }),
    z.object({
      row: resultRowSchema,
      address: z.string().nullable(),
      /** The service's own line for this address. */
      serviceRow: z.string().nullable(),
      history: z.array(historyEntrySchema),
      markReason: z.string().nullable(),
    }),
  ),
  /** Marks rows; `decision` null clears the mark. Undo and redo step through these. */
  "results.mark": call(
    z.object({
      cleaningId: cleaningIdSchema,
      ...selectedRowsSchema.shape,
      /** With a filter: how many rows passed it when it was chosen. Where it is another number by now, nothing is marked. */
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
   * Which lists that are kept hold an address, whether it has a verdict of its own or not; those in the bin, too. Looks
   * into some of them at a time, newest first: go on from `next`.
   */
  "results.holding": call(
    z.object({ question: holdingQuestionSchema, from: placeSchema.nullable().default(null) }),
    holdingWindowSchema,
  ),
  /** Was this address ever checked? Across every list, newest first. */
  "results.history": call(
    z.object({
      search: z.string().min(1).max(400),
      limit: z.int().min(1).max(MOST_FOUND).default(50),
    }),
    z.object({
      /** Further addresses that match, without their history: with those in `addresses`, MOST_FOUND at most. */
      further: z.array(z.string()),
      /** There are more than those. */
      more: z.boolean(),
      addresses: z.array(
        z.object({
          address: z.string(),
          /** It is on a suppression list now. */
          suppressed: z.boolean(),
          entries: z.array(historyEntrySchema),
        }),
      ),
    }),
  ),
} as const;
