export interface RateWindow {
  /** Counts an event for `key` at `now` unless `maximum` was reached in the window. Returns true if it was counted. */
  take(key: string, now: number, maximum: number): boolean;
}

/** `length` is in ms. */
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
