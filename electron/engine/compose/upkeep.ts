import type { Cleanings } from "../cleanings/index.ts";
import type { Clock, Emit } from "../handlers.ts";

interface UpkeepOptions {
  readonly cleanings: Cleanings;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly log: (line: string) => void;
}

/** What Winnow does by itself for as long as it is open. */
export interface Upkeep {
  /** Empties the bin now, and again every day. */
  begin(): void;
  /** Resolves when what was due in the bin at the start is gone, or stays. Does not reject. */
  tidied(): Promise<void>;
  /** Begins nothing more. */
  stop(): void;
  /** Resolves when what was begun has ended. */
  ended(): Promise<unknown>;
}

const DAY = 24 * 3600_000;

/** Nothing of it ever ends Winnow: whatever goes wrong is noted in the log, and the rest goes on. */
export function createUpkeep({ cleanings, clock, emit, log }: UpkeepOptions): Upkeep {
  let first = Promise.resolve();
  let latest = Promise.resolve();
  let stop = () => {};

  async function emptyBin(): Promise<void> {
    try {
      for (const kept of await cleanings.emptyBin(clock.now())) emit({ event: "notice", problem: kept });
    } catch (error) {
      log(`emptying the bin: ${String(error)}`);
    }
  }

  /** Winnow may stay open for months. */
  function nextDay(): void {
    stop = clock.after(DAY, () => {
      latest = emptyBin();
      nextDay();
    });
  }

  return {
    begin() {
      first = emptyBin();
      nextDay();
    },
    tidied: () => first,
    stop: () => stop(),
    ended: () => Promise.all([first, latest]),
  };
}
