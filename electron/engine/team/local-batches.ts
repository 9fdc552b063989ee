import { createHash, createHmac } from "node:crypto";
import { z } from "zod";
import { SOURCE_CODE } from "../../../shared/verdicts.ts";
import { SANDBOX_SCOPE } from "../accounts/index.ts";
import { type Archive, type ArchivedPart, cleaningOfBatch, isOfTeam } from "../ledger/index.ts";
import { eachImport, type Facts, factsToShare, type NamedImport } from "../memory/index.ts";
import { ID_PATTERN, type Layout } from "../store/index.ts";
import { textsOf } from "../text/index.ts";
import { type BatchToPush, type SharedFacts, textFacts } from "./fact-log.ts";

/**
 * Something that this Winnow shares as one batch. `key` identifies it in this data folder; `null` if a colleague has
 * learned it.
 */
export interface LocalBatch {
  readonly key: string | null;
  readonly id: string;
  /** Id of the batch of the same member that this one removes. */
  readonly removed?: string;
  /** Reads what to push; `null` if it no longer exists. Throws SQLite errors. */
  read(): { readonly batch: BatchToPush; readonly facts: SharedFacts } | null;
}

/**
 * Lists all verdicts, outcomes and suppression entries of this data folder that a team may see, oldest first: not those
 * of the sandbox, nor what colleagues have shared. Ids are derived from the log and the key, so that a batch whose
 * confirmation was lost is not pushed twice, and from a secret of the data folder, so that no one else can push a batch
 * that counts as this one.
 */
export function localBatches(
  layout: Layout,
  archive: Archive,
  imports: readonly NamedImport[],
  deriveId: (key: string) => string,
): LocalBatch[] {
  const parts = archive
    .parts()
    .filter(({ scope, cleaningId }) => scope !== SANDBOX_SCOPE && !isOfTeam(cleaningId));
  const checks = archive.singleChecks().filter(({ scope }) => scope !== SANDBOX_SCOPE);
  return [
    ...parts.map((part) => {
      const key = `part/${part.cleaningId}/${part.ordinal}`;
      return verdictBatch(archive, part, key, deriveId(key));
    }),
    ...checks.map(({ scope, address, at, verdict, flags }): LocalBatch => {
      const key = `check/${createHash("sha256").update(`${scope} ${address} ${at}`).digest("hex")}`;
      return {
        key,
        id: deriveId(key),
        read() {
          const { bytes, ends } = textsOf([address]);
          const facts = {
            text: bytes,
            ends,
            code: Uint8Array.of(verdict),
            flags: Uint8Array.of(flags),
            at: Float64Array.of(at),
          };
          return {
            batch: { id: deriveId(key), kind: "verdicts", scope, source: null, at },
            facts,
          };
        },
      };
    }),
    ...imports
      .filter(({ id, kind }) => kind !== "sent" && !isOfTeam(id))
      .map(({ id }): LocalBatch => {
        const key = IMPORT + id;
        return { key, id: deriveId(key), read: () => readImport(layout, id, deriveId(key)) };
      }),
  ];
}

function verdictBatch(
  archive: Archive,
  { scope, cleaningId, ordinal, at }: ArchivedPart,
  key: string | null,
  id: string,
): LocalBatch {
  return {
    key,
    id,
    read() {
      const own = archive.verdictsOf(cleaningId).get(ordinal);
      if (own === undefined) return null;
      const source = own.source[0] === SOURCE_CODE.imported ? IMPORTED : null;
      const { folded, verdict, flags } = own;
      const facts = { text: folded.bytes, ends: folded.ends, code: verdict, flags, at: own.at };
      return { batch: { id, kind: "verdicts", scope, source, at }, facts };
    },
  };
}

/** Lists batches of colleagues that the server has lost, as far as they hold facts. */
export function colleaguesBatches(
  layout: Layout,
  archive: Archive,
  imports: readonly NamedImport[],
  missing: readonly string[],
): LocalBatch[] {
  if (missing.length === 0) return [];
  const parts = new Map(archive.parts().map((part) => [part.cleaningId, part]));
  const known = new Set(imports.map(({ id }) => id));
  return missing.flatMap((id) => {
    const local = cleaningOfBatch(id);
    const part = parts.get(local);
    if (part !== undefined) return [verdictBatch(archive, part, null, id)];
    return known.has(local) ? [{ key: null, id, read: () => readImport(layout, local, id) }] : [];
  });
}

/** `source` of a batch of verdicts that came from a results file. */
export const IMPORTED = "imported";
const IMPORT = "import/";

const idSchema = z.string().regex(ID_PATTERN);

function readImport(layout: Layout, importId: string, id: string): ReturnType<LocalBatch["read"]> {
  let found: ReturnType<LocalBatch["read"]> = null;
  const read = eachImport(
    layout,
    `id = '${idSchema.parse(importId)}'`,
    ({ kind, source, at }, facts: Facts) => {
      if (kind === "sent") return;
      const { entries, code, at: times } = factsToShare(facts);
      const shared = {
        text: entries.bytes,
        ends: entries.ends,
        code,
        flags: new Uint8Array(code.length),
        at: times,
      };
      found = { batch: { id, kind, scope: null, source, at }, facts: shared };
    },
  );
  return read.ok ? found : null;
}

/** Returns removals of the batches whose import has been undone here. `pushed`: key of each pushed batch by id. */
export function removalsOf(
  pushed: ReadonlyMap<string, string>,
  imports: readonly NamedImport[],
  deriveId: (key: string) => string,
  now: number,
): LocalBatch[] {
  const keys = new Set(imports.map(({ id }) => IMPORT + id));
  return [...pushed]
    .filter(([, key]) => key.startsWith(IMPORT) && !keys.has(key))
    .map(([removed, importKey]) => {
      const key = `removal/${importKey}`;
      const id = deriveId(key);
      const batch = { id, kind: "removal", scope: null, source: null, at: now } as const;
      return { key, id, removed, read: () => ({ batch, facts: textFacts([removed]) }) };
    });
}

/**
 * Returns a function that derives the id of a batch, a UUID (version 8), from its key. `secret`: that of this data
 * folder.
 */
export function createBatchIds(secret: string, logId: string): (key: string) => string {
  return (key) => {
    const hex = createHmac("sha256", secret).update(`${logId} ${key}`).digest("hex");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-9${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
}
