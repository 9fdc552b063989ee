import type { Insight, InsightCode } from "../../../../../shared/bridge/insights.ts";
import type { DomainFacts, Facts } from "./measures.ts";

/** An insight before its rows are counted. */
export type Found = Insight extends infer I ? (I extends Insight ? Omit<I, "rows"> : never) : never;

interface Rule {
  /** Minimum number of addresses. */
  readonly atLeast: number;
  /** Minimum share of the rule's total, 0 to 1. */
  readonly share: number;
  /** Weight per address when sorting insights; actionable ones weigh most. */
  readonly weight: number;
}

const RULES: Readonly<Record<InsightCode, Rule>> = {
  /** They explain why counts differ from those at the end of the cleaning. */
  bounced_since: { atLeast: 1, share: 0, weight: 2_000_000 },
  suppressed_since: { atLeast: 1, share: 0, weight: 1_000_000 },
  /** Typos that are not deliverable; share of the list's addresses. */
  likely_typos: { atLeast: 3, share: 0.001, weight: 4 },
  /** Share of the addresses that were deliverable then. */
  turned_bad: { atLeast: 5, share: 0.01, weight: 3 },
  /** Share of all unknown addresses. */
  host_silent: { atLeast: 10, share: 0.05, weight: 2 },
  unknowns_at_domain: { atLeast: 20, share: 0.5, weight: 2 },
  /** Share of the verified addresses. */
  disposable_many: { atLeast: 10, share: 0.02, weight: 2 },
  accept_all_domain: { atLeast: 10, share: 0.01, weight: 1 },
  /** Share of all role addresses. */
  roles_at_company: { atLeast: 8, share: 0.05, weight: 1 },
};

/** A domain's share of unknown addresses must be this many times that of the list. */
const DISPROPORTION_FACTOR = 2;
/** A company with more than this share of the list is not worth an insight. */
const NEARLY_ALL = 0.5;

/** Returns the insights by descending weight, with at most one about a domain's unknown addresses. */
export function insightsOf(facts: Facts): Found[] {
  const found = [
    changedSince("bounced_since", facts.changed.bounced),
    changedSince("suppressed_since", facts.changed.suppressed),
    likelyTypos(facts),
    newlyUndeliverable(facts),
    unknowns(facts),
    disposableMany(facts),
    acceptAll(facts),
    rolesAtCompany(facts),
  ].flatMap((one) => one ?? []);
  return found.sort((a, b) => weightOf(b) - weightOf(a));
}

function weightOf({ code, addresses }: Found): number {
  return RULES[code].weight * addresses;
}

function isWorth(code: InsightCode, addresses: number, of: number): boolean {
  const { atLeast, share } = RULES[code];
  return addresses >= atLeast && addresses >= share * of;
}

function mostOf(
  facts: Facts,
  count: (one: DomainFacts) => number,
  holds: (one: DomainFacts) => boolean,
): DomainFacts | null {
  let most: DomainFacts | null = null;
  for (const one of facts.domains) if (holds(one) && (most === null || count(one) > count(most))) most = one;
  return most;
}

function changedSince(code: "bounced_since" | "suppressed_since", addresses: number): Found | null {
  return isWorth(code, addresses, 0) ? { code, addresses, filter: { reasons: [code] } } : null;
}

function likelyTypos({ typos, addresses }: Facts): Found | null {
  if (!isWorth("likely_typos", typos.addresses, addresses)) return null;
  return {
    code: "likely_typos",
    ...typos,
    filter: { likelyTypo: true, exclude: { verdicts: ["deliverable"] } },
  };
}

function newlyUndeliverable({ earlier }: Facts): Found | null {
  if (earlier === null || !isWorth("turned_bad", earlier.turned, earlier.deliverable)) return null;
  const { cleaningId, listId, name, at, turned } = earlier;
  return {
    code: "turned_bad",
    since: cleaningId,
    name,
    at,
    addresses: turned,
    filter: {
      turned: { since: { cleaningId, listId }, from: "deliverable", to: "undeliverable" },
      exclude: { reasons: ["imported"] },
    },
  };
}

/** A silent mail host explains its domain's unknown addresses better than their share does. */
function unknowns(facts: Facts): Found | null {
  const silent = mostOf(
    facts,
    (one) => one.silent,
    // For large providers a few unanswered addresses say nothing about the host.
    (one) => one.isOwn && one.silent === one.verified && isWorth("host_silent", one.silent, facts.unknown),
  );
  const most = mostOf(
    facts,
    (one) => one.unknown,
    (one) =>
      isWorth("unknowns_at_domain", one.unknown, facts.unknown) &&
      one.unknown * facts.verified >= DISPROPORTION_FACTOR * one.verified * facts.unknown,
  );
  if (silent !== null && (most === null || silent.silent >= most.unknown || silent.domain === most.domain))
    return {
      code: "host_silent",
      domain: silent.domain,
      addresses: silent.silent,
      filter: { verdicts: ["unknown"], domains: [silent.domain], reasons: ["service"] },
    };
  if (most === null) return null;
  return {
    code: "unknowns_at_domain",
    domain: most.domain,
    unknown: facts.unknown,
    addresses: most.unknown,
    filter: { verdicts: ["unknown"], domains: [most.domain], exclude: { reasons: ["missing"] } },
  };
}

function disposableMany({ disposable, verified }: Facts): Found | null {
  if (!isWorth("disposable_many", disposable.addresses, verified)) return null;
  return { code: "disposable_many", ...disposable, filter: { flags: ["disposable"], likelyTypo: false } };
}

function acceptAll(facts: Facts): Found | null {
  const most = mostOf(
    facts,
    (one) => one.acceptAll,
    (one) =>
      // For a disposable domain, being disposable is the more useful fact.
      one.disposable === 0 &&
      one.acceptAll === one.verified &&
      isWorth("accept_all_domain", one.acceptAll, facts.verified),
  );
  if (most === null) return null;
  const { domain, acceptAll: addresses } = most;
  const filter = { verdicts: ["accept_all" as const], domains: [domain] };
  return { code: "accept_all_domain", domain, addresses, filter };
}

function rolesAtCompany(facts: Facts): Found | null {
  const most = mostOf(
    facts,
    (one) => one.roles,
    (one) =>
      one.isOwn &&
      one.addresses <= facts.addresses * NEARLY_ALL &&
      isWorth("roles_at_company", one.roles, facts.roles),
  );
  if (most === null) return null;
  const { domain, roles: addresses } = most;
  return { code: "roles_at_company", domain, addresses, filter: { flags: ["role"], domains: [domain] } };
}
