import type { Observed } from "../../../electron/engine/forecast/model.ts";
import { atDomain, type PlannedGroup } from "../../../electron/engine/forecast/planned.ts";
import { VERDICTS, type Verdict } from "../../../shared/verdicts.ts";

/** Simulated mailings with known true rates: past (`observed`) and future (`planned`). */
export interface SimulatedWorld {
  readonly observed: readonly Observed[];
  readonly planned: readonly PlannedGroup[];
  readonly bounces: readonly number[];
}

/** Returns a seeded generator of numbers from 0 to 1 (mulberry32). */
function numbersOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const normal = (next: () => number) => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
const logistic = (x: number) => 1 / (1 + Math.exp(-x));
const logit = (p: number) => Math.log(p / (1 - p));

function binomialSample(next: () => number, times: number, rate: number): number {
  if (times > 2_000)
    return Math.min(
      times,
      Math.max(0, Math.round(times * rate + normal(next) * Math.sqrt(times * rate * (1 - rate)))),
    );
  let hits = 0;
  for (let at = 0; at < times; at++) if (next() < rate) hits++;
  return hits;
}

const MEANS: Readonly<Record<Verdict, number>> = {
  deliverable: 0.008,
  accept_all: 0.08,
  unknown: 0.12,
  undeliverable: 0.7,
};
const SHARES: Readonly<Record<Verdict, number>> = {
  deliverable: 0.6,
  accept_all: 0.25,
  unknown: 0.15,
  undeliverable: 0,
};

export interface WorldOptions {
  readonly domains?: number;
  readonly hosts?: number;
  /** Spread of hosts, and of the domains of a host: standard deviations on the logistic scale. */
  readonly hostSpread?: number;
  readonly domainSpread?: number;
  /** Share of the domains whose bounces are never reported. */
  readonly unreportedShare?: number;
  /** Share of the planned domains that were never sent to. */
  readonly neverSentShare?: number;
}

/** Simulates hosts with different rates and domains of all sizes, some of which never report a bounce. */
export function simulate(seed: number, options: WorldOptions = {}): SimulatedWorld {
  const {
    domains = 2_000,
    hosts = 14,
    hostSpread = 0.8,
    domainSpread = 0.7,
    unreportedShare = 0.05,
    neverSentShare = 0.3,
  } = options;
  const next = numbersOf(seed);
  const rateOfHost = new Map<string, number>();
  const hostRate = (verdict: Verdict, host: number) => {
    const key = `${verdict} ${host}`;
    const rate = rateOfHost.get(key) ?? logit(MEANS[verdict]) + hostSpread * normal(next);
    rateOfHost.set(key, rate);
    return rate;
  };
  const observed: Observed[] = [];
  const planned: PlannedGroup[] = [];
  const bounces: number[] = [];
  for (let number = 0; number < domains; number++) {
    // Few hosts have most domains, and few domains most addresses.
    const host = Math.floor(hosts * next() ** 2);
    const size = Math.ceil(2 / (next() + 0.004) ** 0.9);
    const isSilent = next() < unreportedShare;
    const isFresh = next() < neverSentShare;
    for (const verdict of VERDICTS) {
      if (SHARES[verdict] === 0) continue;
      const rate = logistic(hostRate(verdict, host) + domainSpread * normal(next));
      const reportedRate = isSilent ? 0 : rate;
      const sent = binomialSample(next, size * 3, SHARES[verdict]);
      const again = binomialSample(next, size * 2, SHARES[verdict]);
      const place = { verdict, host: `h${host}`, domain: `d${number}.example` };
      if (!isFresh && sent > 0)
        observed.push({ ...place, sent, bounced: binomialSample(next, sent, reportedRate) });
      if (again === 0) continue;
      planned.push(atDomain(place, again));
      bounces.push(binomialSample(next, again, reportedRate));
    }
  }
  return { observed, planned, bounces };
}
