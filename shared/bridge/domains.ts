import { z } from "zod";
import { call } from "./call.ts";
import { listIdSchema } from "./lists.ts";

/**
 * Why a domain cannot receive mail. `null_mx`: it says so itself (RFC 7505); `no_domain`: there is no such domain;
 * `no_host`: neither a mail server nor an address is known of it.
 */
export const DEAD_REASONS = ["null_mx", "no_domain", "no_host"] as const;
export type DeadReason = (typeof DEAD_REASONS)[number];

/**
 * Why nothing is said of any domain. `offline`: DNS gives no usable answers. `answers_all`: it answers for names that cannot
 * exist, as the login page of a Wi-Fi does.
 */
export const NO_LOOK = ["offline", "answers_all"] as const;
export type NoLook = (typeof NO_LOOK)[number];

/** No more domains are named. */
export const MOST_DEAD_NAMED = 500;

const deadDomainSchema = z.object({ domain: z.string(), why: z.enum(DEAD_REASONS), addresses: z.int() });
export type DeadDomain = z.infer<typeof deadDomainSchema>;

/** What DNS says of a list's domains. */
export const domainsLookedSchema = z.object({
  domains: z.int(),
  /** Those of which nothing is known: an error is never a verdict. */
  unclear: z.int(),
  noLook: z.enum(NO_LOOK).nullable(),
  /** Domains that cannot receive mail, and the distinct addresses at them. */
  deadDomains: z.int(),
  deadAddresses: z.int(),
  /** Those with most addresses. */
  dead: z.array(deadDomainSchema).max(MOST_DEAD_NAMED),
  /** Likely typos at such domains, with a correction to be accepted; folded. */
  deadTypos: z.array(z.string()),
});
export type DomainsLooked = z.infer<typeof domainsLookedSchema>;

export const domainCalls = {
  /**
   * Asks DNS about every domain of a list that was not asked about in the last day. Only the domains' names leave the machine,
   * to the system's resolver. Progress: event `domains.progress`.
   */
  "domains.look": call(z.object({ listId: listIdSchema }), domainsLookedSchema),
  /** Stops a look that is under way: it answers with what it has found, and names no domain dead that it has not looked at again. */
  "domains.stop": call(z.object({ listId: listIdSchema }), z.object({})),
} as const;
