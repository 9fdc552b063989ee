import type { ResultFilter } from "../../../shared/bridge/results.ts";
import type { Verdict } from "../../../shared/verdicts.ts";

/**
 * What is written when nothing else is said: the rows that stand for their address (with `keepDuplicates` the
 * repeated ones too) whose verdict is one of `keep`. Malformed, empty and suppressed rows, and those beyond the
 * limit, which were not verified, are left out.
 */
export function defaultExportFilter(
  keep: readonly Verdict[],
  { keepDuplicates }: { keepDuplicates: boolean },
): ResultFilter {
  return {
    verdicts: [...keep],
    classes: keepDuplicates ? ["first", "repeated"] : ["first"],
    applyOverrides: true,
  };
}
