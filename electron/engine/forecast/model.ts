import { STANDINGS, type Standing } from "../../../shared/forecast.ts";
import { type Beta, betaByMoments, betaOf, logLikelihood, meanOf, quantile, varianceOf } from "./beta.ts";

/** What was sent to the addresses of a domain with that verdict, and how much of it bounced because of the address. */
export interface Observed {
  readonly verdict: Standing;
  readonly host: string;
  readonly domain: string;
  readonly sent: number;
  readonly bounced: number;
}

/** Whose addresses they are; `domain` null: several, none of which has a rate of its own. */
export interface Place {
  readonly verdict: Standing;
  readonly host: string;
  readonly domain: string | null;
}

/** Addresses that would be sent to. */
export interface Planned extends Place {
  readonly addresses: number;
  /** The squares of how many there are at each domain, in all. */
  readonly squares: number;
}

/** Below so many sent, a domain and a mail host have no rate of their own. */
const LEAST_SENT = 30;
/** What bounces by rule of thumb, as of a few observations: a campaign of one's own soon outweighs it. */
const COLD_START: Readonly<Record<Standing, Beta>> = {
  deliverable: { hits: 3.5, misses: 496.5 },
  accept_all: { hits: 1.5, misses: 23.5 },
  unknown: { hits: 1.5, misses: 13.5 },
  undeliverable: { hits: 8, misses: 2 },
  none: { hits: 1, misses: 11 },
};
/** How firmly children share their parent's rate: the candidates, as observations. */
const STRENGTHS = [0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096];

/** Of so few addresses that fewer bounces are allowed, one by chance would be a large share. */
const FEW_BOUNCES = 3;

/** On the variance of a forecast, for what the strengths above are not certain of. */
const CAUTION = 1.1;

interface Cluster {
  readonly sent: number;
  readonly bounced: number;
}

export interface HostRates {
  readonly sent: number;
  readonly bounced: number;
  /** The rate of the host over its domains. */
  readonly rate: Beta;
  /** Of domains with enough sent, by their names with a leading `@`. */
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
  /** The rate over all hosts. */
  readonly rate: Beta;
  /** Of two addresses of one host, and of one domain beyond that: how much their rates have in common. */
  readonly withinHosts: number;
  readonly withinDomains: number;
  readonly hosts: Readonly<Record<string, HostRates>>;
}

export type Calibration = Readonly<Record<Standing, VerdictRates>>;

/**
 * Rates of hard bounces by verdict, mail host and domain: empirical Bayes, each level shrunk towards the one above by how
 * much its children differ (docs/forecast.md).
 */
export function calibrate(observed: readonly Observed[]): Calibration {
  const of = (verdict: Standing) =>
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
  const pooled = meanOf(seen(prior, all));
  const withinDomains = sharedBy(
    byHost.flatMap(([, domains]) => {
      const own = total(domains);
      const mean = (own.bounced + pooled * 2) / (own.sent + 2);
      return domains.map((domain) => ({ ...domain, mean }));
    }),
  );
  const hosts = byHost.map(([host, domains]) => ({
    ...{ host, domains, ...total(domains) },
    told: effective(domains, withinDomains),
  }));
  let rate = prior;
  let withinHosts = 0;
  // The rate and how far hosts differ from it depend on one another.
  for (let round = 0; round < 2; round++) {
    const mean = round === 0 ? pooled : meanOf(rate);
    withinHosts = sharedBy(hosts.map(({ told }) => ({ ...told, mean })));
    const told = effective(
      hosts.map((one) => one.told),
      withinHosts,
    );
    rate = seen(prior, told);
  }
  const shared = betaOf(meanOf(rate), strengthOf(withinHosts));
  return {
    ...{ ...all, rate, withinHosts, withinDomains },
    hosts: Object.fromEntries(
      hosts.map(({ host, domains, sent, bounced, told }): [string, HostRates] => {
        const own = seen(shared, told);
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
        { sent, bounced, rate: seen(shared, { sent, bounced }) },
      ]),
  );
}

/** A distribution, once that was seen too. */
function seen({ hits, misses }: Beta, { sent, bounced }: Cluster): Beta {
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

/** What clusters tell of the rate over all of them: much sent to one of them tells little of the others. */
function effective(clusters: readonly Cluster[], within: number): Cluster {
  let [sent, bounced] = [0, 0];
  for (const one of clusters) {
    const weight = 1 / (1 + Math.max(0, one.sent - 1) * within);
    sent += one.sent * weight;
    bounced += one.bounced * weight;
  }
  return { sent, bounced };
}

const strengthOf = (within: number) => 1 / within - 1;

/** How much the rates within a cluster have in common (0..1), from how clusters differ from their means. */
function sharedBy(clusters: readonly (Cluster & { readonly mean: number })[]): number {
  // A rule of thumb is about all of them.
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

/** Addresses that share what is known of their rate. */
interface Sum {
  addresses: number;
  expected: number;
  /** Of the number of bounces that is expected, and beyond that by chance. */
  variance: number;
  chance: number;
}

/** The share of `planned` that will bounce, as a distribution; without chance: that is expected to. */
export function forecast(calibration: Calibration, planned: readonly Planned[], withChance = true): Beta {
  let [expected, variance, addresses] = [0, 0, 0];
  const byVerdict = Map.groupBy(planned, (one) => one.verdict);
  for (const verdict of STANDINGS) {
    const sum = ofVerdict(calibration[verdict], byVerdict.get(verdict) ?? []);
    expected += sum.expected;
    variance += sum.variance + (withChance ? sum.chance : 0);
    addresses += sum.addresses;
  }
  if (addresses === 0) return betaOf(0.5, 2);
  return betaByMoments(expected / addresses, (CAUTION * variance) / (addresses * addresses));
}

/** What is known of the rate of an address. */
export function rateOf(calibration: Calibration, { verdict, host, domain }: Place): Beta {
  const { hosts, rate } = calibration[verdict];
  const own = hosts[host];
  const hasRate = own !== undefined && own.sent >= LEAST_SENT;
  return domainRate(own, domain) ?? (hasRate ? own.rate : rate);
}

function domainRate(own: HostRates | undefined, domain: string | null): Beta | undefined {
  return domain === null ? undefined : own?.domains[`@${domain}`]?.rate;
}

/** Whether so many were sent that their own rate is told, and not a rule of thumb. */
export const isKnown = ({ sent }: Pick<VerdictRates, "sent">) => sent >= LEAST_SENT;

/**
 * The highest expected rate so that of everybody with at most that rate no more than a share `most` bounces, by the upper
 * bound of the forecast; null: nobody can be sent to.
 */
export function rateWithin(
  calibration: Calibration,
  planned: readonly Planned[],
  most: number,
): number | null {
  const rated = planned
    .map((one) => ({ one, rate: expectedRate(calibration, one) }))
    .sort((a, b) => a.rate - b.rate);
  // Groups of one rate stay together.
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

/** Whether no more than the share `most` bounces, by the upper bound; of few addresses, no more than that is expected to. */
export function isWithin(calibration: Calibration, planned: readonly Planned[], most: number): boolean {
  const addresses = sizeOf(planned);
  if (addresses * most >= FEW_BOUNCES)
    return boundsOf(forecast(calibration, planned), addresses).high <= most;
  return addresses === 0 || quantile(forecast(calibration, planned, false), 0.95) <= most;
}

/** The share of such addresses that is expected to bounce. */
export function expectedRate(calibration: Calibration, one: Place): number {
  return meanOf(rateOf(calibration, one));
}

const sizeOf = (planned: readonly Planned[]) => planned.reduce((sum, { addresses }) => sum + addresses, 0);

/** Nine of ten times the share that bounces lies within these; of whole addresses. */
export interface Bounds {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

/** The median, and a 90 % interval, of what will bounce of so many addresses, as shares. */
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
  // Of hosts without a rate of their own, in all.
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
      // Each is sent to once: what one does not share with its domain is a toss of its own.
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
