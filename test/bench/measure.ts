export interface Sample {
  readonly milliseconds: number;
  readonly peakMegabytes: number;
  /** Longest time the main thread was blocked; `null` if it is not measured. */
  readonly gapMilliseconds: number | null;
}

/** A way to do a task. `run` prepares outside the time that it reports. */
export interface Contestant {
  readonly name: string;
  run(): Promise<Sample>;
}

export interface Medians extends Sample {
  readonly name: string;
}

/** Runs the contestants alternately, `runs` times each, so that disturbances affect all equally. */
export async function runAlternately(contestants: readonly Contestant[], runs: number): Promise<Medians[]> {
  const samples = contestants.map((): Sample[] => []);
  for (let run = 0; run < runs; run++) {
    for (const [at, contestant] of contestants.entries()) samples[at]?.push(await contestant.run());
  }
  return contestants.map(({ name }, at) => ({ name, ...mediansOf(samples[at] ?? []) }));
}

function mediansOf(samples: readonly Sample[]): Sample {
  const gaps = samples.flatMap(({ gapMilliseconds }) => gapMilliseconds ?? []);
  return {
    milliseconds: median(samples.map((sample) => sample.milliseconds)),
    peakMegabytes: median(samples.map((sample) => sample.peakMegabytes)),
    gapMilliseconds: gaps.length === 0 ? null : median(gaps),
  };
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Returns the quantile of the values, interpolated linearly. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(at)] ?? Number.NaN, sorted[Math.ceil(at)] ?? Number.NaN];
  return low + (high - low) * (at - Math.floor(at));
}
