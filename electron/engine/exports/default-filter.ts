import type { ResultFilter } from "../../../shared/bridge/results.ts";
import { fileOf } from "../../../shared/bridge/segment-files.ts";
import type { Segment } from "../../../shared/segments.ts";
import type { Verdict } from "../../../shared/verdicts.ts";

/** Segments that a set of verdicts can select as a whole. */
const NAMED_BY: readonly (readonly [Segment, readonly Verdict[]])[] = [
  ["safe", ["deliverable"]],
  ["risky", ["accept_all", "unknown"]],
];

/** Returns the segments equal to `keep`; `null` if it names part of a segment or undeliverable addresses. */
function segmentsNamedBy(keep: readonly Verdict[]): Segment[] | null {
  const named = NAMED_BY.filter(([, verdicts]) => verdicts.every((verdict) => keep.includes(verdict)));
  const isWhole = keep.every((verdict) => named.some(([, verdicts]) => verdicts.includes(verdict)));
  return isWhole && named.length > 0 ? named.map(([segment]) => segment) : null;
}

export interface KeptRows {
  readonly keepDuplicates: boolean;
  readonly keepEmpty?: boolean | undefined;
}

/**
 * Returns the default export filter: the first row of each address with a verdict in `keep`. Addresses another service
 * calls unwanted are left out, unless undeliverable ones are kept too: then the file is not for mailing.
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
