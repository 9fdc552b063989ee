import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import type { CleaningOptions, Price } from "../../../../shared/bridge/cleanings.ts";
import type { Preflight } from "../../../../shared/bridge/lists.ts";
import { causedBy, type Problem, problem, retryWait } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import type { AccountDirectory } from "../../accounts/index.ts";
import type { Clock } from "../../clock.ts";
import { FILES_SCOPE, freshnessAt, type Ledger, unansweredCutoff } from "../../ledger/index.ts";
import type { RunOptions } from "../../store/index.ts";
import { isSettled, reservedFor } from "../part/record.ts";
import type { Records } from "../records.ts";
import { backoff } from "../run/delays.ts";
import type { CleaningsOptions, UploadLimits } from "../types.ts";
import type { Plan, PlanInput } from "./plan.ts";

export const DOCUMENTED_LIMITS: UploadLimits = { bytes: 10_000_000, addresses: 500_000 };

export interface PricingOptions
  extends Pick<
    CleaningsOptions,
    | "layout"
    | "accounts"
    | "clock"
    | "emit"
    | "settings"
    | "limits"
    | "preflight"
    | "plan"
    | "deadDomains"
    | "forgetVerdicts"
    | "team"
  > {
  readonly ledger: Pick<Ledger, "abandon" | "claims">;
  readonly reserved: (accountId: string) => number;
}

/** Maximum age of a reused balance, in ms: a page asks for a new price on every change. */
const STILL_FRESH = 30_000;

export interface Priced {
  readonly price: Price;
  readonly plan: Plan;
  /** The cleaning's id (its folder name) if its files were written; otherwise `null`. */
  readonly cleaningId: string | null;
}

export function createPricing(options: PricingOptions) {
  const { accounts, clock, layout } = options;
  const readAt = new Map<string, number>();

  async function balanceOf(accountId: string, write: boolean, signal?: AbortSignal): Promise<Result<number>> {
    const at = readAt.get(accountId);
    const known = accounts.credits(accountId);
    if (!write && known !== null && at !== undefined && clock.monotonic() - at < STILL_FRESH)
      return ok(known);
    const patience = write ? START_BALANCE_TIMEOUT : PRICE_TIMEOUT_MS;
    const read = await readBalance(options, accountId, patience, signal);
    if (read.ok) readAt.set(accountId, clock.monotonic());
    return read;
  }

  /** Prices a cleaning. With `write`, also writes its upload files; they are removed if pricing fails. */
  async function price(
    listId: string,
    accountId: string,
    choices: CleaningOptions,
    write: boolean,
    signal?: AbortSignal,
  ): Promise<Result<Priced>> {
    const cleaningId = write ? randomUUID() : null;
    let isPriced = false;
    try {
      const priced = await computePrice(listId, accountId, choices, cleaningId, signal);
      isPriced = priced.ok;
      return priced;
    } finally {
      if (!isPriced && cleaningId !== null) await discard(cleaningId, listId);
    }
  }

  async function computePrice(
    listId: string,
    accountId: string,
    choices: CleaningOptions,
    cleaningId: string | null,
    signal?: AbortSignal,
  ): Promise<Result<Priced>> {
    const write = cleaningId !== null;
    const preflight = options.preflight(listId);
    if (!preflight.ok) return preflight;
    const { value: list } = preflight;
    if (list.addressColumn === null) return fail(unclear(list));
    if (!write) await options.team.refresh();
    const scope = list.kind === "results" ? ok(FILES_SCOPE) : accounts.scope(accountId);
    if (!scope.ok) return scope;
    const planned = await planAsRead(
      list,
      {
        dataDir: layout.dataDir,
        listId,
        cleaningId,
        scope: scope.value,
        options: choices,
        freshness: freshnessAt(clock.now(), options.settings()),
        limits: options.limits,
        claims: options.ledger.claims(scope.value, unansweredCutoff(clock.now(), options.settings())),
        deadDomains: choices.verifyDeadDomains === true ? [] : options.deadDomains(),
        imported: list.kind === "results",
      },
      { signal },
    );
    if (!planned.ok) return planned;
    const { value: plan } = planned;
    const others = plan.elsewhereIn.map(options.team.memberOf);
    const colleagues = others.includes(null) ? [] : [...new Set(others.filter((name) => name !== null))];
    const balance = await balanceOf(accountId, write, signal);
    // A price is shown even without a balance, unless the key is invalid.
    if (
      !balance.ok &&
      (write || balance.problem.code === "key_invalid" || balance.problem.code === "cancelled")
    ) {
      if (plan.credits > 0) return balance;
    }
    const promised = options.reserved(accountId);
    const available = balance.ok ? Math.max(0, balance.value - promised) : null;
    return ok({
      cleaningId,
      plan,
      price: {
        rows: list.rows,
        repeated: list.repeated,
        malformed: list.malformed,
        empty: list.empty,
        suppressed: plan.suppressed,
        ...(plan.erased > 0 ? { erased: plan.erased } : {}),
        known: plan.known,
        ...(plan.bounced > 0 ? { bounced: plan.bounced } : {}),
        ...(plan.atDeadDomains > 0 ? { atDeadDomains: plan.atDeadDomains } : {}),
        ...(plan.knownFromFiles > 0 ? { knownFromFiles: plan.knownFromFiles } : {}),
        ...(plan.knownFromTeam > 0 ? { knownFromTeam: plan.knownFromTeam } : {}),
        ...(plan.inFile > 0 ? { inFile: plan.inFile } : {}),
        ...(plan.withoutVerdict > 0 ? { withoutVerdict: plan.withoutVerdict } : {}),
        ...(plan.unrecognised === null ? {} : { unrecognised: plan.unrecognised }),
        ...(plan.unreadDates === null ? {} : { unreadDates: plan.unreadDates }),
        beyondLimit: plan.beyondLimit,
        credits: plan.credits,
        available,
        balance: balance.ok ? balance.value : null,
        promised,
        ...(balance.ok ? {} : { unread: balance.problem }),
        parts: plan.parts.length,
        ...(plan.elsewhere > 0 ? { elsewhere: plan.elsewhere } : {}),
        ...(colleagues.length > 0 ? { elsewhereBy: colleagues } : {}),
        ...(plan.perhapsPaid > 0 ? { perhapsPaid: plan.perhapsPaid } : {}),
      },
    });
  }

  /** Runs the plan; returns the change as a problem if the list was closed or reread while it ran. */
  async function planAsRead(list: Preflight, input: PlanInput, run: RunOptions): Promise<Result<Plan>> {
    let planned: Result<Plan>;
    try {
      planned = await options.plan(input, run);
    } catch (error) {
      const changed = changeOf(list);
      if (changed === null) throw error;
      planned = fail(changed);
    }
    const changed = changeOf(list);
    return changed === null ? planned : fail(changed);
  }

  /** Returns why the list is no longer as given; `null` if unchanged. */
  function changeOf({ listId, revision }: Preflight): Problem | null {
    const now = options.preflight(listId);
    if (!now.ok) return now.problem;
    return now.value.revision === revision ? null : problem("list_changed");
  }

  async function discard(cleaningId: string, listId: string): Promise<void> {
    options.ledger.abandon(cleaningId);
    // Ignore errors: the next launch cleans the archive, and the pricing problem is the one to report.
    await options.forgetVerdicts(cleaningId, listId).catch(() => {});
    await rm(layout.cleaning(cleaningId).dir, { recursive: true, force: true });
  }

  /** Returns the account's last read balance and currently promised credits; `null` if no balance was read. */
  function creditsOf(accountId: string): { balance: number; promised: number } | null {
    const balance = accounts.credits(accountId);
    return balance === null ? null : { balance, promised: options.reserved(accountId) };
  }

  return { price, discard, standing: creditsOf };
}

function unclear(list: Preflight) {
  const columns = list.candidates.map((index) => list.columns[index]?.name ?? `${index + 1}`);
  return problem("file_column_unclear", { columns });
}

/** Maximum time to read the balance before the price is shown without it, in ms. */
const PRICE_TIMEOUT_MS = 3_000;
/** Maximum time to read the balance before a start is refused, in ms. */
export const START_BALANCE_TIMEOUT = 45_000;

/**
 * Reads the balance. Temporary failures are retried with backoff for `patience` ms, and hosts are notified. Problems:
 * those of the balance, `balance_unread` on timeout, `cancelled`.
 */
export async function readBalance(
  {
    accounts,
    clock,
    emit,
  }: Pick<CleaningsOptions, "clock" | "emit"> & {
    readonly accounts: Pick<AccountDirectory, "refreshCredits">;
  },
  accountId: string,
  patience: number,
  signal?: AbortSignal,
): Promise<Result<number>> {
  const began = clock.monotonic();
  let latest: Problem | null = null;
  try {
    for (let attempt = 1; ; attempt++) {
      const answer = await accounts.refreshCredits(accountId, signal);
      if (answer.ok) return answer;
      if (signal?.aborted) return fail(problem("cancelled"));
      if (retryWait(answer.problem.code) === null) return answer;
      const pause = backoff(attempt, null);
      if (clock.monotonic() - began + pause > patience)
        return fail(problem("balance_unread", { why: causedBy(answer.problem) }));
      latest = answer.problem;
      emit({ event: "balance.waiting", accountId, problem: latest });
      await delay(clock, pause, signal);
      if (signal?.aborted) return fail(problem("cancelled"));
    }
  } finally {
    if (latest !== null) emit({ event: "balance.waiting", accountId, problem: null });
  }
}

function delay(clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      forget();
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const forget = clock.after(milliseconds, end);
    signal?.addEventListener("abort", end, { once: true });
  });
}

/** Returns the credits promised to the account's unstarted parts. Paused cleanings reserve nothing. */
export function reservedCredits(records: Records, accountId: string): number {
  return records
    .active()
    .flatMap((id) => records.cleaning(id) ?? [])
    .filter((row) => row.account_id === accountId && row.watching)
    .flatMap((row) => records.parts(row.id))
    .filter(({ record }) => !isSettled(record.state) && record.startedAt === null)
    .reduce((sum, { record }) => sum + reservedFor(record), 0);
}
