/** One run of one contestant. */
export interface Sample {
  readonly milliseconds: number;
  readonly peakMegabytes: number;
  /** The longest time for which the main thread answered nothing; null: it has none to speak of. */
  readonly gapMilliseconds: number | null;
}

/** One way to do a task. `run` prepares what it needs outside the time it reports. */
export interface Contestant {
  readonly name: string;
  run(): Promise<Sample>;
}

/** Medians over the runs of one contestant. */
export interface Medians extends Sample {
  readonly name: string;
}

/** Runs the contestants in turns, `runs` times each, so that what disturbs the machine disturbs them all alike. */
export async function inTurns(contestants: readonly Contestant[], runs: number): Promise<Medians[]> {
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

/** The value below which `share` of the values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(at)] ?? Number.NaN, sorted[Math.ceil(at)] ?? Number.NaN];
  return low + (high - low) * (at - Math.floor(at));
}
