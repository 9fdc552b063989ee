/** How fast a job moves. Kept with the job, so that its state depends on nothing but itself and the clock. */
export interface Pace {
  /** Milliseconds in `preparing`. */
  readonly prepare: number;
  /** Addresses verified in a second; Infinity: all at once. */
  readonly perSecond: number;
  /** Seconds that no list takes longer than. */
  readonly longest: number;
}

const DEMO: Pace = { prepare: 1500, perSecond: 400, longest: 4 };

/**
 * The pace at `speed`: 1 is made for watching (1.5 s of preparation, then 400 addresses a second, or the whole list in 4 s), 10 is ten
 * times as fast, Infinity is at once.
 */
export function paceAt(speed: number): Pace {
  if (!(speed > 0)) throw new RangeError("The speed is a number above 0.");
  if (speed === Number.POSITIVE_INFINITY)
    return { prepare: 0, perSecond: Number.POSITIVE_INFINITY, longest: Number.POSITIVE_INFINITY };
  return {
    prepare: DEMO.prepare / speed,
    perSecond: DEMO.perSecond * speed,
    longest: DEMO.longest / speed,
  };
}

/** Addresses of a list of `total` that are verified in a second. */
export function rateOf({ perSecond, longest }: Pace, total: number): number {
  return Math.max(perSecond, total / longest);
}
