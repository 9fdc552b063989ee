import type { Account } from "../../../shared/bridge/accounts.ts";
import type { Settings } from "../../../shared/bridge/app.ts";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import type { Preflight } from "../../../shared/bridge/lists.ts";
import { blockedReason } from "../../../shared/cleaning-state.ts";
import type { Problem } from "../../../shared/problems.ts";
import type { Result } from "../../../shared/result.ts";
import type { VerdictCounts } from "../../../shared/verdicts.ts";
import type { AccountDirectory, AccountUsage } from "../accounts/index.ts";
import type { CleaningRow } from "../catalog/index.ts";
import type { Clock } from "../clock.ts";
import type { Emit, Handlers } from "../handlers.ts";
import type { Ledger } from "../ledger/index.ts";
import type { Journal, Layout, RunOptions } from "../store/index.ts";
import { type ActionsOptions, createActions } from "./actions.ts";
import { createBin, watchRetention } from "./bin.ts";
import { createFinisher, type FinisherOptions } from "./finish.ts";
import { createListForecast, type ListForecastOptions } from "./price/forecast-task.ts";
import type { Plan, PlanInput } from "./price/plan.ts";
import { createPricing, type PricingOptions, reservedCredits, type UploadLimits } from "./price/pricing.ts";
import { createStarting, type StartingOptions } from "./price/starting.ts";
import { createRecords, type PartRow } from "./records.ts";
import { createExecutor } from "./run/executor.ts";
import { createExclusive, type FillInTools } from "./run/fill-in.ts";
import type { IngestOutcome } from "./run/ingest-results.ts";
import { cleaningView } from "./view.ts";
import { createSpeedMeter, type WaitsFor } from "./waiting.ts";
export type CleaningCallName =
  | "cleanings.price"
  | "cleanings.start"
  | "cleanings.list"
  | "cleanings.get"
  | "cleanings.timeline"
  | "cleanings.act"
  | "cleanings.update"
  | "cleanings.restore"
  | "cleanings.erase"
  | "forecast.list";

export interface CleaningsOptions {
  readonly journal: Journal;
  readonly ledger: Ledger;
  readonly layout: Layout;
  readonly accounts: AccountDirectory;
  readonly clock: Clock;
  /** Aborted when Winnow quits or the data folder is replaced. */
  readonly closing: AbortSignal;
  readonly emit: Emit;
  readonly settings: () => Settings;
  readonly limits: UploadLimits;
  /** Seconds that a start may take to show in the status. Default: see `part/job-status.ts`. */
  readonly startSeconds?: number;
  readonly preflight: (listId: string) => Result<Preflight>;
  readonly revision: StartingOptions["revision"];
  readonly plan: (input: PlanInput, options?: RunOptions) => Promise<Result<Plan>>;
  readonly deadDomains: PricingOptions["deadDomains"];
  readonly calibration: ListForecastOptions["calibration"];
  readonly forecast: ListForecastOptions["forecast"];
  readonly collect: FinisherOptions["collect"];
  readonly countClaimedByOthers: ActionsOptions["countClaimedByOthers"];
  readonly totals: (cleaningId: string) => Promise<Result<{ counts: VerdictCounts; missing: number }>>;
  readonly isIngested: (part: PartRow) => boolean;
  readonly ingest: (cleaning: CleaningRow, part: PartRow, signal: AbortSignal) => Promise<IngestOutcome>;
  readonly fillIn: FillInTools["fillIn"];
  readonly importResults: StartingOptions["importResults"];
  readonly checkOutputPath: StartingOptions["checkOutputPath"];
  readonly writeOutput: FinisherOptions["writeOutput"];
  /** Removes the cleaning's verdicts from the archive. Runs before anything else of it is deleted. */
  readonly forgetVerdicts: (cleaningId: string, listId: string) => Promise<void>;
  readonly eraseList: (listId: string) => Promise<void>;
  readonly probe: (point: string) => void;
  readonly log: (line: string) => void;
  readonly random?: () => number;
}

export interface Cleanings {
  readonly handlers: Handlers<CleaningCallName>;
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
  wake(): void;
  setOnline(online: boolean): void;
  busy(): { transferring: boolean; unfinished: number; waitingForUser: number; progress: number | null };
  close(): Promise<void>;
}

export function createCleanings(options: CleaningsOptions): Cleanings {
  const { journal, layout, accounts, clock, emit } = options;
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
    return {
      lists: others.map(({ name }) => name),
      standsStill: others.some((other) => other.state === "paused" || blockedReason(other) !== null),
    };
  }

  const finisher = createFinisher({ ...options, records, view, changed, problems });
  const executor = createExecutor({
    journal,
    records,
    ledger: options.ledger,
    layout,
    accounts,
    clock,
    startSeconds: options.startSeconds,
    isIngested: options.isIngested,
    ingest: options.ingest,
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
    log: options.log,
    deleteAfterFetch: () => options.settings().deleteAfterFetch,
    probe: options.probe,
    random: options.random,
  });
  const pricing = createPricing({ ...options, reserved });
  const starting = createStarting({
    ...options,
    records,
    pricing,
    executor,
    finisher,
    view,
  });
  const actions = createActions({
    ...options,
    records,
    executor,
    finisher,
    view,
    changed,
    bin,
    exclusive,
  });

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
      stopRetention = watchRetention({ clock, emit, open });
      const watched = records.active().filter((id) => records.cleaning(id)?.watching === true);
      // Resume the oldest uploads first: the service purges them first.
      const parts = watched.flatMap((id) => records.parts(id));
      const age = ({ record }: PartRow) =>
        record.mayBeCharged ? (record.uploadedAt ?? 0) : Number.POSITIVE_INFINITY;
      parts.sort((a, b) => (age(a) === age(b) ? 0 : age(a) - age(b)));
      for (const part of [...parts, ...records.unremoved()]) executor.resume(part.cleaningId, part.ordinal);
      for (const id of watched) finisher.finishIfSettled(id);
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
