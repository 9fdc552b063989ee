import jStat from "jstat";

/** A distribution of a rate: as if `hits` and `misses` had been seen. Both above 0, not whole as a rule. */
export interface Beta {
  readonly hits: number;
  readonly misses: number;
}

export const meanOf = ({ hits, misses }: Beta) => hits / (hits + misses);
export function varianceOf({ hits, misses }: Beta): number {
  const all = hits + misses;
  return (hits * misses) / (all * all * (all + 1));
}

/** With that mean, and as firm as so many observations. */
export function betaOf(mean: number, strength: number): Beta {
  return { hits: mean * strength, misses: (1 - mean) * strength };
}

/** With that mean and variance, as far as a beta distribution goes. */
export function betaByMoments(mean: number, variance: number): Beta {
  const inside = Math.min(1 - 1e-9, Math.max(1e-9, mean));
  const most = inside * (1 - inside);
  return betaOf(inside, Math.max(1e-3, most / Math.min(most * 0.999, Math.max(variance, 1e-12)) - 1));
}

/** The rate below which `share` of the distribution lies. */
export function quantile({ hits, misses }: Beta, share: number): number {
  return jStat.beta.inv(share, hits, misses);
}

/** Logarithm of the chance of `hits` among `of` under rates so distributed, but for what does not depend on them. */
export function logLikelihood(hits: number, of: number, rates: Beta): number {
  return lnBeta(hits + rates.hits, of - hits + rates.misses) - lnBeta(rates.hits, rates.misses);
}

function lnBeta(a: number, b: number): number {
  return jStat.gammaln(a) + jStat.gammaln(b) - jStat.gammaln(a + b);
}
