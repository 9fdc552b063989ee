import { z } from "zod";
import type { Clock } from "./handlers.ts";
import type { Journal } from "./store/index.ts";

const DAY = 24 * 3600_000;
/** Winnow is rarely left alone for longer: a clock that says so may be wrong. */
const BELIEVED = 7 * DAY;
/** So long after a doubtful start another one has to say the same. */
const CONFIRMED_AFTER = DAY;
const NAME = "clock.seen";

const seenSchema = z.object({ seen: z.number(), doubtful: z.number().nullable() });

/**
 * The time by which something may be deleted for good at this start, in Unix milliseconds: `now` where the machine's clock
 * is near what it was at the last start, or a later start has confirmed it. Otherwise that of the last start that was
 * believed: one wrong reading of a clock must not empty the bin. 0: this is the first start that looks.
 */
export function trustedTime(journal: Journal, now: number): number {
  const known = readSeen(journal);
  if (known === null) return note(journal, { seen: now, doubtful: null }, 0);
  const { seen, doubtful } = known;
  const isConfirmed = doubtful !== null && now - doubtful >= CONFIRMED_AFTER;
  if (Math.abs(now - seen) <= BELIEVED || isConfirmed)
    return note(journal, { seen: now, doubtful: null }, now);
  const since = doubtful !== null && doubtful <= now ? doubtful : now;
  return note(journal, { seen, doubtful: since }, Math.min(seen, now));
}

/**
 * The clock for what is written down and counted from later: never before what the machine's clock showed at the last
 * start that was believed. One that is behind for a while dates nothing into the past, and nothing that is known is of
 * the future for it. Nothing waits by it: it may stand still.
 */
export function calendarOf(journal: Journal, clock: Clock): Clock {
  return { ...clock, now: () => Math.max(clock.now(), readSeen(journal)?.seen ?? 0) };
}

function readSeen(journal: Journal): z.infer<typeof seenSchema> | null {
  const text = journal.db.prepare("SELECT value FROM settings WHERE name = ?").pluck().get(NAME);
  try {
    return seenSchema.parse(JSON.parse(z.string().parse(text)));
  } catch {
    return null;
  }
}

function note(journal: Journal, seen: z.infer<typeof seenSchema>, answer: number): number {
  journal.commit(() =>
    journal.db
      .prepare("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)")
      .run(NAME, JSON.stringify(seen)),
  );
  return answer;
}
