import type { Account } from "../../../shared/bridge/accounts.ts";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import type { ChangedCleaning } from "../../../shared/bridge/memory.ts";
import { blockedReason } from "../../../shared/cleaning-state.ts";
import type { Problem } from "../../../shared/problems.ts";
import type { AccountUsage } from "../accounts/index.ts";
import { cleaningNames } from "../catalog/index.ts";
import type { Handlers } from "../handlers.ts";
import { createActions } from "./actions.ts";
import { createBin, watchRetention } from "./bin.ts";
import { createFinisher } from "./finish.ts";
import { createListForecast } from "./price/forecast-task.ts";
import { createPricing, reservedCredits } from "./price/pricing.ts";
import { createStarting } from "./price/starting.ts";
import { createRecords, type PartRow } from "./records.ts";
import { createExecutor } from "./run/executor.ts";
import { createExclusive } from "./run/fill-in.ts";
import type { CleaningCallName, CleaningsOptions } from "./types.ts";
import { cleaningView } from "./view.ts";
import { createSpeedMeter, type WaitsFor } from "./waiting.ts";

export interface Cleanings {
  readonly handlers: Handlers<CleaningCallName | "forecast.list">;
  recover(): void;
  /** Permanently deletes cleanings binned 30 days before `now` (Unix ms). Returns the problems to report. */
  emptyBin(now: number): Promise<Problem[]>;
  /** Returns the cleaning's name and whether it is in the bin; `null` if it does not exist. */
  summaryOf(id: string): {
    readonly cleaningId: string;
    readonly name: string;
    readonly inBin: boolean;
    readonly sandbox: boolean;
  } | null;
  usage(accountId: string): AccountUsage;
  accountChanged(account: Account): void;
  /** Rechecks cleanings that wait for verdicts of others, after a check's claim has ended. */
  onClaimEnded(): void;
  /**
   * Recalculates the totals of all finished cleanings, after facts have changed. Returns those with more undeliverable
   * addresses. Stops early when closing.
   */
  recountTotals(): Promise<ChangedCleaning[]>;
  wake(): void;
  setOnline(online: boolean): void;
  busy(): { transferring: boolean; unfinished: number; waitingForUser: number; progress: number | null };
  close(): Promise<void>;
}

export function createCleanings(options: CleaningsOptions): Cleanings {
  const { journal, accounts, clock, emit } = options;
  const records = createRecords(journal);
  const reserved = (accountId: string) => reservedCredits(records, accountId);
  const speed = createSpeedMeter();
  const problems = new Map<string, Problem>();
  let offlineSince: number | null = null;
  // Start from the clock: a page may outlive the engine process and must still see revisions rise.
  let revision = clock.now() * 1000;
  const exclusive = createExclusive();
  const bin = createBin({
    ...options,
    records,
    async stop(id) {
      await Promise.all([exclusive.end(id), executor.stopAndWait(id)]);
      await finisher.ended(id);
    },
    erased: (cleaningId) => emit({ event: "cleaning.erased", cleaningId }),
  });

  function view(id: string): Cleaning | null {
    const row = records.cleaning(id);
    if (row === null) return null;
    const cleaning = cleaningView(row, records.parts(id), {
      accountLabel: accounts.label(row.account_id),
      sandbox: accounts.isSandbox(row.account_id),
      problem: problems.get(id) ?? null,
      offlineSince,
      pausedUntil: executor.pausedUntil(id),
      waitsFor: waitsFor(id),
      revision: ++revision,
    });
    const now = clock.monotonic();
    speed.note(cleaning, now);
    const { addressesPerSecond, movedAt } = speed.of(id, now);
    const left = cleaning.uploaded - cleaning.verified;
    return {
      ...cleaning,
      addressesPerSecond,
      secondsLeft: addressesPerSecond ? left / addressesPerSecond : null,
      movedAt: movedAt === null ? null : clock.now() - (now - movedAt),
    };
  }

  function changed(id: string): void {
    const cleaning = view(id);
    if (cleaning === null) return;
    emit({ event: "cleaning.changed", cleaning });
    for (const other of finisher.waitingFor(id)) changed(other);
  }

  function waitsFor(id: string): WaitsFor | null {
    const waited = finisher.waitsFor(id);
    if (waited === null) return null;
    const others = waited.openIn.flatMap((other) => view(other) ?? []);
    const colleagues = waited.openIn.flatMap((other) => options.team.memberOf(other) ?? []);
    return {
      lists: [...others.map(({ name }) => name), ...new Set(colleagues)],
      standsStill: others.some((other) => other.state === "paused" || blockedReason(other) !== null),
    };
  }

  const finisher = createFinisher({ ...options, records, view, changed, problems });
  const executor = createExecutor({
    ...options,
    records,
    changed,
    onSettled(id) {
      finisher.finishIfSettled(id);
      finisher.onClaimEnded();
    },
    reportLocalProblem(id, why) {
      if (why === null) problems.delete(id);
      else problems.set(id, why);
      changed(id);
    },
    deleteAfterFetch: () => options.settings().deleteAfterFetch,
  });
  const pricing = createPricing({ ...options, reserved });
  const starting = createStarting({ ...options, records, pricing, executor, finisher, view });
  const actions = createActions({ ...options, records, executor, finisher, view, changed, bin, exclusive });

  let stopRetention = () => {};

  return {
    handlers: { ...starting, ...actions, ...createListForecast(options) },
    recover() {
      const open = () => {
        try {
          return records.active().flatMap((id) => view(id) ?? []);
        } catch (error) {
          options.log(`looking for what is to be fetched: ${String(error)}`);
          return [];
        }
      };
      stopRetention = watchRetention(options, open);
      const polled = records.active().filter((id) => records.cleaning(id)?.watching === true);
      // Resume the oldest uploads first: the service purges them first.
      const parts = polled.flatMap((id) => records.parts(id));
      const age = ({ record }: PartRow) =>
        record.mayBeCharged ? (record.uploadedAt ?? 0) : Number.POSITIVE_INFINITY;
      parts.sort((a, b) => (age(a) === age(b) ? 0 : age(a) - age(b)));
      for (const part of [...parts, ...records.unremoved()]) executor.resume(part.cleaningId, part.ordinal);
      for (const id of polled) finisher.finishIfSettled(id);
      for (const id of records.unwritten()) finisher.writeOutput(id);
    },
    emptyBin: (now) => bin.empty(now),
    summaryOf(id) {
      const row = records.cleaning(id);
      if (row === null) return null;
      const sandbox = accounts.isSandbox(row.account_id);
      return { cleaningId: id, name: row.name, inBin: row.deleted_at !== null, sandbox };
    },
    usage: (accountId) => ({
      reserved: reserved(accountId),
      unfinished: records.active().filter((id) => records.cleaning(id)?.account_id === accountId).length,
      cleanings: records.countOf(accountId),
    }),
    accountChanged: (account) => executor.accountChanged(account),
    onClaimEnded: () => finisher.onClaimEnded(),
    async recountTotals() {
      const changed: ChangedCleaning[] = [];
      const undeliverable = (id: string) => records.cleaning(id)?.counts?.undeliverable ?? 0;
      for (const { id, name } of cleaningNames(journal.db)) {
        const before = undeliverable(id);
        await finisher.recountTotals(id);
        const addresses = undeliverable(id) - before;
        if (addresses > 0) changed.push({ cleaningId: id, name, addresses });
      }
      return changed;
    },
    wake: () => executor.wake(),
    setOnline(online) {
      offlineSince = online ? null : (offlineSince ?? clock.now());
      executor.setOnline(online);
      for (const id of records.active()) changed(id);
    },
    busy() {
      const open = records.active().flatMap((id) => view(id) ?? []);
      const owing = records.unwritten().flatMap((id) => view(id) ?? []);
      const watched = open.filter((cleaning) => cleaning.state === "running");
      const total = watched.reduce((sum, cleaning) => sum + cleaning.uploaded, 0);
      const verified = watched.reduce((sum, cleaning) => sum + cleaning.verified, 0);
      return {
        transferring: executor.transferring(),
        unfinished: open.length,
        waitingForUser: [...open, ...owing].filter((cleaning) => blockedReason(cleaning) !== null).length,
        progress: total === 0 ? null : verified / total,
      };
    },
    async close() {
      stopRetention();
      await executor.close();
      await finisher.close();
    },
  };
}
