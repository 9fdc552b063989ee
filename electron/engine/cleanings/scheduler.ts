import type { Clock } from "../handlers.ts";

export interface SchedulerOptions {
  readonly clock: Pick<Clock, "monotonic" | "after">;
  /** Does what is due for `key`. Must not reject; another run of the same key never overlaps it. */
  readonly run: (key: string) => Promise<void>;
  /** Requests under way at once for one group (an account). */
  readonly perGroup?: number;
}

/** The one poller: every part's next request, one timer for the earliest, at rest when nothing is due. */
export interface Scheduler {
  /** Makes `key` due in `delay` milliseconds; a later call replaces an earlier one. */
  schedule(key: string, group: string, delay: number): void;
  forget(key: string): void;
  /** Nothing of `group` runs before `delay` milliseconds have passed. */
  hold(group: string, delay: number): void;
  /** Everything is due now: after sleep, or when the network is back. */
  wake(): void;
  /** Silent while offline. */
  setOnline(online: boolean): void;
  /** Stops; resolves when what was under way has ended. */
  close(): Promise<void>;
}

interface Entry {
  readonly group: string;
  due: number;
}

export function createScheduler({ clock, run, perGroup = 4 }: SchedulerOptions): Scheduler {
  const entries = new Map<string, Entry>();
  const held = new Map<string, number>();
  const running = new Map<string, { group: string; ended: Promise<void> }>();
  let online = true;
  let closed = false;
  let stopTimer: (() => void) | null = null;

  const dueAt = (entry: Entry) => Math.max(entry.due, held.get(entry.group) ?? 0);

  function arm(): void {
    stopTimer?.();
    stopTimer = null;
    if (closed || !online) return;
    let earliest = Number.POSITIVE_INFINITY;
    for (const [key, entry] of entries) if (mayRun(key, entry)) earliest = Math.min(earliest, dueAt(entry));
    if (earliest === Number.POSITIVE_INFINITY) return;
    stopTimer = clock.after(Math.max(0, earliest - clock.monotonic()), tick);
  }

  function mayRun(key: string, entry: Entry): boolean {
    if (running.has(key)) return false;
    let busy = 0;
    for (const other of running.values()) if (other.group === entry.group) busy++;
    return busy < perGroup;
  }

  function tick(): void {
    stopTimer = null;
    const now = clock.monotonic();
    const due = [...entries].filter(([, entry]) => dueAt(entry) <= now).sort((a, b) => a[1].due - b[1].due);
    for (const [key, entry] of due) {
      if (!mayRun(key, entry)) continue;
      entries.delete(key);
      const ended = run(key).finally(() => {
        running.delete(key);
        arm();
      });
      running.set(key, { group: entry.group, ended });
    }
    arm();
  }

  return {
    schedule(key, group, delay) {
      if (closed) return;
      entries.set(key, { group, due: clock.monotonic() + delay });
      arm();
    },
    forget(key) {
      entries.delete(key);
      arm();
    },
    hold(group, delay) {
      held.set(group, clock.monotonic() + delay);
      arm();
    },
    wake() {
      held.clear();
      for (const entry of entries.values()) entry.due = 0;
      arm();
    },
    setOnline(value) {
      online = value;
      if (online) this.wake();
      else arm();
    },
    async close() {
      closed = true;
      stopTimer?.();
      stopTimer = null;
      entries.clear();
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}
