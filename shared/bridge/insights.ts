import { z } from "zod";
import { call } from "./call.ts";
import { cleaningIdSchema } from "./cleanings.ts";
import { resultFilterSchema } from "./results.ts";

/** So many things are worth knowing at once. */
export const MOST_INSIGHTS = 3;

const shown = {
  /** Distinct addresses it is about. */
  addresses: z.int(),
  /** What shows their rows, and how many they are. */
  filter: resultFilterSchema,
  rows: z.int(),
};

/** One thing worth knowing, in values; its sentence is made where it is shown. */
export const insightSchema = z.discriminatedUnion("code", [
  /** The service has no answer for any of the addresses at this domain. */
  z.object({ code: z.literal("host_silent"), domain: z.string(), ...shown }),
  /** Of all `unknown` addresses, `addresses` are at this domain: far more than its share of the list. */
  z.object({ code: z.literal("unknowns_at_domain"), domain: z.string(), unknown: z.int(), ...shown }),
  /** Every verified address at this domain is accept-all. */
  z.object({ code: z.literal("accept_all_domain"), domain: z.string(), ...shown }),
  /** Likely mistyped and not deliverable, at so many mistyped domains. */
  z.object({ code: z.literal("likely_typos"), domains: z.int(), ...shown }),
  /** Role addresses of one company. */
  z.object({ code: z.literal("roles_at_company"), domain: z.string(), ...shown }),
  /** Deliverable in the previous cleaning of the same people, undeliverable now. `at`: when that was begun. */
  z.object({
    code: z.literal("turned_bad"),
    since: cleaningIdSchema,
    name: z.string(),
    at: z.number(),
    ...shown,
  }),
  /** At disposable domains, so many of them. */
  z.object({ code: z.literal("disposable_many"), domains: z.int(), ...shown }),
]);
export type Insight = z.infer<typeof insightSchema>;
export type InsightCode = Insight["code"];

export const insightCalls = {
  /** The most important first; none while a cleaning is under way, and where nothing is worth a sentence. */
  "results.insights": call(
    z.object({ cleaningId: cleaningIdSchema }),
    z.object({ insights: z.array(insightSchema).max(MOST_INSIGHTS) }),
  ),
} as const;
