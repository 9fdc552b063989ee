import type { CLEANING_STAGES, Cleaning, CleaningAction, Part } from "../../../shared/bridge/cleanings.ts";
import { type Problem, problem } from "../../../shared/problems.ts";
import { noVerdicts, VERDICTS, type VerdictCounts } from "../../../shared/verdicts.ts";
import { canBeSentAgain, canBeTriedAgain } from "./machine.ts";
import { isSettled, jobOf, type PartRecord } from "./part.ts";
import type { CleaningRow, PartRow } from "./records.ts";

const RETENTION = 30 * 24 * 3600_000;

export interface ViewContext {
  readonly accountLabel: string;
  readonly sandbox: boolean;
  readonly addressesPerSecond: number | null;
  /** A problem of the cleaning as a whole: its file could not be written. */
  readonly problem: Problem | null;
}

/** A cleaning as hosts show it, from its rows. Pure. */
export function cleaningView(row: CleaningRow, parts: readonly PartRow[], context: ViewContext): Cleaning {
  const records = parts.map((part) => part.record);
  const uploaded = records.reduce((sum, record) => sum + record.addresses, 0);
  const verified = records.reduce((sum, record) => sum + Math.min(verifiedOf(record), record.addresses), 0);
  const rate = context.addressesPerSecond;
  const state = stateOf(row, records, context);
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
      beyondLimit: row.price.beyondLimit,
    },
    counts: row.counts ?? countsUnderWay(records),
    missing: row.missing,
    analysis: analysisOf(records),
    parts: parts.map(partView),
    problem:
      context.problem ??
      (row.unreadable === true ? problem("history_unreadable") : null) ??
      records.find((record) => record.problem !== null)?.problem ??
      null,
    actions: actionsOf(row, records, context),
    addressesPerSecond: state === "running" ? rate : null,
    secondsLeft: state === "running" && rate !== null && rate > 0 ? (uploaded - verified) / rate : null,
    purgeAt: purgeAt(records),
    fetchBy: purgeAt(records.filter(({ state, mayBeCharged }) => mayBeCharged && state.kind !== "done")),
    out:
      row.out === null
        ? null
        : {
            path: row.out.path,
            rows: row.out.rows,
            ...(row.out.cut ? { cut: row.out.cut } : {}),
            ...(row.out.formulas ? { formulas: row.out.formulas } : {}),
          },
    tags: row.tags,
    deletedAt: row.deleted_at,
  };
}

function partView({ ordinal, record }: PartRow): Part {
  return {
    ordinal,
    state: record.state.kind,
    waitingFor: record.state.kind === "waiting" ? record.state.for : null,
    jobId: jobOf(record.state),
    serviceStatus: record.serviceStatus,
    total: record.addresses,
    verified: Math.min(verifiedOf(record), record.addresses),
    problem: record.problem,
  };
}

function verifiedOf(record: PartRecord): number {
  return record.state.kind === "done" ? record.addresses : record.verified;
}

function stateOf(row: CleaningRow, records: readonly PartRecord[], context: ViewContext): Cleaning["state"] {
  if (row.state !== "active") return row.state;
  if (!row.watching) return "paused";
  const moving = records.some(
    ({ state }) => !isSettled(state) && state.kind !== "waiting" && state.kind !== "uncertain",
  );
  if (moving) return "running";
  // What is left is to sum up, which takes a moment unless something stands in its way.
  const over = records.every((record) => isSettled(record.state));
  return over && context.problem === null ? "running" : "waiting";
}

type Stage = (typeof CLEANING_STAGES)[number];

/** The earliest stage that any part is in. */
function stageOf(row: CleaningRow, records: readonly PartRecord[]): Stage {
  if (row.state !== "active") return "done";
  const order: readonly Stage[] = ["uploading", "preparing", "verifying", "fetching", "done"];
  const stages = records.map(({ state }): Stage => {
    switch (state.kind) {
      case "queued":
      case "uploading":
      case "uncertain":
        return "uploading";
      case "preparing":
      case "ready":
      case "starting":
        return "preparing";
      case "waiting":
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
  const sum = noVerdicts();
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

function actionsOf(row: CleaningRow, records: readonly PartRecord[], context: ViewContext): CleaningAction[] {
  const actions: CleaningAction[] = [];
  const open = records.filter((record) => !isSettled(record.state));
  const some = (test: (record: PartRecord) => boolean) => records.some(test);
  if (row.state === "active") {
    if (!row.watching) actions.push("resume");
    if (some(({ state }) => state.kind === "waiting" && state.for === "user")) actions.push("start");
    if (
      some(
        ({ state, attempts }) =>
          (state.kind === "waiting" && state.for !== "user") || (attempts > 0 && !isSettled(state)),
      ) ||
      (context.problem !== null && open.length === 0)
    ) {
      actions.push("retry");
    }
    if (some(canBeSentAgain)) actions.push("upload_again");
    if (open.some((record) => !record.mayBeCharged)) actions.push("cancel");
    if (row.watching && open.some((record) => record.mayBeCharged)) actions.push("stop_watching");
    return actions;
  }
  if (some(canBeTriedAgain)) actions.push("retry");
  if (some(canBeSentAgain)) actions.push("upload_again");
  if (row.out !== null && row.out.rows === null && row.state === "done") actions.push("retry");
  if (some((record) => record.atService && record.state.kind !== "downloading"))
    actions.push("delete_at_service");
  actions.push("delete_here");
  return actions;
}

function purgeAt(records: readonly PartRecord[]): number | null {
  const held = records.flatMap((r) =>
    r.atService && r.uploadedAt !== null ? [r.uploadedAt + RETENTION] : [],
  );
  return held.length === 0 ? null : Math.min(...held);
}
