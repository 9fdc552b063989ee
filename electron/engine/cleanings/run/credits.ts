import type { Result } from "../../../../shared/result.ts";
import type { AccountDirectory } from "../../accounts/index.ts";
import type { Clock } from "../../handlers.ts";
import { priceOf, promisedTo } from "../part/record.ts";
import type { PartRow, Records } from "../records.ts";
import { LOOK_AGAIN } from "./timing.ts";

/**
 * Which parts the credits of an account suffice for. Two parts never count on the same ones, and no part on those at
 * which it was refused: the balance may be late, or wrong. A cleaning that is not watched counts on nothing.
 */
export interface Credits {
  /** The account's credits, when parts of it wait for more and asking for `needed` would be refused too; else null. */
  shortOf(accountId: string, needed: number): number | null;
  /**
   * The parts, oldest first, that wait for credits and that the credits last read suffice for. `read`: they were read
   * since the last refusal.
   */
  affordable(accountId: string, read: boolean): PartRow[];
  /** The parts that wait for credits. */
  waiting(accountId: string): PartRow[];
  /** Reads the balance, unless it was read a moment ago: many waiting parts ask once. Whether it is known now. */
  look(accountId: string): Promise<boolean>;
  /** Reads the balance now, after a refusal; null: it could not be read. */
  readNow(accountId: string): Promise<number | null>;
}

/** Credits by what is stored of accounts and parts. */
export function createCredits(options: {
  readonly records: Records;
  readonly accounts: Pick<AccountDirectory, "credits" | "refreshCredits">;
  readonly clock: Clock;
}): Credits {
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

  async function readNow(accountId: string): Promise<number | null> {
    const asked = looking.get(accountId) ?? accounts.refreshCredits(accountId);
    looking.set(accountId, asked);
    try {
      const answer = await asked;
      if (answer.ok) lookedAt.set(accountId, clock.monotonic());
      return answer.ok ? answer.value : null;
    } finally {
      looking.delete(accountId);
    }
  }

  return {
    readNow,
    waiting: (accountId) => partsOf(accountId).filter(waits),
    shortOf(accountId, needed) {
      const credits = accounts.credits(accountId);
      if (credits === null) return null;
      const waiting = partsOf(accountId).filter(waits);
      if (waiting.length === 0) return null;
      return credits < needed || waiting.some((part) => wasRefused(part, needed, credits)) ? credits : null;
    },
    affordable(accountId, read) {
      const credits = accounts.credits(accountId);
      if (credits === null) return [];
      const parts = partsOf(accountId);
      const waiting = parts.filter(waits);
      if (waiting.length === 0) return [];
      let left = credits - parts.filter(claims).reduce((sum, { record }) => sum + promisedTo(record), 0);
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
    async look(accountId) {
      const at = lookedAt.get(accountId);
      if (at !== undefined && clock.monotonic() - at < LOOK_AGAIN / 2) return true;
      return (await readNow(accountId)) !== null;
    },
  };
}

function waits({ record: { state } }: PartRow): boolean {
  return state.kind === "waiting" && state.for === "credits";
}

/** On its way to a start that was not charged yet. */
function claims({ record: { state, startedAt } }: PartRow): boolean {
  return (
    startedAt === null && (state.kind === "preparing" || state.kind === "ready" || state.kind === "starting")
  );
}

/** At no more than these `credits` the part was refused, although it needs no more than `needed`. */
function wasRefused({ record }: PartRow, needed: number, credits: number): boolean {
  const { wait } = record;
  return wait !== null && wait.balance !== null && credits <= wait.balance && priceOf(record) <= needed;
}

/** Many parts that wait for an account look once: a locked keychain may ask its user each time. */
const SHARED_FOR = 4 * LOOK_AGAIN;

/** Whether accounts that are waited for can be asked again: their balance can be had, which costs nothing. */
export interface AccountLooks {
  /** Looks, unless it was looked a moment ago. `scope`: where what waits was sent. */
  works(accountId: string, scope: string): Promise<boolean>;
  /** How often in a row the account did not work. */
  failures(accountId: string): number;
  /** What was seen is out of date: the machine slept, the user did something. */
  forget(): void;
}

/** Nothing seen yet. */
export function createAccountLooks(options: {
  readonly accounts: Pick<AccountDirectory, "absence" | "refreshCredits">;
  readonly clock: Pick<Clock, "monotonic">;
}): AccountLooks {
  const { accounts, clock } = options;
  const seen = new Map<string, { until: number; failures: number; ok: boolean }>();
  const looking = new Map<string, Promise<boolean>>();

  async function look(accountId: string, before: number): Promise<boolean> {
    const { ok } = await accounts.refreshCredits(accountId);
    const failures = ok ? 0 : before + 1;
    seen.set(accountId, { until: clock.monotonic() + SHARED_FOR, failures, ok });
    return ok;
  }

  return {
    async works(accountId, scope) {
      if (accounts.absence(accountId, scope) !== null) return false;
      const last = seen.get(accountId);
      if (last !== undefined && clock.monotonic() < last.until) return last.ok;
      const asked =
        looking.get(accountId) ??
        look(accountId, last?.failures ?? 0).finally(() => looking.delete(accountId));
      looking.set(accountId, asked);
      return asked;
    },
    failures: (accountId) => seen.get(accountId)?.failures ?? 0,
    forget: () => seen.clear(),
  };
}
