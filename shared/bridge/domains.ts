import { z } from "zod";
import { call } from "./call.ts";
import { listIdSchema } from "./lists.ts";

/**
 * Reasons why a domain cannot receive mail. `null_mx`: it publishes a null MX (RFC 7505). `no_domain`: it does not
 * exist. `no_host`: it has neither an MX nor an address record.
 */
export const DEAD_REASONS = ["null_mx", "no_domain", "no_host"] as const;
export type DeadReason = (typeof DEAD_REASONS)[number];

/**
 * Reasons why a lookup is inconclusive for all domains. `offline`: DNS doesn't respond properly. `answers_all`: DNS
 * resolves names that cannot exist, as captive portals do.
 */
export const INCONCLUSIVE_REASONS = ["offline", "answers_all"] as const;
export type InconclusiveReason = (typeof INCONCLUSIVE_REASONS)[number];

export const MAX_DEAD_DOMAINS = 500;

const deadDomainSchema = z.object({ domain: z.string(), why: z.enum(DEAD_REASONS), addresses: z.int() });
export type DeadDomain = z.infer<typeof deadDomainSchema>;

export const domainLookupSchema = z.object({
  domains: z.int(),
  /** Domains without a clear answer. An error never marks a domain dead. */
  unclear: z.int(),
  noLook: z.enum(INCONCLUSIVE_REASONS).nullable(),
  deadDomains: z.int(),
  deadAddresses: z.int(),
  /** The dead domains with the most addresses. */
  dead: z.array(deadDomainSchema).max(MAX_DEAD_DOMAINS),
  /** Likely typos at dead domains that have a proposed correction; folded. */
  deadTypos: z.array(z.string()),
});
export type DomainLookup = z.infer<typeof domainLookupSchema>;

export const domainCalls = {
  /**
   * Looks up all domains of a list that were not looked up in the last day. Sends only domain names, to the system's
   * resolver. Progress: event `domains.progress`.
   */
  "domains.look": call(z.object({ listId: listIdSchema }), domainLookupSchema),
  /** Stops a lookup, which resolves with partial results. Domains not rechecked are not reported dead. */
  "domains.stop": call(z.object({ listId: listIdSchema }), z.object({})),
} as const;
