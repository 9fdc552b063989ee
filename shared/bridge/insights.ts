import { z } from "zod";
import { call } from "./call.ts";
import { cleaningIdSchema } from "./cleanings.ts";
import { resultFilterSchema } from "./results.ts";

export const MAX_INSIGHTS = 3;

const shown = {
  addresses: z.int(),
  /** Filter that shows the rows. */
  filter: resultFilterSchema,
  /** Number of rows that the filter shows. */
  rows: z.int(),
};

/** An insight as structured values; the view makes the sentence. */
export const insightSchema = z.discriminatedUnion("code", [
  /** Bounced after their verdict: they count as undeliverable. */
  z.object({ code: z.literal("bounced_since"), ...shown }),
  /** Suppressed after their verdict. */
  z.object({ code: z.literal("suppressed_since"), ...shown }),
  /** The service has no verdict for any address at this domain. */
  z.object({ code: z.literal("host_silent"), domain: z.string(), ...shown }),
  /** `addresses` of all `unknown` addresses are at this domain, far more than its share of the list. */
  z.object({ code: z.literal("unknowns_at_domain"), domain: z.string(), unknown: z.int(), ...shown }),
  z.object({ code: z.literal("accept_all_domain"), domain: z.string(), ...shown }),
  /** Likely typos that are not deliverable, at `domains` mistyped domains. */
  z.object({ code: z.literal("likely_typos"), domains: z.int(), ...shown }),
  z.object({ code: z.literal("roles_at_company"), domain: z.string(), ...shown }),
  /** Deliverable in the previous cleaning, undeliverable now. `at`: start of the previous cleaning. */
  z.object({
    code: z.literal("turned_bad"),
    since: cleaningIdSchema,
    name: z.string(),
    at: z.number(),
    ...shown,
  }),
  z.object({ code: z.literal("disposable_many"), domains: z.int(), ...shown }),
]);
export type Insight = z.infer<typeof insightSchema>;
export type InsightCode = Insight["code"];

export const insightCalls = {
  /** Returns insights, the most important first; empty while a cleaning is in progress. */
  "results.insights": call(
    z.object({ cleaningId: cleaningIdSchema }),
    z.object({ insights: z.array(insightSchema).max(MAX_INSIGHTS) }),
  ),
} as const;
