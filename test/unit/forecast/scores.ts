import { meanOf } from "../../../electron/engine/forecast/beta.ts";
import {
  boundsOf,
  calibrate,
  forecast,
  type Observed,
  type Planned,
  rateOf,
} from "../../../electron/engine/forecast/model.ts";
import { type SimulatedWorld, simulate, type WorldOptions } from "./worlds.ts";

/** Accuracy of the rates of the model and of two simpler methods. */
export interface Scores {
  readonly worlds: number;
  /** Shares of worlds, and of groups by verdict and mail host, whose true rate is in the 90 % interval, 0 to 1. */
  readonly covered: number;
  readonly coveredGroups: number;
  /** Mean logarithmic loss per address; lower is better. */
  readonly loss: Readonly<Record<Method, number>>;
  /** Addresses kept within the same number of bounces. */
  readonly kept: Readonly<Record<Method, number>>;
}

/** `pooled`: one rate per verdict; `raw`: the domain's own rate, or the pooled one. */
export const METHODS = ["model", "pooled", "raw"] as const;
export type Method = (typeof METHODS)[number];

/** Share of a world's bounces allowed among the kept addresses, 0 to 1. */
const BOUNCE_BUDGET = 0.25;

export function score(seeds: readonly number[], options: WorldOptions = {}): Scores {
  const loss = { model: 0, pooled: 0, raw: 0 };
  const kept = { model: 0, pooled: 0, raw: 0 };
  let [covered, groups, coveredGroups, addresses] = [0, 0, 0, 0];
  for (const seed of seeds) {
    const world = simulate(seed, options);
    const calibration = calibrate(world.observed);
    if (isCovered(calibration, world.planned, world.bounces)) covered++;
    const at = new Map<string, number[]>();
    for (const [place, { verdict, host }] of world.planned.entries()) {
      const key = `${verdict} ${host}`;
      at.set(key, [...(at.get(key) ?? []), place]);
    }
    for (const places of at.values()) {
      groups++;
      const planned = places.flatMap((place) => world.planned[place] ?? []);
      if (
        isCovered(
          calibration,
          planned,
          places.map((place) => world.bounces[place] ?? 0),
        )
      )
        coveredGroups++;
    }
    const rates: Record<Method, (one: Planned) => number> = {
      model: (one) => meanOf(rateOf(calibration, one)),
      ...simpler(world.observed),
    };
    for (const way of METHODS) {
      loss[way] += lossOf(world, rates[way]);
      kept[way] += keptAt(world, rates[way]);
    }
    addresses += world.planned.reduce((sum, one) => sum + one.addresses, 0);
  }
  const mean = (sums: Record<Method, number>) => ({
    ...{ model: sums.model / addresses, pooled: sums.pooled / addresses, raw: sums.raw / addresses },
  });
  return {
    worlds: seeds.length,
    covered: covered / seeds.length,
    coveredGroups: coveredGroups / groups,
    loss: mean(loss),
    kept: mean(kept),
  };
}

function isCovered(
  calibration: ReturnType<typeof calibrate>,
  planned: readonly Planned[],
  bounces: readonly number[],
): boolean {
  const addresses = planned.reduce((sum, one) => sum + one.addresses, 0);
  const share = bounces.reduce((sum, one) => sum + one, 0) / addresses;
  const { low, high } = boundsOf(forecast(calibration, planned), addresses);
  return share >= low && share <= high;
}

function simpler(observed: readonly Observed[]): Record<"pooled" | "raw", (one: Planned) => number> {
  const rate = (own: readonly Observed[]) => {
    const sent = own.reduce((sum, one) => sum + one.sent, 0);
    return sent === 0 ? 0.05 : own.reduce((sum, one) => sum + one.bounced, 0) / sent;
  };
  const byVerdict = new Map(
    [...Map.groupBy(observed, (one) => one.verdict)].map(([key, own]) => [key, rate(own)]),
  );
  const key = (one: Pick<Planned, "verdict" | "domain">) => `${one.verdict} ${one.domain}`;
  const byDomain = new Map([...Map.groupBy(observed, key)].map(([name, own]) => [name, rate(own)]));
  const pooled = (one: Planned) => byVerdict.get(one.verdict) ?? 0.05;
  return { pooled, raw: (one) => byDomain.get(key(one)) ?? pooled(one) };
}

/** Rates are clamped by this margin, because a wrong rate of 0 or 1 has an infinite loss. */
const MIN_RATE = 1e-4;

function lossOf({ planned, bounces }: SimulatedWorld, rateOfOne: (one: Planned) => number): number {
  let sum = 0;
  for (const [at, one] of planned.entries()) {
    const rate = Math.min(1 - MIN_RATE, Math.max(MIN_RATE, rateOfOne(one)));
    const bounced = bounces[at] ?? 0;
    sum -= bounced * Math.log(rate) + (one.addresses - bounced) * Math.log(1 - rate);
  }
  return sum;
}

/** Returns the number of addresses kept, lowest rates first, until the budget of bounces is used up. */
function keptAt({ planned, bounces }: SimulatedWorld, rateOfOne: (one: Planned) => number): number {
  const order = [...planned.keys()].map((at) => ({ at, rate: rateOfOne(planned[at] as Planned) }));
  order.sort((a, b) => a.rate - b.rate);
  const most = BOUNCE_BUDGET * bounces.reduce((sum, one) => sum + one, 0);
  let [kept, bounced] = [0, 0];
  for (const { at } of order) {
    bounced += bounces[at] ?? 0;
    if (bounced > most) break;
    kept += planned[at]?.addresses ?? 0;
  }
  return kept;
}
