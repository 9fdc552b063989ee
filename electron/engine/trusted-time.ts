import { z } from "zod";
import { dateOf, type Move, read, type Seen } from "./clock-readings.ts";
import type { Clock } from "./handlers.ts";
import type { Journal } from "./store/index.ts";

/** Time zones, and clocks that are set right now and then. */
const CLOCKS_DIFFER = 24 * 3600_000;
const NAME = "clock.seen";

/** An earlier Winnow noted the first two alone. */
const seenSchema = z
  .object({
    seen: z.number(),
    doubtful: z.number().nullable(),
    last: z.number().nullable().optional(),
    far: z.number().default(1),
    since: z.number().nullable().default(null),
    back: z.number().default(0),
    epoch: z.number().default(0),
  })
  .transform((stored): Seen => ({ ...stored, last: stored.last ?? stored.doubtful }));

/**
 * The time by which something may be deleted for good, in Unix milliseconds, with the machine's clock looked at `now`;
 * null: the clock is in doubt, and nothing is old. One wrong reading must not empty the bin, see clock-readings.ts.
 * Together with it the dates in the bin and of opened lists follow the clock: never to make anything older. Throws
 * SQLite's errors; then nothing is changed.
 */
export function trustedTime(journal: Journal, now: number): number | null {
  return journal.commit(() => {
    const { seen, believed, move } = read(readSeen(journal), now);
    journal.db
      .prepare("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)")
      .run(NAME, JSON.stringify(seen));
    if (believed !== null) redate(journal, believed, move);
    return believed;
  });
}

/**
 * The clock for what is written down and counted from later: never before what the machine's clock showed when it was
 * last believed. One that is behind for a while dates nothing into the past, and nothing that is known is of the future
 * for it. Nothing waits by it: it may stand still.
 */
export function calendarOf(journal: Journal, clock: Clock): Clock {
  return { ...clock, now: () => Math.max(clock.now(), readSeen(journal)?.seen ?? 0) };
}

/** What the machine's clock showed when it was last believed: a clock that is ahead makes nothing older by it. */
export function lastBelieved(journal: Journal, clock: Clock): number {
  return readSeen(journal)?.seen ?? clock.now();
}

/** The clock for what is kept for a while from then on, and no shorter: see `dateOf`. */
export function keepingClock(journal: Journal, clock: Clock): Clock {
  return { ...clock, now: () => dateOf(readSeen(journal), clock.now()) };
}

/** What was dated by a clock that was ahead counts from now. */
function redate({ db }: Journal, now: number, move: Move | null): void {
  for (const [table, date] of [
    ["cleanings", "deleted_at"],
    ["lists", "created_at"],
  ] as const) {
    if (move !== null)
      db.prepare(
        `UPDATE ${table} SET ${date} = ${date} + CASE WHEN ${date} > @recent THEN @recentBy ELSE @by END
           WHERE ${date} < @before`,
      ).run({ ...move });
    db.prepare(`UPDATE ${table} SET ${date} = @now WHERE ${date} > @now + @slack`).run({
      now,
      slack: CLOCKS_DIFFER,
    });
  }
}

function readSeen(journal: Journal): Seen | null {
  const text = journal.db.prepare("SELECT value FROM settings WHERE name = ?").pluck().get(NAME);
  try {
    return seenSchema.parse(JSON.parse(z.string().parse(text)));
  } catch {
    return null;
  }
}
