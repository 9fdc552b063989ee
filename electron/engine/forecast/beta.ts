import jStat from "jstat";

/** Beta distribution of a rate, as if `hits` and `misses` had been observed; both positive, maybe fractional. */
export interface Beta {
  readonly hits: number;
  readonly misses: number;
}

export const meanOf = ({ hits, misses }: Beta) => hits / (hits + misses);
export function varianceOf({ hits, misses }: Beta): number {
  const all = hits + misses;
  return (hits * misses) / (all * all * (all + 1));
}

/** Returns the distribution with this mean that weighs as much as `strength` observations. */
export function betaOf(mean: number, strength: number): Beta {
  return { hits: mean * strength, misses: (1 - mean) * strength };
}

/** Returns the distribution with this mean and variance, clamped to what a beta distribution can have. */
export function betaByMoments(mean: number, variance: number): Beta {
  const inside = Math.min(1 - 1e-9, Math.max(1e-9, mean));
  const most = inside * (1 - inside);
  return betaOf(inside, Math.max(1e-3, most / Math.min(most * 0.999, Math.max(variance, 1e-12)) - 1));
}

export function quantile({ hits, misses }: Beta, share: number): number {
  return jStat.beta.inv(share, hits, misses);
}

/** Returns the log-likelihood of `hits` among `of`, up to a constant, if rates are distributed as `rates`. */
export function logLikelihood(hits: number, of: number, rates: Beta): number {
  return lnBeta(hits + rates.hits, of - hits + rates.misses) - lnBeta(rates.hits, rates.misses);
}

function lnBeta(a: number, b: number): number {
  return jStat.gammaln(a) + jStat.gammaln(b) - jStat.gammaln(a + b);
}
