/** Speed of a job. Stored with it, so that its state depends only on itself and the clock. */
export interface Pace {
  /** Duration of `preparing`, in ms. */
  readonly prepareMs: number;
  /** Addresses per second; Infinity for immediate results. */
  readonly addressesPerSecond: number;
  /** Maximum duration of a verification, in seconds. */
  readonly maxSeconds: number;
}

const DEMO: Pace = { prepareMs: 1500, addressesPerSecond: 400, maxSeconds: 4 };

/**
 * Returns the pace for a speed factor. 1 is suitable for watching: 1.5 s of preparation, then 400 addresses per second,
 * or the whole list within 4 s. Infinity is immediate.
 */
export function paceAt(speed: number): Pace {
  if (!(speed > 0)) throw new RangeError("The speed is a number above 0.");
  if (speed === Number.POSITIVE_INFINITY)
    return {
      prepareMs: 0,
      addressesPerSecond: Number.POSITIVE_INFINITY,
      maxSeconds: Number.POSITIVE_INFINITY,
    };
  return {
    prepareMs: DEMO.prepareMs / speed,
    addressesPerSecond: DEMO.addressesPerSecond * speed,
    maxSeconds: DEMO.maxSeconds / speed,
  };
}

export function rateOf({ addressesPerSecond, maxSeconds }: Pace, total: number): number {
  return Math.max(addressesPerSecond, total / maxSeconds);
}
