import type { Clock } from "../../handlers.ts";
import type { CleaningRow } from "../records.ts";

export interface SchedulerOptions {
  readonly clock: Pick<Clock, "monotonic" | "after">;
  /** Does what is due for `key`. Must not reject; another run of the same key never overlaps it. */
  readonly run: (key: string) => Promise<void>;
  /** Requests under way at once for one account. */
  readonly perAccount?: number;
}

/** The one poller: every part's next request, one timer for the earliest, at rest when nothing is due. */
export interface Scheduler {
  /**
   * Makes `key` due in `delay` milliseconds; a later call replaces an earlier one. What is `urgent` goes before
   * everything else that is due.
   */
  schedule(key: string, peer: Peer, delay: number, urgent?: boolean): void;
  forget(key: string): void;
  /** What waits for its time at `key` is due now, and nothing holds its account or host back any more. */
  retryNow(key: string): void;
  /**
   * Nothing of an account or a host (`name`) runs before `delay` milliseconds have passed; `isAsked`: the service wants it
   * so. Never shortens a hold.
   */
  hold(name: string, delay: number, isAsked: boolean): void;
  /** Milliseconds until the service wants to be asked again; 0: it did not ask for a pause. */
  pauseOf(peer: Peer): number;
  /** Everything is due soon: after sleep, or when the network is back. */
  wake(): void;
  /** Silent while offline. */
  setOnline(online: boolean): void;
  /** How many of the account's keys are waiting for their time. */
  countOf(account: string): number;
  /** Stops; resolves when what was under way has ended. */
  close(): Promise<void>;
}

interface Entry {
  readonly peer: Peer;
  readonly urgent: boolean;
  due: number;
}

/** Milliseconds between what a wake-up makes due: many parts do not ask in one breath. */
const WAKE_SPACING = 25;

/** A poller over `clock`. It has no timer when nothing is scheduled, or nothing may run. */
export function createScheduler({ clock, run, perAccount = 4 }: SchedulerOptions): Scheduler {
  const entries = new Map<string, Entry>();
  const held = new Map<string, { readonly until: number; readonly isAsked: boolean }>();
  const running = new Map<string, { account: string; ended: Promise<void> }>();
  let online = true;
  let closed = false;
  let stopTimer: (() => void) | null = null;

  const dueAt = ({ due, peer }: Entry) =>
    Math.max(due, held.get(peer.account)?.until ?? 0, held.get(peer.host)?.until ?? 0);

  function arm(): void {
    stopTimer?.();
    stopTimer = null;
    if (closed || !online) return;
    let earliest = Number.POSITIVE_INFINITY;
    for (const [key, entry] of entries) if (mayRun(key, entry)) earliest = Math.min(earliest, dueAt(entry));
    if (earliest === Number.POSITIVE_INFINITY) return;
    stopTimer = clock.after(Math.max(0, earliest - clock.monotonic()), tick);
  }

  function mayRun(key: string, { peer }: Entry): boolean {
    if (running.has(key)) return false;
    let busy = 0;
    for (const other of running.values()) if (other.account === peer.account) busy++;
    return busy < perAccount;
  }

  function tick(): void {
    stopTimer = null;
    const now = clock.monotonic();
    const due = [...entries].filter(([, entry]) => dueAt(entry) <= now);
    due.sort(([, a], [, b]) => Number(b.urgent) - Number(a.urgent) || a.due - b.due);
    for (const [key, entry] of due) {
      if (!mayRun(key, entry)) continue;
      entries.delete(key);
      const ended = run(key).finally(() => {
        running.delete(key);
        arm();
      });
      running.set(key, { account: entry.peer.account, ended });
    }
    arm();
  }

  function wake(): void {
    held.clear();
    const now = clock.monotonic();
    const waiting = [...entries.values()].sort((a, b) => a.due - b.due);
    waiting.forEach((entry, place) => {
      entry.due = Math.min(entry.due, now + place * WAKE_SPACING);
    });
    arm();
  }

  return {
    schedule(key, peer, delay, urgent = false) {
      if (closed) return;
      entries.set(key, { peer, urgent, due: clock.monotonic() + delay });
      arm();
    },
    forget(key) {
      entries.delete(key);
      arm();
    },
    retryNow(key) {
      const entry = entries.get(key);
      if (entry === undefined) return;
      entry.due = Math.min(entry.due, clock.monotonic());
      held.delete(entry.peer.account);
      held.delete(entry.peer.host);
      arm();
    },
    hold(name, delay, isAsked) {
      const until = clock.monotonic() + delay;
      if (until > (held.get(name)?.until ?? 0)) held.set(name, { until, isAsked });
      arm();
    },
    pauseOf({ account, host }) {
      const asked = [held.get(account), held.get(host)].filter((one) => one?.isAsked === true);
      return Math.max(0, ...asked.map((one) => (one?.until ?? 0) - clock.monotonic()));
    },
    wake,
    setOnline(value) {
      online = value;
      if (online) wake();
      else arm();
    },
    countOf(account) {
      let count = 0;
      for (const entry of entries.values()) if (entry.peer.account === account) count++;
      return count;
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

/** What a part is called where requests are planned. */
export const keyOf = (cleaningId: string, ordinal: number) => `${cleaningId}/${ordinal}`;

/** The part that {@link keyOf} named. */
export function partOf(key: string): { cleaningId: string; ordinal: number } {
  const slash = key.lastIndexOf("/");
  return { cleaningId: key.slice(0, slash), ordinal: Number(key.slice(slash + 1)) };
}

/** Whom a request is made to: what is asked for too often, or cannot be reached, is one of the two. */
export interface Peer {
  readonly account: string;
  /** Where the account's service is: what is unreachable for one account is so for all that are there. */
  readonly host: string;
}

/** Whom a cleaning's requests are made to. */
export function peerOf({ account_id, scope }: Pick<CleaningRow, "account_id" | "scope">): Peer {
  return { account: `account ${account_id}`, host: `host ${scope}` };
}
