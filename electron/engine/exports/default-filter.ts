import type { ResultFilter } from "../../../shared/bridge/results.ts";
import { fileOf } from "../../../shared/bridge/segment-files.ts";
import type { Segment } from "../../../shared/segments.ts";
import type { Verdict } from "../../../shared/verdicts.ts";

/** The segments whose addresses a choice of verdicts can name as a whole. */
const NAMED_BY: readonly (readonly [Segment, readonly Verdict[]])[] = [
  ["safe", ["deliverable"]],
  ["risky", ["accept_all", "unknown"]],
];

/** The segments that hold just what `keep` names; null: it names a part of one, or what is not to be sent to. */
function segmentsNamedBy(keep: readonly Verdict[]): Segment[] | null {
  const named = NAMED_BY.filter(([, verdicts]) => verdicts.every((verdict) => keep.includes(verdict)));
  const isWhole = keep.every((verdict) => named.some(([, verdicts]) => verdicts.includes(verdict)));
  return isWhole && named.length > 0 ? named.map(([segment]) => segment) : null;
}

/** Which rows are written beside those that stand for an address of a kept verdict. */
export interface KeptRows {
  /** The repeated ones. */
  readonly keepDuplicates: boolean;
  /** Those whose address cell is empty. */
  readonly keepEmpty?: boolean | undefined;
}

/**
 * What is written when nothing else is said: the rows that stand for their address (with `keepDuplicates` the
 * repeated ones too, with `keepEmpty` those without any) whose verdict is one of `keep`; where that is all behind a segment, the very file of that segment.
 * Malformed, empty and suppressed rows, and those beyond the limit, which were not verified, are left out; so is whoever is
 * not to be mailed by another service's words, unless the undeliverable are asked for too: then it is no file to be mailed.
 */
export function defaultExportFilter(
  keep: readonly Verdict[],
  { keepDuplicates, keepEmpty }: KeptRows,
): ResultFilter {
  const segments = segmentsNamedBy(keep);
  const empty = keepEmpty === true ? { keepEmpty } : {};
  if (segments !== null && !keepDuplicates) return { ...fileOf(...segments), ...empty };
  return {
    ...empty,
    verdicts: [...keep],
    classes: keepDuplicates ? ["first", "repeated"] : ["first"],
    applyOverrides: true,
    ...(keep.includes("undeliverable") ? {} : { leaveOutUnwanted: true }),
  };
}
