import type { ExportFilter } from "../../../../../shared/bridge/exports.ts";
import type { ResultFilter } from "../../../../../shared/bridge/results.ts";
import { fail, ok, type Result } from "../../../../../shared/result.ts";
import { VERDICT_CODES } from "../../../../../shared/verdicts.ts";
import { indexAddresses } from "../../../addresses/index.ts";
import type { Layout } from "../../../store/index.ts";
import { missingResults } from "../../ingest/is-home.ts";
import { type OpenedCleaning, openCleaning } from "../opened.ts";
import { asShown } from "../query/selected.ts";
import { lookUpSuppressed } from "./suppressed.ts";

type Earlier = NonNullable<ResultFilter["turned"]>["since"];

/** What an address had in an earlier cleaning that does not hold it. */
export const NOT_IN_IT = 255;

/**
 * Looks up what of `filter` stands outside of the cleaning: suppression lists, and an earlier cleaning. Problems: those of
 * {@link lookUpSuppressed}, and `store_corrupt` where the results of the earlier cleaning are not there. Throws where its list is not.
 */
export function lookUpBeside(cleaning: OpenedCleaning, layout: Layout, filter: ExportFilter): Result<null> {
  const from = filter.selected?.rows ?? [];
  const within = Array.isArray(from) ? ok(null) : lookUpBeside(cleaning, layout, asShown(from));
  if (!within.ok) return within;
  const looked = lookUpSuppressed(cleaning, layout, filter);
  if (!looked.ok || filter.turned === undefined) return looked;
  const before = verdictsBefore(cleaning, layout, filter.turned.since);
  return before.ok ? ok(null) : before;
}

/** u: the code of the verdict that each address had in `earlier`: 0 none, NOT_IN_IT. Worked out once. */
export function verdictsBefore(
  cleaning: OpenedCleaning,
  layout: Layout,
  earlier: Earlier,
): Result<Uint8Array> {
  const known = cleaning.cache.earlier.get(earlier.cleaningId);
  if (known !== undefined) return ok(known);
  const { results } = layout.cleaning(earlier.cleaningId);
  const missing = missingResults(results);
  if (missing !== null) return fail(missing);
  const other = openCleaning(layout.list(earlier.listId), results, { readonly: true, lazy: true });
  try {
    const { bytes, ends } = other.folded;
    const index = indexAddresses(cleaning.folded, () => true);
    const before = new Uint8Array(cleaning.list.addresses).fill(NOT_IN_IT);
    for (let at = 0, start = 0; at < ends.length; at++) {
      const end = ends[at] ?? start;
      const own = index.find(bytes, start, end);
      start = end;
      const verdict = other.results.verdict[at] ?? 0;
      if (own >= 0) before[own] = verdict < VERDICT_CODES ? verdict : 0;
    }
    return ok(cleaning.cache.earlier.set(earlier.cleaningId, before));
  } finally {
    other.close();
  }
}
