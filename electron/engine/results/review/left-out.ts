import type { LeftOutReason, RowAccount } from "../../../../shared/bridge/exports.ts";
import { type ResultFilter, ROW_CLASSES, type RowClass } from "../../../../shared/bridge/results.ts";
import { verdictOf } from "../../../../shared/verdicts.ts";
import { FATE, MAX_PART } from "../format.ts";
import type { RowMask } from "./cache.ts";
import { finish, type Steps } from "./cells.ts";
import { maskOf } from "./filter.ts";
import type { OpenedCleaning } from "./opened.ts";
import { MARK } from "./overrides.ts";
import { isSuppressed } from "./suppressed.ts";

const ROWS_A_STEP = 65_536;

/** What becomes of every row under `filter`, whose rows are those of `mask`. */
export function* rowAccount(
  cleaning: OpenedCleaning,
  filter: ResultFilter,
  { mask, total }: RowMask,
): Steps<RowAccount> {
  const leftOut: Partial<Record<LeftOutReason, number>> = {};
  let unverified = 0;
  let suppressed = 0;
  const reasonOf = createReasons(cleaning, filter);
  for (let row = 0; row < mask.length; row++) {
    if (row % ROWS_A_STEP === 0) yield;
    if (mask[row] === 1) {
      if (withoutVerdict(cleaning, row) === "unverified") unverified++;
      if (isSuppressed(cleaning, row)) suppressed++;
      continue;
    }
    const reason = reasonOf(row);
    leftOut[reason] = (leftOut[reason] ?? 0) + 1;
  }
  return { rows: total, unverified, ...(suppressed > 0 ? { suppressed } : {}), leftOut };
}

/** The same at once. */
export function rowAccountNow(cleaning: OpenedCleaning, filter: ResultFilter): RowAccount {
  return finish(rowAccount(cleaning, filter, finish(maskOf(cleaning, filter))));
}

/** The first thing about a row that keeps it out, in the order in which the filter looks. */
function createReasons(cleaning: OpenedCleaning, filter: ResultFilter): (row: number) => LeftOutReason {
  const { marks } = cleaning.overrides;
  const { verdicts, classes } = filter;
  return (row) => {
    const own = classOf(cleaning, row);
    if (classes?.includes(own) === false) return own === "first" ? "filtered" : own;
    if (filter.leaveOutSuppressed === true && isSuppressed(cleaning, row)) return "suppressed";
    if (filter.applyOverrides === true && marks[row] === MARK.drop) return "dropped";
    const none = withoutVerdict(cleaning, row);
    if (none !== null) return verdicts?.includes("none") === false ? none : "filtered";
    const verdict = verdictOf(cleaning.results.verdict[cleaning.list.rowAddress[row] ?? 0] ?? 0);
    return verdict !== null && verdicts?.includes(verdict) === false ? verdict : "filtered";
  };
}

function classOf({ classes }: OpenedCleaning, row: number): RowClass {
  return ROW_CLASSES[classes[row] ?? 0] ?? "first";
}

/** Why a row has no verdict; null: it has one. */
export function withoutVerdict(cleaning: OpenedCleaning, row: number): LeftOutReason | null {
  const address = cleaning.list.rowAddress[row] ?? -1;
  if (address < 0) return classOf(cleaning, row) === "empty" ? "empty" : "malformed";
  if (cleaning.results.verdict[address] !== 0) return null;
  const fate = cleaning.results.fate[address] ?? 0;
  if (fate === FATE.suppressed) return "suppressed";
  if (fate === FATE.beyondLimit) return "beyond_limit";
  return fate <= MAX_PART ? "unverified" : "filtered";
}
