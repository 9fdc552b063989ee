import { z } from "zod";
import { call } from "./call.ts";
import { cleaningIdSchema } from "./cleanings.ts";
import { resultFilterSchema } from "./results.ts";

/** Values that are named at most of one facet. */
const MOST_VALUES = 200;

const named = {
  /** The values with the most rows, so many of them. */
  top: z.int().min(0).max(MOST_VALUES).default(20),
  /** Only values with this in them; case does not count. */
  search: z.string().max(400).default(""),
};

/** What is to be counted. `typo`: its only value is `likely`. */
export const facetAskSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["verdict", "reason", "flag", "provider", "typo", "mail_host"]) }),
  z.object({ kind: z.literal("domain"), ...named }),
  z.object({ kind: z.literal("column"), column: z.int().min(0).max(10_000), ...named }),
]);
export type FacetAsk = z.output<typeof facetAskSchema>;

/** Ranges of equal width over the whole column; `from` ≤ value < `to`, of the last one ≤. Dates: Unix milliseconds, UTC. */
export const histogramSchema = z.object({
  kind: z.enum(["number", "date"]),
  bins: z.array(z.object({ from: z.number(), to: z.number(), rows: z.int() })),
});
export type Histogram = z.infer<typeof histogramSchema>;

export const facetSchema = z.object({
  kind: z.enum(["verdict", "reason", "flag", "provider", "typo", "mail_host", "domain", "column"]),
  /** Of a column. */
  column: z.int().optional(),
  /** Rows that pass all of the filter but this facet's own choice, and those of them that have a value here. */
  rows: z.int(),
  filled: z.int(),
  /** Values with any of those rows, and how many of these hold `search`. */
  distinct: z.int(),
  matching: z.int(),
  /**
   * `rows`: what the query answers when this value alone is chosen here, and the rest of the filter stays. Verdicts,
   * reasons, flags and providers: all, in their own order. Domains and cells: those with the most rows first, then those
   * chosen or excluded that are not among them; a cell as it is first written in the list.
   */
  values: z.array(z.object({ value: z.string(), rows: z.int() })),
  /** Of a column: null where it does not hold numbers or dates throughout. */
  histogram: histogramSchema.nullable().optional(),
});
export type Facet = z.infer<typeof facetSchema>;

/** Marks are the table's own here: counts of what a single verdict would show have no meaning with `applyOverrides`. */
export const facetFilterSchema = resultFilterSchema.omit({ applyOverrides: true });
export type FacetFilter = z.infer<typeof facetFilterSchema>;

export const facetCalls = {
  /** Counts of rows by value under a filter; each facet ignores its own choice. A newer `sequence` as of `results.rows`. */
  "results.facets": call(
    z.object({
      cleaningId: cleaningIdSchema,
      filter: facetFilterSchema,
      facets: z.array(facetAskSchema).min(1).max(20),
      sequence: z.int().default(0),
      page: z.string().max(64).optional(),
    }),
    /** `total`: rows that pass the whole filter. In the order asked for. */
    z.object({ total: z.int(), sequence: z.int(), facets: z.array(facetSchema) }),
  ),
} as const;
