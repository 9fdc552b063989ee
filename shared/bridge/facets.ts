import { z } from "zod";
import { call } from "./call.ts";
import { cleaningIdSchema } from "./cleanings.ts";
import { resultFilterSchema } from "./results.ts";

const MAX_VALUES = 200;

const named = {
  /** Return this many values, those with the most rows first. */
  top: z.int().min(0).max(MAX_VALUES).default(20),
  /** Only values that contain this text, ignoring case. */
  search: z.string().max(400).default(""),
};

/** A facet to count. `typo` has the single value `likely`. */
export const facetRequestSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["verdict", "reason", "flag", "provider", "typo", "mail_host"]) }),
  z.object({ kind: z.literal("domain"), ...named }),
  z.object({ kind: z.literal("column"), column: z.int().min(0).max(10_000), ...named }),
]);
export type FacetRequest = z.output<typeof facetRequestSchema>;

/** Bins of equal width: `from` ≤ value < `to`, inclusive for the last bin. Dates are in Unix ms, UTC. */
export const histogramSchema = z.object({
  kind: z.enum(["number", "date"]),
  bins: z.array(z.object({ from: z.number(), to: z.number(), rows: z.int() })),
});
export type Histogram = z.infer<typeof histogramSchema>;

export const facetSchema = z.object({
  kind: z.enum(["verdict", "reason", "flag", "provider", "typo", "mail_host", "domain", "column"]),
  column: z.int().optional(),
  /** Rows that pass the filter without this facet's own choice. */
  rows: z.int(),
  /** Of these rows, those with a value. */
  filled: z.int(),
  /** Distinct values among those rows. */
  distinct: z.int(),
  /** Distinct values that match `search`. */
  matching: z.int(),
  /**
   * `rows` is the result count if only this value were chosen in the facet. Verdicts, reasons, flags and providers are
   * complete, in their own order. Domains and cells are sorted by rows; chosen or excluded values beyond the limit are
   * appended. Cells keep their first spelling in the list.
   */
  values: z.array(z.object({ value: z.string(), rows: z.int() })),
  /** For a column: `null` unless all of its values are numbers or all are dates. */
  histogram: histogramSchema.nullable().optional(),
});
export type Facet = z.infer<typeof facetSchema>;

/** Without `applyOverrides`: marks would make per-verdict counts meaningless. */
export const facetFilterSchema = resultFilterSchema.omit({ applyOverrides: true });
export type FacetFilter = z.infer<typeof facetFilterSchema>;

export const facetCalls = {
  /** Counts rows by value; each facet ignores its own choice. For `sequence`, see `results.rows`. */
  "results.facets": call(
    z.object({
      cleaningId: cleaningIdSchema,
      filter: facetFilterSchema,
      facets: z.array(facetRequestSchema).min(1).max(20),
      sequence: z.int().default(0),
      page: z.string().max(64).optional(),
    }),
    /** `total`: rows that pass the whole filter. Facets are in the requested order. */
    z.object({ total: z.int(), sequence: z.int(), facets: z.array(facetSchema) }),
  ),
} as const;
