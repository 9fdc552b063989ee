import { VERDICTS_OR_NONE, type VerdictOrNone } from "../../../shared/verdicts.ts";
import { type Beta, betaByMoments, betaOf, logLikelihood, meanOf, quantile, varianceOf } from "./beta.ts";

/** Mail sent to a domain's addresses with a verdict, and the hard bounces among it. */
export interface Observed {
  readonly verdict: VerdictOrNone;
  readonly host: string;
  readonly domain: string;
  readonly sent: number;
  readonly bounced: number;
}

/** Verdict, mail host and domain of addresses; `domain` is `null` for several domains without a rate of their own. */
export interface Place {
  readonly verdict: VerdictOrNone;
  readonly host: string;
  readonly domain: string | null;
}

export interface Planned extends Place {
  readonly addresses: number;
  /** Sum of the squared number of addresses per domain. */
  readonly squares: number;
}

/** Minimum number sent for a domain or mail host to get its own rate. */
const LEAST_SENT = 30;
/** Priors by rule of thumb, weak enough to be outweighed by the user's first campaign. */
const COLD_START: Readonly<Record<VerdictOrNone, Beta>> = {
  deliverable: { hits: 3.5, misses: 496.5 },
  accept_all: { hits: 1.5, misses: 23.5 },
  unknown: { hits: 1.5, misses: 13.5 },
  undeliverable: { hits: 8, misses: 2 },
  none: { hits: 1, misses: 11 },
};
/** Candidate strengths of the shared rate, in observations. */
const STRENGTHS = [0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096];

/** Below this many allowed bounces, a single chance bounce would be a large share. */
const FEW_BOUNCES = 3;

/** Factor on a forecast's variance for the uncertainty of the strengths. */
const CAUTION = 1.1;

interface Cluster {
  readonly sent: number;
  readonly bounced: number;
}

export interface HostRates {
  readonly sent: number;
  readonly bounced: number;
  readonly rate: Beta;
  /** Domains with enough sent, keyed by name with a leading `@`. */
  readonly domains: Readonly<Record<string, DomainRate>>;
}

export interface DomainRate {
  readonly sent: number;
  readonly bounced: number;
  readonly rate: Beta;
}

export interface VerdictRates {
  readonly sent: number;
  readonly bounced: number;
  readonly rate: Beta;
  /** Correlation of two addresses at the same host, 0 to 1. */
  readonly withinHosts: number;
  /** Additional correlation of two addresses at the same domain, 0 to 1. */
  readonly withinDomains: number;
  readonly hosts: Readonly<Record<string, HostRates>>;
}

export type Calibration = Readonly<Record<VerdictOrNone, VerdictRates>>;

/**
 * Estimates hard bounce rates by verdict, host and domain: empirical Bayes with shrinkage per level (docs/forecast.md).
 */
export function calibrate(observed: readonly Observed[]): Calibration {
  const of = (verdict: VerdictOrNone) =>
    ratesOf(
      COLD_START[verdict],
      observed.filter((one) => one.verdict === verdict),
    );
  return {
    deliverable: of("deliverable"),
    accept_all: of("accept_all"),
    unknown: of("unknown"),
    undeliverable: of("undeliverable"),
    none: of("none"),
  };
}

function ratesOf(prior: Beta, observed: readonly Observed[]): VerdictRates {
  const byHost = [...Map.groupBy(observed, ({ host }) => host)];
  const all = total(observed);
  const pooled = meanOf(posterior(prior, all));
  const withinDomains = estimateCorrelation(
    byHost.flatMap(([, domains]) => {
      const own = total(domains);
      const mean = (own.bounced + pooled * 2) / (own.sent + 2);
      return domains.map((domain) => ({ ...domain, mean }));
    }),
  );
  const hosts = byHost.map(([host, domains]) => ({
    host,
    domains,
    ...total(domains),
    told: effectiveSample(domains, withinDomains),
  }));
  let rate = prior;
  let withinHosts = 0;
  // The rate and the spread of the hosts depend on each other, so iterate.
  for (let round = 0; round < 2; round++) {
    const mean = round === 0 ? pooled : meanOf(rate);
    withinHosts = estimateCorrelation(hosts.map(({ told: sampleSize }) => ({ ...sampleSize, mean })));
    const told = effectiveSample(
      hosts.map((one) => one.told),
      withinHosts,
    );
    rate = posterior(prior, told);
  }
  const shared = betaOf(meanOf(rate), strengthOf(withinHosts));
  return {
    ...all,
    rate,
    withinHosts,
    withinDomains,
    hosts: Object.fromEntries(
      hosts.map(({ host, domains, sent, bounced, told }): [string, HostRates] => {
        const own = posterior(shared, told);
        return [
          host,
          { sent, bounced, rate: own, domains: domainRates(domains, meanOf(own), withinDomains) },
        ];
      }),
    ),
  };
}

function domainRates(domains: readonly Observed[], mean: number, within: number): Record<string, DomainRate> {
  const shared = betaOf(mean, strengthOf(within));
  return Object.fromEntries(
    domains
      .filter(({ sent }) => sent >= LEAST_SENT)
      .map(({ domain, sent, bounced }): [string, DomainRate] => [
        `@${domain}`,
        { sent, bounced, rate: posterior(shared, { sent, bounced }) },
      ]),
  );
}

/** Returns the posterior. */
function posterior({ hits, misses }: Beta, { sent, bounced }: Cluster): Beta {
  return { hits: hits + bounced, misses: misses + sent - bounced };
}

function total(clusters: readonly Cluster[]): { sent: number; bounced: number } {
  let [sent, bounced] = [0, 0];
  for (const one of clusters) {
    sent += one.sent;
    bounced += one.bounced;
  }
  return { sent, bounced };
}

/** Returns the effective sample of clusters: many observations in one cluster say little about the others. */
function effectiveSample(clusters: readonly Cluster[], within: number): Cluster {
  let [sent, bounced] = [0, 0];
  for (const one of clusters) {
    const weight = 1 / (1 + Math.max(0, one.sent - 1) * within);
    sent += one.sent * weight;
    bounced += one.bounced * weight;
  }
  return { sent, bounced };
}

const strengthOf = (within: number) => 1 / within - 1;

/** Estimates the correlation within a cluster (0 to 1) from the spread of the clusters around their means. */
function estimateCorrelation(clusters: readonly (Cluster & { readonly mean: number })[]): number {
  // Without data, the prior applies to all clusters alike.
  if (clusters.length === 0) return 1 / (1 + Math.max(...STRENGTHS));
  const weighed = STRENGTHS.map((strength) =>
    clusters.reduce(
      (sum, { sent, bounced, mean }) =>
        sent < 1 ? sum : sum + logLikelihood(bounced, sent, betaOf(mean, strength)),
      0,
    ),
  );
  const most = Math.max(...weighed);
  let [sum, all] = [0, 0];
  for (const [at, strength] of STRENGTHS.entries()) {
    const weight = Math.exp((weighed[at] ?? 0) - most);
    sum += weight / (strength + 1);
    all += weight;
  }
  return sum / all;
}

interface Sum {
  addresses: number;
  expected: number;
  /** Variance of the expected number of bounces. */
  variance: number;
  /** Additional variance by chance. */
  chance: number;
}

/** Returns the share of `planned` that will bounce; without `withChance`, the expected share. */
export function forecast(calibration: Calibration, planned: readonly Planned[], withChance = true): Beta {
  let [expected, variance, addresses] = [0, 0, 0];
  const byVerdict = Map.groupBy(planned, (one) => one.verdict);
  for (const verdict of VERDICTS_OR_NONE) {
    const sum = ofVerdict(calibration[verdict], byVerdict.get(verdict) ?? []);
    expected += sum.expected;
    variance += sum.variance + (withChance ? sum.chance : 0);
    addresses += sum.addresses;
  }
  if (addresses === 0) return betaOf(0.5, 2);
  return betaByMoments(expected / addresses, (CAUTION * variance) / (addresses * addresses));
}

/** Returns the most specific known rate of an address. */
export function rateOf(calibration: Calibration, { verdict, host, domain }: Place): Beta {
  const { hosts, rate } = calibration[verdict];
  const own = hosts[host];
  const hasRate = own !== undefined && own.sent >= LEAST_SENT;
  return domainRate(own, domain) ?? (hasRate ? own.rate : rate);
}

function domainRate(own: HostRates | undefined, domain: string | null): Beta | undefined {
  return domain === null ? undefined : own?.domains[`@${domain}`]?.rate;
}

/** Returns whether enough was sent to report a measured rate instead of a rule of thumb. */
export const isKnown = ({ sent }: Pick<VerdictRates, "sent">) => sent >= LEAST_SENT;

/** Returns the highest rate such that at most the share `most` bounces of all addresses up to it, or `null`. */
export function rateWithin(
  calibration: Calibration,
  planned: readonly Planned[],
  most: number,
): number | null {
  const rated = planned
    .map((one) => ({ one, rate: expectedRate(calibration, one) }))
    .sort((a, b) => a.rate - b.rate);
  // Groups with equal rates stay together.
  const ends = rated.flatMap(({ rate }, at) => (rate === rated[at + 1]?.rate ? [] : [at + 1]));
  const upTo = (place: number) => rated.slice(0, ends[place]).map(({ one }) => one);
  let [kept, over] = [-1, ends.length];
  while (over - kept > 1) {
    const middle = (kept + over) >>> 1;
    if (isWithin(calibration, upTo(middle), most)) kept = middle;
    else over = middle;
  }
  return rated[(ends[kept] ?? 0) - 1]?.rate ?? null;
}

/** Returns whether at most the share `most` bounces, by the upper bound (for few, of the expected share). */
export function isWithin(calibration: Calibration, planned: readonly Planned[], most: number): boolean {
  const addresses = sizeOf(planned);
  if (addresses * most >= FEW_BOUNCES)
    return boundsOf(forecast(calibration, planned), addresses).high <= most;
  return addresses === 0 || quantile(forecast(calibration, planned, false), 0.95) <= most;
}

export function expectedRate(calibration: Calibration, one: Place): number {
  return meanOf(rateOf(calibration, one));
}

const sizeOf = (planned: readonly Planned[]) => planned.reduce((sum, { addresses }) => sum + addresses, 0);

/** Median and 90 % interval of the share that bounces, rounded outwards to whole addresses. */
export interface Bounds {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

export function boundsOf(rate: Beta, addresses: number): Bounds {
  if (addresses === 0) return { low: 0, middle: 0, high: 0 };
  return {
    low: Math.floor(addresses * quantile(rate, 0.05)) / addresses,
    middle: quantile(rate, 0.5),
    high: Math.ceil(addresses * quantile(rate, 0.95)) / addresses,
  };
}

function ofVerdict(rates: VerdictRates, groups: readonly Planned[]): Sum {
  const sum: Sum = { addresses: 0, expected: 0, variance: 0, chance: 0 };
  const { withinDomains, withinHosts } = rates;
  const mean = meanOf(rates.rate);
  let byVerdict = 0;
  for (const [host, domains] of Map.groupBy(groups, (one) => one.host)) {
    const own = rates.hosts[host];
    const hasRate = own !== undefined && own.sent >= LEAST_SENT;
    const rate = hasRate ? meanOf(own.rate) : mean;
    let byHost = 0;
    for (const { domain, addresses, squares } of domains) {
      const known = domainRate(own, domain);
      const p = known === undefined ? rate : meanOf(known);
      const spread = known === undefined ? rate * (1 - rate) * withinDomains : varianceOf(known);
      sum.addresses += addresses;
      sum.expected += addresses * p;
      // Each address gets one message: what it doesn't share with its domain is independent chance.
      sum.variance += squares * spread;
      sum.chance += addresses * Math.max(0, p * (1 - p) - spread);
      if (known === undefined) byHost += addresses;
    }
    const shared = hasRate ? varianceOf(own.rate) : mean * (1 - mean) * withinHosts;
    sum.variance += byHost * byHost * shared;
    if (!hasRate) byVerdict += byHost;
  }
  sum.variance += byVerdict * byVerdict * varianceOf(rates.rate);
  return sum;
}
