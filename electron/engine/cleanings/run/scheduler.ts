import type { CleaningRow } from "../../catalog/index.ts";
import type { Clock } from "../../clock.ts";

export interface SchedulerOptions {
  readonly clock: Pick<Clock, "monotonic" | "after">;
  /** Runs what is due for `key`. Must not reject. Runs of one key never overlap. */
  readonly run: (key: string) => Promise<void>;
  readonly perAccount?: number;
}

interface Entry {
  readonly peer: RequestTarget;
  readonly urgent: boolean;
  due: number;
}

/** Spacing of requests after a wake-up, in ms, to avoid a burst. */
const WAKE_SPACING = 25;

/** Schedules the next request of every part with one timer for the earliest. Idle when nothing is due. */
export function createScheduler({ clock, run, perAccount = 4 }: SchedulerOptions) {
  const entries = new Map<string, Entry>();
  const held = new Map<string, { readonly until: number; readonly isRequestedByService: boolean }>();
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

  /** Lifts all holds and makes every key due soon, after sleep or when the network returns. */
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
    /** Schedules `key` in `delay` ms; replaces an earlier schedule. `urgent` keys run before others that are due. */
    schedule(key: string, peer: RequestTarget, delay: number, urgent = false) {
      if (closed) return;
      entries.set(key, { peer, urgent, due: clock.monotonic() + delay });
      arm();
    },
    forget(key: string) {
      entries.delete(key);
      arm();
    },
    /** Makes `key` due now and lifts holds on its account and host. */
    retryNow(key: string) {
      const entry = entries.get(key);
      if (entry === undefined) return;
      entry.due = Math.min(entry.due, clock.monotonic());
      held.delete(entry.peer.account);
      held.delete(entry.peer.host);
      arm();
    },
    /**
     * Holds back requests to an account or host (`name`) for `delay` ms. Never shortens a hold.
     * `isAsked`: the service requested the pause.
     */
    pause(name: string, delay: number, isRequestedByService: boolean) {
      const until = clock.monotonic() + delay;
      if (until > (held.get(name)?.until ?? 0)) held.set(name, { until, isRequestedByService });
      arm();
    },
    /** Returns the remaining pause requested by the service, in ms; 0 if none. */
    pauseOf({ account, host }: RequestTarget): number {
      const asked = [held.get(account), held.get(host)].filter((one) => one?.isRequestedByService === true);
      return Math.max(0, ...asked.map((one) => (one?.until ?? 0) - clock.monotonic()));
    },
    wake,
    setOnline(value: boolean) {
      online = value;
      if (online) wake();
      else arm();
    },
    countOf(account: string): number {
      let count = 0;
      for (const entry of entries.values()) if (entry.peer.account === account) count++;
      return count;
    },
    /** Stops the timer; resolves when running work has ended. */
    async close() {
      closed = true;
      stopTimer?.();
      stopTimer = null;
      entries.clear();
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}

export const keyOf = (cleaningId: string, ordinal: number) => `${cleaningId}/${ordinal}`;

export function partOf(key: string): { cleaningId: string; ordinal: number } {
  const slash = key.lastIndexOf("/");
  return { cleaningId: key.slice(0, slash), ordinal: Number(key.slice(slash + 1)) };
}

/** Target of a request. Rate limits apply to the account, outages to the host. */
export interface RequestTarget {
  readonly account: string;
  /** Host of the account's service; an outage affects all accounts on it. */
  readonly host: string;
}

export function peerOf({ account_id, scope }: Pick<CleaningRow, "account_id" | "scope">): RequestTarget {
  return { account: `account ${account_id}`, host: `host ${scope}` };
}
