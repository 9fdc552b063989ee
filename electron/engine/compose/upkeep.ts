import { renewLineage } from "../backups/index.ts";
import type { Cleanings } from "../cleanings/index.ts";
import type { Clock, Emit } from "../handlers.ts";
import { isUnscrubbed, type Journal, type Layout, noteScrubbed } from "../store/index.ts";
import type { TaskRunner } from "../threads/index.ts";
import { trustedTime } from "../trusted-time.ts";
import type { EngineTasks } from "../work.ts";

interface UpkeepOptions {
  readonly journal: Journal;
  readonly layout: Layout;
  readonly cleanings: Cleanings;
  readonly runner: TaskRunner<EngineTasks>;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly log: (line: string) => void;
}

/** What Winnow does by itself for as long as it is open. */
export interface Upkeep {
  /** The time by which things may be too old to keep; null where it cannot be told: nothing is. Noted, where the disk lets it. */
  timeToDelete(): number | null;
  /** Empties the bin as of `now`, and again every day; looks every half minute at what waits. */
  begin(now: number | null): void;
  /** Resolves when what was due in the bin at the start is gone, or stays. Does not reject. */
  tidied(): Promise<void>;
  /** Gives the data folder a new identity: a copy of it made before is told from it. */
  renew(): void;
  /** Begins nothing more. */
  stop(): void;
  /** Resolves when what was begun has ended. */
  ended(): Promise<unknown>;
}

const DAY = 24 * 3600_000;
const LOOK_AROUND = 30_000;

/** Nothing of it ever ends Winnow: whatever goes wrong is noted in the log, and the rest goes on. */
export function createUpkeep(options: UpkeepOptions): Upkeep {
  const { journal, layout, cleanings, runner, clock, emit, log } = options;
  const background = new Set<Promise<void>>();
  let tidied = Promise.resolve();
  let stopLooking = () => {};
  let stopLookingAround = () => {};

  async function emptyBin(now: number | null): Promise<void> {
    try {
      for (const kept of await cleanings.emptyBin(now)) emit({ event: "notice", problem: kept });
    } catch (error) {
      log(`emptying the bin: ${String(error)}`);
    }
  }

  /** What an earlier Winnow removed from the archive without overwriting it. */
  async function scrubArchive(): Promise<void> {
    if (!isUnscrubbed(journal.db, "archive")) return;
    const scrubbed = await runner.run("results.scrub", { archive: layout.archive });
    if (scrubbed.ok) journal.commit(() => noteScrubbed(journal.db, "archive"));
  }

  function timeToDelete(): number | null {
    try {
      return trustedTime(journal, clock.now());
    } catch (error) {
      log(`noting the time: ${String(error)}`);
      return null;
    }
  }

  /** Winnow may stay open for months: the clock is looked at in between, and what is due in the bin goes. */
  function lookDaily(): void {
    stopLooking = clock.after(DAY, () => {
      background.add(emptyBin(timeToDelete()));
      lookDaily();
    });
  }

  /** What waits asks for nothing, and would never notice. */
  function lookAround(): void {
    stopLookingAround = clock.after(LOOK_AROUND, () => {
      try {
        cleanings.lookAround();
      } catch (error) {
        log(`looking around: ${String(error)}`);
      }
      lookAround();
    });
  }

  return {
    timeToDelete,
    begin(now) {
      tidied = emptyBin(now);
      background.add(
        tidied.then(scrubArchive).catch((error: unknown) => log(`scrubbing the archive: ${String(error)}`)),
      );
      lookDaily();
      lookAround();
    },
    tidied: () => tidied,
    renew() {
      try {
        renewLineage(journal, layout);
      } catch (error) {
        // A disk without room for it is no reason not to start, or not to end.
        log(`renewing the folder's identity: ${String(error)}`);
      }
    },
    stop() {
      stopLooking();
      stopLookingAround();
    },
    ended: () => Promise.all(background),
  };
}
