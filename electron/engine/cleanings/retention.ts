import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import { problem } from "../../../shared/problems.ts";
import type { Clock, Emit } from "../handlers.ts";

const DAY = 24 * 3600_000;
/** Days before the service purges results that are not home at which the user is warned, each once a run. */
const WARN_AT = [7, 2] as const;
const LOOK_EVERY = 6 * 3600_000;
/** Hosts listen by then, and what can be fetched at once is on its way. */
const FIRST_LOOK = 10_000;

export interface RetentionOptions {
  readonly clock: Clock;
  readonly emit: Emit;
  /** The cleanings that are not finished. */
  readonly open: () => readonly Cleaning[];
}

/** Warns of results that the service will soon purge and that are not home; answers the way to stop. */
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

/** Whole days until `time`, at least 0. Both in Unix milliseconds. */
function daysLeft(time: number, now: number): number {
  return Math.max(0, Math.ceil((time - now) / DAY));
}

/** The warning that is due with so many days left: 7, 2, or none. */
export function warningLevel(days: number): number | null {
  return WARN_AT.filter((level) => days <= level).at(-1) ?? null;
}
