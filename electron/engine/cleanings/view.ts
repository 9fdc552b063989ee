import { cellCountsOf } from "../../../shared/bridge/cell-counts.ts";
import type { CLEANING_STAGES, Cleaning, Part } from "../../../shared/bridge/cleanings.ts";
import { type Problem, problem } from "../../../shared/problems.ts";
import { emptyVerdictCounts, VERDICTS, type VerdictCounts } from "../../../shared/verdicts.ts";
import type { WaitReason } from "../../../shared/waits.ts";
import type { CleaningRow } from "../catalog/index.ts";
import {
  availableActions,
  awaitsConsent,
  consentProblem,
  costsOfActions,
  hasNoTotals,
  problemOfChecks,
} from "./offers.ts";
import { isSettled, jobOf, type PartRecord, priceOf, spentOn } from "./part/record.ts";
import { canBeSentAgain, canBeTriedAgain } from "./part/user-actions.ts";
import type { PartRow } from "./records.ts";
import { cleaningWait, partWait, type WaitContext } from "./waiting.ts";

const RETENTION = 30 * 24 * 3600_000;

/** State of a cleaning that is not in its stored rows. */
export interface ViewContext extends WaitContext {
  readonly accountLabel: string;
  readonly sandbox: boolean;
  readonly revision: number;
}

/** Builds the cleaning that hosts show from its rows, without its speed. Pure. */
export function cleaningView(row: CleaningRow, parts: readonly PartRow[], context: ViewContext): Cleaning {
  const records = parts.map((part) => part.record);
  const uploaded = records.reduce((sum, record) => sum + record.addresses, 0);
  const verified = records.reduce((sum, record) => sum + Math.min(verifiedOf(record), record.addresses), 0);
  const waiting = row.state === "active" && row.watching ? cleaningWait(records, context) : null;
  const state = stateOf(row, waiting !== null);
  const actions = availableActions(row, records, context);
  return {
    id: row.id,
    name: row.name,
    listId: row.list_id,
    accountId: row.account_id,
    accountLabel: context.accountLabel,
    sandbox: context.sandbox,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    state,
    waiting,
    revision: context.revision,
    stage: stageOf(row, records),
    rows: row.price.rows,
    unique: row.unique_addresses,
    uploaded,
    verified,
    credits: row.agreed_credits,
    skipped: {
      duplicate: row.price.repeated,
      malformed: row.price.malformed,
      empty: row.price.empty,
      known: row.price.known,
      suppressed: row.price.suppressed,
      erased: row.price.erased ?? 0,
      beyondLimit: row.price.beyondLimit,
      elsewhere: row.price.elsewhere ?? 0,
    },
    counts: row.counts ?? countsUnderWay(records),
    missing: row.missing,
    unverified: unverifiedOf(row, records),
    spent: records.reduce((sum, record) => sum + spentOn(record), 0),
    analysis: analysisOf(records),
    parts: parts.map((part) => partView(part, context)),
    problem:
      context.problem ??
      problemOf(records, waiting?.for ?? null, context) ??
      problemOfOthers(row, records, context) ??
      (hasNoTotals(row) ? problem("given_up_results") : null),
    actions,
    asks: costsOfActions(records, actions),
    addressesPerSecond: null,
    secondsLeft: null,
    purgeAt: purgeAt(records),
    heldUntil: heldUntil(records),
    fetchBy: purgeAt(records.filter(({ state, mayBeCharged }) => mayBeCharged && state.kind !== "done")),
    out:
      row.out === null
        ? null
        : {
            path: row.out.path,
            rows: row.out.rows,
            keep: row.out.keep,
            keepDuplicates: row.out.keepDuplicates,
            keepEmpty: row.out.keepEmpty,
            ...cellCountsOf(row.out),
          },
    tags: row.tags,
    deletedAt: row.deleted_at,
  };
}

function problemOfOthers(
  row: CleaningRow,
  records: readonly PartRecord[],
  { waitsFor }: ViewContext,
): Problem | null {
  if (waitsFor?.standsStill === true) return problem("list_awaited", { names: [...waitsFor.lists] });
  const addresses = row.state === "failed" ? lostElsewhere(row, records) : 0;
  return addresses > 0 ? problem("elsewhere_lost", { addresses }) : null;
}

/** Returns the most important problem: first a price to agree to, then the cause of the wait, then any failure. */
function problemOf(
  records: readonly PartRecord[],
  waitsFor: WaitReason | null,
  context: WaitContext,
): Problem | null {
  const consent = waitsFor === null || waitsFor === "user" ? consentProblem(records) : null;
  if (consent !== null) return consent;
  const withProblem = records.filter((record) => record.problem !== null);
  const first = withProblem.find((record) => partWait(record, context) === waitsFor) ?? withProblem[0];
  return first?.state.kind === "uncertain"
    ? (problemOfChecks(records) ?? first.problem)
    : (first?.problem ?? null);
}

function partView({ ordinal, record }: PartRow, context: WaitContext): Part {
  return {
    ordinal,
    state: record.state.kind,
    waitingFor: record.state.kind === "uncertain" ? null : partWait(record, context),
    jobId: jobOf(record.state),
    serviceStatus: record.serviceStatus,
    total: record.addresses,
    verified: Math.min(verifiedOf(record), record.addresses),
    problem: record.problem,
    asks: awaitsConsent(record) ? priceOf(record) : null,
    again: retryOf(record),
  };
}

function retryOf(record: PartRecord): Part["again"] {
  if (canBeTriedAgain(record)) return "retry";
  return isSettled(record.state) && canBeSentAgain(record) ? "upload_again" : null;
}

/** Counts the parts and addresses that ended without results. A part's results arrive together or not at all. */
function unverifiedOf(row: CleaningRow, records: readonly PartRecord[]): Cleaning["unverified"] {
  const lost = records.filter(({ state }) => isSettled(state) && state.kind !== "done");
  const elsewhere = lostElsewhere(row, records);
  if (lost.length + elsewhere === 0) return null;
  const counted = elsewhere === 0 && lost.every(({ rows }) => rows !== null);
  return {
    parts: lost.length,
    addresses: elsewhere + lost.reduce((sum, { addresses }) => sum + addresses, 0),
    rows: counted ? lost.reduce((sum, { rows }) => sum + (rows ?? 0), 0) : null,
  };
}

/** Counts the addresses left to other lists that ended without a verdict: those in no part and without a verdict. */
function lostElsewhere(
  { price, counts, unique_addresses }: CleaningRow,
  records: readonly PartRecord[],
): number {
  if (counts === null || (price.elsewhere ?? 0) === 0) return 0;
  const withVerdict = VERDICTS.reduce((sum, verdict) => sum + counts[verdict], 0);
  const lost = records
    .filter(({ state }) => state.kind !== "done")
    .reduce((sum, one) => sum + one.addresses, 0);
  return unique_addresses - price.suppressed - (price.erased ?? 0) - price.beyondLimit - lost - withVerdict;
}

function verifiedOf(record: PartRecord): number {
  return record.state.kind === "done" ? record.addresses : record.verified;
}

function stateOf(row: CleaningRow, waits: boolean): Cleaning["state"] {
  if (row.state !== "active") return row.state;
  if (!row.watching) return "paused";
  return waits ? "waiting" : "running";
}

type Stage = (typeof CLEANING_STAGES)[number];

function stageOf(row: CleaningRow, records: readonly PartRecord[]): Stage {
  if (row.state !== "active") return "done";
  const order: readonly Stage[] = ["uploading", "preparing", "verifying", "fetching", "done"];
  const stages = records.map(({ state, single, mayBeCharged }): Stage => {
    switch (state.kind) {
      case "queued":
      case "uploading":
      case "uncertain":
        return single ? "verifying" : "uploading";
      case "checking":
        return "verifying";
      case "checked":
        return "fetching";
      case "preparing":
      case "ready":
      case "starting":
        return "preparing";
      case "waiting":
        if (state.step === "check") return "verifying";
        // A part that was started stays in the verifying stage during any wait.
        if (mayBeCharged && state.step !== "fetch") return "verifying";
        return state.jobId === null ? "uploading" : state.step === "fetch" ? "fetching" : "preparing";
      case "verifying":
        return "verifying";
      case "downloading":
        return "fetching";
      default:
        return "done";
    }
  });
  return order.find((stage) => stages.includes(stage)) ?? "fetching";
}

function countsUnderWay(records: readonly PartRecord[]): VerdictCounts {
  const sum = emptyVerdictCounts();
  for (const { counts } of records) {
    if (counts !== null) for (const verdict of VERDICTS) sum[verdict] += counts[verdict];
  }
  return sum;
}

function analysisOf(records: readonly PartRecord[]): Cleaning["analysis"] {
  const heard = records.flatMap((record) => (record.analysis === null ? [] : [record.analysis]));
  if (heard.length === 0) return null;
  const total = { common_isp: 0, role_based: 0, disposable: 0, spamtrap: 0, syntax_error: 0 };
  for (const one of heard) {
    total.common_isp += one.common_isp;
    total.role_based += one.role_based;
    total.disposable += one.disposable;
    total.spamtrap += one.spamtrap;
    total.syntax_error += one.syntax_error;
  }
  return total;
}

function purgeAt(records: readonly PartRecord[]): number | null {
  const purges = purgesOf(records);
  return purges.length === 0 ? null : Math.min(...purges);
}

function heldUntil(records: readonly PartRecord[]): number | null {
  const purges = purgesOf(records);
  return purges.length === 0 ? null : Math.max(...purges);
}

/** Returns when the service purges each part that it holds, in Unix ms. */
function purgesOf(records: readonly PartRecord[]): number[] {
  return records.flatMap((r) => (r.atService && r.uploadedAt !== null ? [r.uploadedAt + RETENTION] : []));
}
