import type { Verdict } from "./verdicts.ts";

interface Verification {
  /** Time in Unix ms. */
  readonly at: number;
  readonly verdict: Verdict | null;
  readonly sandbox: boolean;
}

/** The verdict in effect. `by` is the verification that returned it; `null` if mail bounced after every verification. */
export interface PresentVerdict<T> {
  readonly verdict: Verdict;
  readonly at: number;
  readonly by: T | null;
}

/**
 * Returns the verdict in effect (docs/memory.md): the first one of `entries` (the winning one first), or undeliverable if mail
 * bounced after it; `bouncedAt` is in Unix ms. Verdicts of the sandbox count only if there is nothing else. `null` if
 * nothing is known.
 */
export function presentVerdict<T extends Verification>(
  entries: readonly T[],
  bouncedAt: number | null,
): PresentVerdict<T> | null {
  const known = entries.filter(({ verdict }) => verdict !== null);
  const real = known.find(({ sandbox }) => !sandbox);
  if (bouncedAt !== null && bouncedAt > (real?.at ?? 0))
    return { verdict: "undeliverable", at: bouncedAt, by: null };
  const by = real ?? known[0];
  return by?.verdict == null ? null : { verdict: by.verdict, at: by.at, by };
}
