import type { Answer } from "../../../../../shared/bridge/answer.ts";
import { FATE } from "../../format.ts";
import { CLASS_CODE, type OpenedCleaning } from "../opened.ts";
import { doorsOf } from "./doors.ts";

/** What the list and its results say of the answer; the price's line is in the journal. */
export type Answered = Omit<Answer, "price" | "cleaningId"> & { readonly saved: number };

/** `suppresses`: whether addresses that are on a suppression list now count as not to be sent to. */
export function answerOf(cleaning: OpenedCleaning, suppresses: boolean): Answered {
  const { counts, acceptAll } = doorsOf(cleaning, suppresses);
  const { safe, risky, do_not_send, not_verified } = counts;
  let empty = 0;
  let invalid = 0;
  const { classes } = cleaning;
  for (let row = 0; row < classes.length; row++) {
    if (classes[row] === CLASS_CODE.empty) empty++;
    else if (classes[row] === CLASS_CODE.malformed) invalid++;
  }
  return {
    rows: cleaning.rows,
    addresses: cleaning.list.addresses,
    doors: { safe, risky, do_not_send },
    acceptAll,
    notVerified: not_verified.rows === 0 ? null : not_verified,
    empty,
    invalid,
    leavesOutSuppressed: suppresses,
    saved: savedOf(cleaning),
  };
}

/** Addresses that would have cost a credit each, had they not been known or suppressed. */
export function savedOf({ results }: OpenedCleaning): number {
  const { fate } = results;
  let saved = 0;
  for (let address = 0; address < fate.length; address++)
    if (fate[address] === FATE.known || fate[address] === FATE.suppressed) saved++;
  return saved;
}
