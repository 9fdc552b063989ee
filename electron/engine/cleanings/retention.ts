import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import { problem } from "../../../shared/problems.ts";
import type { Clock } from "../clock.ts";
import type { Emit } from "../handlers.ts";

const DAY = 24 * 3600_000;
/** Days before the service purges unfetched results at which the user is warned, once each per session. */
const WARN_AT = [7, 2] as const;
const LOOK_EVERY = 6 * 3600_000;
/** Delay of the first check, in ms: lets hosts start listening and pending fetches begin. */
const FIRST_LOOK = 10_000;

export interface RetentionOptions {
  readonly clock: Clock;
  readonly emit: Emit;
  readonly open: () => readonly Cleaning[];
}

/** Warns when unfetched results will soon be purged by the service. Returns an unsubscribe function. */
export function watchRetention({ clock, emit, open }: RetentionOptions): () => void {
  const told = new Map<string, number>();
  let stop = () => {};

  function look(): void {
    for (const cleaning of open()) {
      if (cleaning.fetchBy == null) continue;
      const days = daysLeft(cleaning.fetchBy, clock.now());
      const level = warningLevel(days);
      if (level === null || (told.get(cleaning.id) ?? Number.POSITIVE_INFINITY) <= level) continue;
      told.set(cleaning.id, level);
      emit({ event: "notice", problem: problem("results_expiring", { name: cleaning.name, days }) });
    }
    stop = clock.after(LOOK_EVERY, look);
  }

  stop = clock.after(FIRST_LOOK, look);
  return () => stop();
}

function daysLeft(time: number, now: number): number {
  return Math.max(0, Math.ceil((time - now) / DAY));
}

/** Returns the warning threshold reached with `days` left; `null` if none. */
export function warningLevel(days: number): number | null {
  return WARN_AT.filter((level) => days <= level).at(-1) ?? null;
}
