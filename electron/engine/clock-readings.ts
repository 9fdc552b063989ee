const DAY = 24 * 3600_000;
/** Winnow is rarely left alone for longer: a clock that shows more, either way, may be wrong. A week, and the hours between two Mondays. */
const BELIEVED = 8 * DAY;
/** So long after a doubtful reading another one has to say the same. */
const CONFIRMED_AFTER = DAY;
/** So many readings that are each far from the last one are believed, too: Winnow is used once in a while. */
const FAR_READINGS = 3;

/** What is remembered of the machine's clock. Times in Unix milliseconds. */
export interface Seen {
  /** The last reading that was believed: it goes back only where the clock is believed to have been ahead. */
  readonly seen: number;
  /** The first of the doubtful readings since then that say the same; null: there are none. */
  readonly doubtful: number | null;
  /** The last doubtful reading. */
  readonly last: number | null;
  /** How many doubtful readings were far from each other, each later than the one before it. */
  readonly far: number;
  /** The first reading of all, until a later one has confirmed it; null: one has. */
  readonly since: number | null;
  /** How far the believed time went back, in milliseconds: what leads forward again may be no time that passed. */
  readonly back: number;
  /** The first reading after the clock last went far ahead: what is dated by then has kept its age once, and time counts for it. */
  readonly epoch: number;
}

/** How the dates of what is kept for a while follow the clock. What is dated `before` that moves by `by`, or by `recentBy` where it is dated after `recent`. */
export interface Move {
  readonly before: number;
  readonly by: number;
  readonly recent: number;
  readonly recentBy: number;
}

export interface ClockReading {
  readonly seen: Seen;
  /** The time by which something counts as old; null: the clock is in doubt, and nothing does. */
  readonly believed: number | null;
  /** Set with `believed`. */
  readonly move: Move | null;
}

/**
 * What the reading `now` of the machine's clock says after what was `known` of it. Time that nobody saw pass counts only
 * for what was kept before: what was dated within a day before the clock went far ahead keeps its age, for the clock may
 * have been behind just then. So does everything where the clock comes back to where it was.
 */
export function read(known: Seen | null, now: number): ClockReading {
  if (known === null) return inDoubt({ ...at(now), since: now });
  const ahead = now - known.seen;
  if (Math.abs(ahead) <= BELIEVED) return near(known, now);
  // Nothing was counted by the first reading yet.
  if (ahead < 0 && known.since !== null) return inDoubt({ ...at(now), since: now });
  const doubt = doubted(known, now);
  const isConfirmed = now - doubt.first >= CONFIRMED_AFTER || doubt.far >= FAR_READINGS;
  if (!isConfirmed) return inDoubt({ ...known, doubtful: doubt.first, last: now, far: doubt.far });
  const by = doubt.first - known.seen;
  if (by < 0) {
    const move = { before: Number.MAX_SAFE_INTEGER, by, recent: Number.MAX_SAFE_INTEGER, recentBy: by };
    return { seen: { ...at(now), back: known.back - by }, believed: now, move };
  }
  // Where it goes back to where it was, nobody can tell the way from time that passed.
  const isReturn = known.back > 0;
  const recent = Math.max(known.seen - CONFIRMED_AFTER, known.epoch);
  const move = { before: doubt.first, by: isReturn ? by : 0, recent, recentBy: by };
  return {
    seen: { ...at(now), back: Math.max(0, known.back - by), epoch: doubt.first },
    believed: now,
    move,
  };
}

/** The date of what happens while the clock shows `now`: rather too late than too early. */
export function dateOf(known: Seen | null, now: number): number {
  if (known === null) return now;
  // The clock is behind, who knows how far. The next reading that is believed corrects what is too late.
  if (now < known.seen - DAY) return known.seen + BELIEVED;
  return Math.max(now, known.seen);
}

function near(known: Seen, now: number): ClockReading {
  const time = Math.max(known.seen, now);
  const isConfirmed = known.since === null || time - known.since >= CONFIRMED_AFTER;
  const seen = { ...at(time), since: isConfirmed ? null : known.since, back: known.back, epoch: known.epoch };
  return isConfirmed && now >= known.seen - DAY ? { seen, believed: time, move: null } : inDoubt(seen);
}

function doubted({ seen, doubtful, last, far }: Seen, now: number): { first: number; far: number } {
  const isLater = last !== null && now >= last && now < seen === last < seen;
  if (doubtful === null || last === null || !isLater) return { first: now, far: 1 };
  return now - last <= BELIEVED ? { first: doubtful, far } : { first: now, far: far + 1 };
}

const at = (seen: number): Seen => ({
  seen,
  doubtful: null,
  last: null,
  far: 0,
  since: null,
  back: 0,
  epoch: 0,
});

const inDoubt = (seen: Seen): ClockReading => ({ seen, believed: null, move: null });
