import { z } from "zod";

/** So long a service may take to count what it charges for, beside the time that it takes to verify it. */
const COUNTED_WITHIN = 10 * 60_000;

/** Credits that Winnow spent and that a balance did not show yet when it was read at `at` (Unix milliseconds). */
export const uncountedSchema = z.object({ at: z.number(), credits: z.int() });
export type Uncounted = z.output<typeof uncountedSchema>;

/** A balance as it was read last, and what Winnow knows about it. */
export interface KnownBalance {
  readonly credits: number;
  /** What Winnow spent since; below 0: what it had counted before as spent, and was not. */
  readonly spent: number;
  readonly late: readonly Uncounted[];
  /** Something that was started is being verified: some services count a list once it is, hours after its start. */
  readonly isVerifying: boolean;
}

/** What a balance says beside the one before it. */
export interface Compared {
  /** Credits that are gone, and that Winnow did not spend. */
  readonly fall: number;
  /** What Winnow spent and the balance still does not show. */
  readonly late: readonly Uncounted[];
}

/**
 * Compares a balance that was read at `now` with the one before it. Pure.
 *
 * The balance and what Winnow spent since come to what the balance was, as long as nobody else uses the account. More:
 * credits were bought, or the service has not counted yet what Winnow spent. Less: it has counted it now, where that
 * explains all of it; where it does not, none of it is explained, for what was charged less than its price looks the
 * same as what is counted late.
 */
export function compareBalance(
  { credits, spent, late, isVerifying }: KnownBalance,
  read: number,
  now: number,
): Compared {
  const recent = late.filter(({ at }) => at <= now && (isVerifying || now - at < COUNTED_WITHIN));
  const change = read + spent - credits;
  if (change === 0) return { fall: 0, late: recent };
  if (change > 0) return { fall: 0, late: read > credits ? [] : [...recent, { at: now, credits: change }] };
  const left = without(recent, -change);
  return left === null ? { fall: -change, late: [] } : { fall: 0, late: left };
}

/** What is left of them once `credits` were counted, the oldest first; null: they are not as many. */
function without(late: readonly Uncounted[], credits: number): readonly Uncounted[] | null {
  let counted = credits;
  const left = late.flatMap((one) => {
    const taken = Math.min(counted, one.credits);
    counted -= taken;
    return taken < one.credits ? [{ ...one, credits: one.credits - taken }] : [];
  });
  return counted === 0 ? left : null;
}
