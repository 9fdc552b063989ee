import { z } from "zod";
import { foldAddress } from "../../../../shared/fold-addresses.ts";
import { SOURCE_CODE } from "../../../../shared/verdicts.ts";
import type { Archive } from "../../ledger/index.ts";
import { LIST_COLUMNS } from "../../lists/index.ts";
import { type ColumnStore, type ListLayout, openColumns } from "../../store/index.ts";
import { type FoldedText, foldTexts } from "../../text/index.ts";
import { readVerdicts } from "../results-store.ts";

/** An ingested part. `now` (Unix ms) is the fallback time of verdicts without one. */
export interface IngestedPart {
  readonly scope: string;
  readonly cleaningId: string;
  readonly ordinal: number;
  readonly now: number;
}

const ASSUMED_AT = "assumed_at";

/** Stores the time, in Unix ms, of verdicts that came without one. */
export function storeAssumedTime(store: ColumnStore, at: number): void {
  store.putMeta(ASSUMED_AT, at);
}

function assumedAt(store: ColumnStore): number | null {
  return z
    .number()
    .nullable()
    .parse(store.getMeta(ASSUMED_AT) ?? null);
}

/** Reads the list's distinct addresses, folded. Throws SQLite errors. */
export function foldedAddresses(list: ListLayout): FoldedText {
  const store = openColumns(list.columns, { readonly: true });
  try {
    const { addressText, addressEnd } = LIST_COLUMNS;
    const text = store.read(addressText);
    const ends = store.read(addressEnd);
    return foldTexts(text, ends, foldAddress, text);
  } finally {
    store.close();
  }
}

/** Adds a part's verdicts to the archive, and its missing addresses as possibly paid for. Idempotent. */
export function archivePart(
  archive: Pick<Archive, "holds" | "ingestPart">,
  part: IngestedPart,
  store: ColumnStore,
  folded: FoldedText,
): void {
  if (archive.holds(part.cleaningId, part.ordinal)) return;
  const columns = readVerdicts(store, folded.ends.length);
  const { now } = part;
  const undated = assumedAt(store) ?? now;
  const wanted: number[] = [];
  const missing: number[] = [];
  let isVerified = true;
  for (let address = 0; address < folded.ends.length; address++) {
    if (columns.fate[address] !== part.ordinal) continue;
    const source = columns.source[address];
    if (source === SOURCE_CODE.missing) missing.push(address);
    if (source !== SOURCE_CODE.service && source !== SOURCE_CODE.imported) continue;
    if (source === SOURCE_CODE.imported) isVerified = false;
    wanted.push(address);
    columns.verifiedAt[address] = Math.min(columns.verifiedAt[address] || undated, now);
  }
  archive.ingestPart(part.scope, part.cleaningId, part.ordinal, now, {
    folded,
    addresses: Uint32Array.from(wanted),
    missing: Uint32Array.from(isVerified ? missing : []),
    verdict: columns.verdict,
    flags: columns.flags,
    source: columns.source,
    verifiedAt: columns.verifiedAt,
  });
}

/** Adds every ingested part of a cleaning's `results.db` to the archive. Throws SQLite errors. */
export function archiveCleaning(
  archive: Pick<Archive, "holds" | "ingestPart">,
  list: ListLayout,
  results: string,
  { id, scope }: { readonly id: string; readonly scope: string },
): void {
  const store = openColumns(results, { readonly: true });
  try {
    store.atOnce(() => {
      const taken = takenSchema.parse(
        store.db.prepare("SELECT ordinal, taken_at AS now FROM ingested ORDER BY ordinal").all(),
      );
      if (taken.length === 0) return;
      const folded = foldedAddresses(list);
      for (const { ordinal, now } of taken)
        archivePart(archive, { scope, cleaningId: id, ordinal, now }, store, folded);
    });
  } finally {
    store.close();
  }
}

const takenSchema = z.array(z.object({ ordinal: z.int(), now: z.number() }));
