import type { Clock } from "../clock.ts";
import { LEASE_MS } from "./claims.ts";

/** Share of a lease after which it is renewed before anything is charged. */
const SAFE_LEASE_MS = LEASE_MS / 2;

/** A moment by both clocks: monotonic time may stop while the computer sleeps; the wall clock may be set. */
interface Moment {
  readonly wall: number;
  readonly monotonic: number;
}

/** Leases of own claims: when they were last renewed, and which of them colleagues have taken over. */
export function createLeases(clock: Clock) {
  const renewed = new Map<string, Moment>();
  /** Cleanings, and parts as `<cleaning>/<part>`. */
  const takenOver = new Set<string>();

  return {
    now: (): Moment => ({ wall: clock.now(), monotonic: clock.monotonic() }),
    /** Notes that the claims of a cleaning were renewed by a request that began at a moment. */
    renew: (cleaningId: string, began: Moment): void => void renewed.set(cleaningId, began),
    /** Notes that colleagues have taken over a part, or the whole cleaning if `part` is `null`. */
    lose: (cleaningId: string, part: number | null): void =>
      void takenOver.add(part === null ? cleaningId : `${cleaningId}/${part}`),
    isLost: (cleaningId: string, part: number): boolean =>
      takenOver.has(cleaningId) || takenOver.has(`${cleaningId}/${part}`),
    /** Returns whether the claims were renewed recently enough to charge for them without asking the server. */
    isSafe(cleaningId: string): boolean {
      const at = renewed.get(cleaningId);
      return (
        at !== undefined &&
        clock.monotonic() - at.monotonic < SAFE_LEASE_MS &&
        Math.abs(clock.now() - at.wall) < SAFE_LEASE_MS
      );
    },
    clear(): void {
      renewed.clear();
      takenOver.clear();
    },
  };
}
