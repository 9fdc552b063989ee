import { SOURCE_CODE, VERDICT_CODE } from "../../../../shared/verdicts.ts";
import { type FoldedText, foldedAt } from "../../addresses/index.ts";
import { type Layout, openColumns } from "../../store/index.ts";
import { openArchive } from "../archive/archive.ts";
import type { ArchivedVerdict } from "../archive/look-ups.ts";
import { makeTables, putResults, readResults, totalsOf } from "../results-file.ts";
import { foldedAddresses } from "./archive-part.ts";
import { earlierOutcome, type IngestOutcome } from "./ingest.ts";

/** Which cleaning, as the archive knows it. */
export interface ArchivedCleaning {
  readonly cleaningId: string;
  readonly scope: string;
}

/** What the archive says that a cleaning brought home, of the addresses with these numbers. */
export function broughtHome(
  path: string,
  { cleaningId, scope }: ArchivedCleaning,
  folded: FoldedText,
  ids: Uint32Array,
): Map<number, ArchivedVerdict> {
  const found = new Map<number, ArchivedVerdict>();
  if (ids.length === 0) return found;
  const archive = openArchive(path, { readonly: true });
  try {
    const entries = archive.history(
      Array.from(ids, (id) => foldedAt(folded, id)),
      scope,
    );
    for (const [at, id] of ids.entries()) {
      const own = entries[at]?.find((one) => one.cleaningId === cleaningId);
      if (own !== undefined) found.set(id, own);
    }
    return found;
  } finally {
    archive.close();
  }
}

/**
 * Brings the verdicts of a part that no file holds any more from the archive into `results`. A part that was `isDone` is
 * taken in whatever there is of it, and what is not is missing; another only where nothing is. Answers how many are
 * missing; null: it was not taken in.
 */
export function fillFromArchive(
  cleaning: ArchivedCleaning & { readonly listId: string },
  layout: Layout,
  results: string,
  ordinal: number,
  isDone: boolean,
): number | null {
  const folded = foldedAddresses(layout.list(cleaning.listId));
  const store = openColumns(results, { readonly: false, mustExist: true });
  try {
    makeTables(store);
    const size = folded.ends.length;
    const columns = readResults(store, size);
    const earlier = earlierOutcome(store, ordinal);
    const ofPart = (id: number) => columns.fate[id] === ordinal;
    const isWanted = (id: number) =>
      ofPart(id) && (columns.source[id] === 0 || columns.source[id] === SOURCE_CODE.missing);
    const wanted = Uint32Array.from(Array.from({ length: size }, (_, id) => id).filter(isWanted));
    const found = broughtHome(layout.archive, cleaning, folded, wanted);
    if (earlier === null && !isDone && (wanted.length === 0 || found.size < wanted.length)) return null;
    if (earlier !== null && found.size === 0) return earlier.missing;
    for (const id of wanted) {
      const own = found.get(id);
      columns.verdict[id] = own?.verdict ?? VERDICT_CODE.unknown;
      columns.flags[id] = own?.flags ?? 0;
      columns.verifiedAt[id] = own?.verifiedAt ?? 0;
      columns.source[id] = own?.source ?? SOURCE_CODE.missing;
      // The service's own line went with its file.
      columns.rawStart[id] = 0;
      columns.rawLength[id] = 0;
    }
    const outcome: IngestOutcome = {
      ...totalsOf(columns.verdict, columns.source, ofPart),
      received: (earlier?.received ?? 0) + found.size,
      unexpected: earlier?.unexpected ?? 0,
      unknownVerdicts: earlier?.unknownVerdicts ?? 0,
    };
    store.transaction(() => {
      putResults(store, columns);
      store.db
        .prepare("INSERT OR REPLACE INTO ingested (ordinal, outcome, taken_at) VALUES (?, ?, ?)")
        .run(ordinal, JSON.stringify(outcome), Math.round(takenAt(found)));
    });
    return outcome.missing;
  } finally {
    store.close();
  }
}

const takenAt = (found: ReadonlyMap<number, ArchivedVerdict>) =>
  [...found.values()].reduce((last, { freshAt }) => Math.max(last, freshAt), 0);
