/** How often something happened for each key within the window that ends now. */
export interface RateWindow {
  /** Counts one for `key` at `now` unless `maximum` have been counted within the window; says whether it did. */
  take(key: string, now: number, maximum: number): boolean;
}

/** A sliding window of `length` milliseconds. */
export function createRateWindow(length: number): RateWindow {
  const times = new Map<string, number[]>();
  return {
    take(key, now, maximum) {
      const recent = (times.get(key) ?? []).filter((time) => time > now - length);
      const free = recent.length < maximum;
      if (free) recent.push(now);
      times.set(key, recent);
      return free;
    },
  };
}
