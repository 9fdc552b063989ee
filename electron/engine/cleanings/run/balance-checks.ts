import type { Account } from "../../../../shared/bridge/accounts.ts";
import type { Result } from "../../../../shared/result.ts";
import type { AccountDirectory } from "../../accounts/index.ts";
import type { CleaningRow } from "../../catalog/index.ts";
import type { Clock } from "../../clock.ts";
import type { PartEvent } from "../part/part-events.ts";
import { mayHaveStarted, type PartRecord, priceOf, reservedFor } from "../part/record.ts";
import type { PartRow, Records } from "../records.ts";
import { BALANCE_POLL_INTERVAL } from "./delays.ts";

export interface ReleasesOptions {
  readonly records: Records;
  readonly accounts: AccountDirectory;
  readonly credits: Credits;
  readonly looks: AccountProbes;
  readonly commit: (part: PartRow, event: PartEvent) => PartRecord | null;
  /** Commits an event and continues with the part. */
  readonly apply: (cleaningId: string, ordinal: number, event: PartEvent) => boolean;
  readonly poll: (cleaning: CleaningRow, part: PartRow, signal: AbortSignal) => Promise<unknown>;
}

/** Releases parked parts when what they wait for becomes available. */
export function createReleases(options: ReleasesOptions) {
  const { records, accounts, credits, looks, commit, apply, poll } = options;
  const reached = new Map<string, string>();

  function releaseAffordable(accountId: string, read: boolean): void {
    for (const part of credits.affordable(accountId, read))
      apply(part.cleaningId, part.ordinal, { type: "released" });
    const balance = accounts.credits(accountId);
    if (balance === null) return;
    for (const part of credits.waiting(accountId))
      if (read || part.record.wait?.balance != null) commit(part, { type: "credits.read", balance });
  }

  return {
    async checkWait(cleaning: CleaningRow, part: PartRow, signal: AbortSignal) {
      const { state } = part.record;
      if (state.kind !== "waiting" || state.for === "user") return;
      if (state.for === "credits") {
        // Poll first: a start whose answer was lost may have succeeded.
        if (state.jobId !== null && mayHaveStarted(part.record)) await poll(cleaning, part, signal);
        const read = await credits.look(cleaning.account_id);
        releaseAffordable(cleaning.account_id, read);
      } else if (state.for !== "account" || (await looks.works(cleaning.account_id, cleaning.scope)))
        commit(part, { type: "released" });
    },
    accountChanged(account: Account) {
      const way = JSON.stringify([account.baseUrl, account.keyHint, account.keyState]);
      const isNew = reached.get(account.id) !== way;
      if (isNew) looks.forget();
      reached.set(account.id, way);
      // Other account updates are frequent and unrelated: each part is then retried on its own schedule.
      for (const id of isNew ? records.active() : []) {
        const cleaning = records.cleaning(id);
        if (cleaning?.account_id !== account.id || !cleaning.watching) continue;
        for (const part of records.parts(id)) {
          const { state } = part.record;
          if (state.kind !== "waiting" || state.for !== "account") continue;
          apply(id, part.ordinal, { type: "released" });
        }
      }
      releaseAffordable(account.id, false);
    },
  };
}

/**
 * Decides which parts an account's credits cover. Never counts a credit twice, nor relies on a balance at which a part
 * was refused, since it may be outdated. Paused cleanings reserve nothing.
 */
export type Credits = ReturnType<typeof createCredits>;

export function createCredits(options: {
  readonly records: Records;
  readonly accounts: Pick<AccountDirectory, "credits" | "refreshCredits">;
  readonly clock: Clock;
}) {
  const { records, accounts, clock } = options;
  const lookedAt = new Map<string, number>();
  const looking = new Map<string, Promise<Result<number>>>();

  function partsOf(accountId: string): PartRow[] {
    return records
      .active()
      .filter((id) => {
        const row = records.cleaning(id);
        return row !== null && row.account_id === accountId && row.watching;
      })
      .flatMap((id) => records.parts(id));
  }

  /** Reads the balance now, after a refusal; `null` if it could not be read. */
  async function readNow(accountId: string): Promise<number | null> {
    const request = looking.get(accountId) ?? accounts.refreshCredits(accountId);
    looking.set(accountId, request);
    try {
      const answer = await request;
      if (answer.ok) lookedAt.set(accountId, clock.monotonic());
      return answer.ok ? answer.value : null;
    } finally {
      looking.delete(accountId);
    }
  }

  return {
    readNow,
    waiting: (accountId: string) => partsOf(accountId).filter(waits),
    /** Returns the balance if parts already wait for credits and `needed` would be refused too; otherwise `null`. */
    shortOf(accountId: string, needed: number): number | null {
      const credits = accounts.credits(accountId);
      if (credits === null) return null;
      const waiting = partsOf(accountId).filter(waits);
      if (waiting.length === 0) return null;
      return credits < needed || waiting.some((part) => wasRefused(part, needed, credits)) ? credits : null;
    },
    /**
     * Returns the waiting parts covered by the last balance, oldest first. `read`: it was read since the last refusal.
     */
    affordable(accountId: string, read: boolean): PartRow[] {
      const credits = accounts.credits(accountId);
      if (credits === null) return [];
      const parts = partsOf(accountId);
      const waiting = parts.filter(waits);
      if (waiting.length === 0) return [];
      let left = credits - parts.filter(claims).reduce((sum, { record }) => sum + reservedFor(record), 0);
      const enough: PartRow[] = [];
      for (const part of waiting) {
        const { record } = part;
        const price = priceOf(record);
        if (price > left) continue;
        if (!read && record.wait?.balance == null) continue;
        if (waiting.some((other) => wasRefused(other, price, credits))) continue;
        left -= price;
        enough.push(part);
      }
      return enough;
    },
    /** Reads the balance unless it was just read. Returns whether it is known. */
    async look(accountId: string): Promise<boolean> {
      const at = lookedAt.get(accountId);
      if (at !== undefined && clock.monotonic() - at < BALANCE_POLL_INTERVAL / 2) return true;
      return (await readNow(accountId)) !== null;
    },
  };
}

function waits({ record: { state } }: PartRow): boolean {
  return state.kind === "waiting" && state.for === "credits";
}

function claims({ record: { state, startedAt } }: PartRow): boolean {
  return (
    startedAt === null && (state.kind === "preparing" || state.kind === "ready" || state.kind === "starting")
  );
}

/** Returns whether the part was refused at this balance or more, although it needs no more than `needed`. */
function wasRefused({ record }: PartRow, needed: number, credits: number): boolean {
  const { wait } = record;
  return wait !== null && wait.balance !== null && credits <= wait.balance && priceOf(record) <= needed;
}

/** Maximum age of a reused test result, in ms: a locked keychain may prompt the user each time. */
const SHARED_FOR = 4 * BALANCE_POLL_INTERVAL;

/** Tests whether accounts that parts wait for work again by reading their balance, which is free. */
export type AccountProbes = ReturnType<typeof createAccountLooks>;

export function createAccountLooks(options: {
  readonly accounts: Pick<AccountDirectory, "absence" | "refreshCredits">;
  readonly clock: Pick<Clock, "monotonic">;
}) {
  const { accounts, clock } = options;
  const seen = new Map<string, { until: number; failures: number; ok: boolean }>();
  const looking = new Map<string, Promise<boolean>>();

  async function refreshBalance(accountId: string, before: number): Promise<boolean> {
    const { ok } = await accounts.refreshCredits(accountId);
    const failures = ok ? 0 : before + 1;
    seen.set(accountId, { until: clock.monotonic() + SHARED_FOR, failures, ok });
    return ok;
  }

  return {
    /** Tests the account unless it was just tested. `scope`: where the waiting parts were sent. */
    async works(accountId: string, scope: string): Promise<boolean> {
      if (accounts.absence(accountId, scope) !== null) return false;
      const last = seen.get(accountId);
      if (last !== undefined && clock.monotonic() < last.until) return last.ok;
      const asked =
        looking.get(accountId) ??
        refreshBalance(accountId, last?.failures ?? 0).finally(() => looking.delete(accountId));
      looking.set(accountId, asked);
      return asked;
    },
    failures: (accountId: string) => seen.get(accountId)?.failures ?? 0,
    /** Discards all results, after sleep or a user action. */
    forget: () => seen.clear(),
  };
}
