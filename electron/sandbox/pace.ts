/** Speed of a job. Stored with it, so that its state depends only on itself and the clock. */
export interface Pace {
  /** Duration of `preparing`, in ms. */
  readonly prepare: number;
  /** Addresses per second; Infinity for immediate results. */
  readonly perSecond: number;
  /** Maximum duration of a verification, in seconds. */
  readonly longest: number;
}

const DEMO: Pace = { prepare: 1500, perSecond: 400, longest: 4 };

/**
 * Returns the pace for a speed factor. 1 is suitable for watching: 1.5 s of preparation, then 400 addresses per second,
 * or the whole list within 4 s. Infinity is immediate.
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

export function rateOf({ perSecond, longest }: Pace, total: number): number {
  return Math.max(perSecond, total / longest);
}
