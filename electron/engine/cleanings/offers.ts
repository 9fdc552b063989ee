import type { ActionCost, Cleaning } from "../../../shared/bridge/cleanings.ts";
import type { CleaningAction } from "../../../shared/bridge/constants.ts";
import { type Problem, problem } from "../../../shared/problems.ts";
import type { CleaningRow } from "../catalog/index.ts";
import { isSettled, type PartRecord, priceOf } from "./part/record.ts";
import { canBeSentAgain, canBeTriedAgain, creditsAlreadyAgreed, isStarted } from "./part/user-actions.ts";
import { isPaused, type WaitContext } from "./waiting.ts";

/** Returns the actions available to the user now; all others are refused. Pure. */
export function availableActions(
  row: CleaningRow,
  records: readonly PartRecord[],
  context: Pick<WaitContext, "problem" | "pausedUntil">,
): CleaningAction[] {
  if (row.deleted_at !== null) return [];
  return row.state === "active" ? whileActive(row, records, context) : actionsWhenEnded(row, records);
}

function whileActive(
  row: CleaningRow,
  records: readonly PartRecord[],
  { problem, pausedUntil }: Pick<WaitContext, "problem" | "pausedUntil">,
): CleaningAction[] {
  const actions: CleaningAction[] = [];
  const open = records.filter((record) => !isSettled(record.state));
  if (!row.watching) actions.push("resume");
  if (records.some(awaitsConsent)) actions.push("start");
  if (problem !== null || open.some((record) => isRetrying(record) || isPaused(record, pausedUntil)))
    actions.push("retry");
  if (records.some(canBeSentAgain)) actions.push("upload_again");
  if (!open.every(isStarted) || mayWaitForOthers(row, records)) actions.push("cancel");
  // Pausing a part that waits for credits frees the reserved credits.
  if (row.watching && open.some((record) => isStarted(record) || waitsForCredits(record)))
    actions.push("stop_watching");
  // Started parts cannot be cancelled; offer giving up if they make no progress.
  const still =
    !row.watching ||
    problem !== null ||
    open.every((record) => standsStill(record) || isPaused(record, pausedUntil));
  const cannotEnd = open.length === 0 ? problem !== null : open.some(isStarted);
  if (still && cannotEnd) actions.push("give_up");
  return actions;
}

/** Returns whether all of its own parts are over and it may still wait for addresses verified by other lists. */
export function mayWaitForOthers(row: CleaningRow, records: readonly PartRecord[]): boolean {
  return (
    row.state === "active" && (row.price.elsewhere ?? 0) > 0 && records.every(({ state }) => isSettled(state))
  );
}

function waitsForCredits({ state }: PartRecord): boolean {
  return state.kind === "waiting" && state.for === "credits";
}

/** Failures before a part counts as stuck: a single one usually passes within a second. */
const STUCK_AFTER_FAILURES = 2;

function standsStill({ state, attempts, setbacks }: PartRecord): boolean {
  const waits = state.kind === "waiting" || state.kind === "uncertain";
  return waits || Math.max(attempts, setbacks) >= STUCK_AFTER_FAILURES;
}

/** Returns whether an immediate retry can help. Waits for the user's consent have a separate action. */
function isRetrying({ state, attempts, setbacks }: PartRecord): boolean {
  if (state.kind === "waiting") return state.for !== "user";
  return state.kind !== "uncertain" && attempts + setbacks > 0;
}

function actionsWhenEnded(row: CleaningRow, records: readonly PartRecord[]): CleaningAction[] {
  const actions: CleaningAction[] = [];
  if (records.some(canBeTriedAgain) || isOutputPending(row) || hasNoTotals(row)) actions.push("retry");
  if (records.some(canBeSentAgain)) actions.push("upload_again");
  if (records.some(canBeFilledIn)) actions.push("fetch_again");
  if (isOutputPending(row)) actions.push("leave_file");
  if (records.some((record) => record.atService)) actions.push("delete_at_service");
  actions.push("delete_here");
  return actions;
}

/** Returns whether the service may still send missing results of the part; fetching them is free. */
export function canBeFilledIn({ state, missing, atService }: PartRecord): boolean {
  return state.kind === "done" && state.jobId !== null && missing > 0 && atService;
}

/** Returns whether the cleaning was given up because its results could not be totalled. */
export function hasNoTotals(row: CleaningRow): boolean {
  return row.state === "failed" && row.counts === null;
}

/** Returns whether the requested file is still to be written: all results have arrived and it is not in the bin. */
export function isOutputPending(row: CleaningRow): boolean {
  const whole = row.state === "done" || row.state === "imported";
  return whole && row.deleted_at === null && row.out !== null && row.out.rows === null;
}

export function awaitsConsent({ state }: PartRecord): boolean {
  return state.kind === "waiting" && state.for === "user";
}

/** Returns the cost of each of the `offered` actions over all parts it applies to; `null` if not offered. Pure. */
export function costsOfActions(
  records: readonly PartRecord[],
  offered: readonly CleaningAction[],
): NonNullable<Cleaning["asks"]> {
  const start = records.filter(awaitsConsent);
  const again = records.filter(canBeSentAgain);
  return {
    start: offered.includes("start") ? askOf(start, priceOf) : null,
    // Uploading a list again is free: its price is asked for once the service has counted it, or was agreed to before.
    upload_again: offered.includes("upload_again") ? askAgain(again) : null,
  };
}

function askOf(records: readonly PartRecord[], price: (record: PartRecord) => number): ActionCost {
  return {
    credits: records.reduce((sum, record) => sum + price(record), 0),
    parts: records.length,
    mayBePaid: records.some(mayBePaid),
  };
}

function askAgain(records: readonly PartRecord[]): ActionCost {
  const agreed = records.reduce((sum, record) => sum + creditsAlreadyAgreed(record), 0);
  return { ...askOf(records, priceOfCheck), ...(agreed > 0 ? { agreed } : {}) };
}

function priceOfCheck(record: PartRecord): number {
  return record.single ? record.addresses : 0;
}

function mayBePaid({ mayBeCharged, earlier }: PartRecord): boolean {
  return mayBeCharged || earlier.spent > 0;
}

/** Returns one problem for all parts that wait for consent, with the total price; `null` if there are none. Pure. */
export function consentProblem(records: readonly PartRecord[]): Problem | null {
  const waiting = records.filter(awaitsConsent);
  if (waiting.length === 0) return null;
  const sum = (of: (record: PartRecord) => number) => waiting.reduce((all, one) => all + of(one), 0);
  const says = (code: Problem["code"]) => waiting.some((record) => record.problem?.code === code);
  const now = sum(priceOf);
  const spent = sum(({ earlier }) => earlier.spent);
  if (says("price_again")) return problem("price_again", { now, spent });
  if (says("price_changed")) return problem("price_changed", { shown: sum(({ agreed }) => agreed), now });
  return waiting[0]?.problem ?? null;
}

/** Returns one problem for all checks whose answers were lost; `null` if there are none. Pure. */
export function problemOfChecks(records: readonly PartRecord[]): Problem | null {
  const lost = records.filter(
    (one) => one.problem?.code === "check_uncertain" && one.state.kind === "uncertain",
  );
  return lost.length === 0 ? null : problem("check_uncertain", { checks: lost.length });
}
