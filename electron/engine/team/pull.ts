import type { Client } from "pg";
import { ok, type Result } from "../../../shared/result.ts";
import { SOURCE_CODE, verdictOf } from "../../../shared/verdicts.ts";
import { type Archive, batchIn, cleaningOfBatch } from "../ledger/index.ts";
import { type Arrival, readErased, USER, writeSharedFacts } from "../memory/index.ts";
import type { Layout } from "../store/index.ts";
import { foldedAt } from "../text/index.ts";
import { foldedOf, readBatches, readFactsOf, type SharedBatch, type SharedFacts } from "./fact-log.ts";
import { IMPORTED } from "./local-batches.ts";
import { displayName, type TeamMember } from "./members.ts";

/** Maximum number of batches and facts that one sync pulls or pushes; the caller stores its progress in between. */
export const MAX_BATCHES = 200;
export const MAX_FACTS = 2_000_000;

/** Position in the log: the last pulled batch. */
export interface Cursor {
  readonly number: number;
  readonly id: string;
}

/**
 * A batch of the log that is known here. `number`: 0 if the server has lost it. `member`: name of who pushed it. `key`:
 * see `LocalBatch`; `null` if a colleague pushed it.
 */
export interface KnownBatch {
  readonly id: string;
  readonly number: number;
  readonly member: string;
  readonly key: string | null;
}

export interface PulledImport extends Arrival {
  readonly id: string;
}

/** A batch whose data can't be taken in. `member`: name of who pushed it. `at`: when, in Unix ms; 0 if unknown. */
export interface SkippedBatch {
  readonly number: number;
  readonly member: string;
  readonly at: number;
}

interface PullOptions {
  readonly layout: Layout;
  readonly cursor: Cursor | null;
  readonly members: readonly TeamMember[];
  readonly known: ReadonlyMap<string, KnownBatch>;
  /** Ids of the imports that are known here, also of those that were kept when an earlier team was left. */
  readonly imported: ReadonlySet<string>;
  /** Returns the key of a batch that was pushed from here; `null` for others. */
  readonly keyOf: (id: string) => string | null;
}

interface Pulled {
  readonly cursor: Cursor | null;
  readonly batches: readonly KnownBatch[];
  readonly imports: readonly PulledImport[];
  readonly undone: readonly string[];
  readonly skipped: readonly SkippedBatch[];
  readonly facts: number;
  readonly hasMore: boolean;
}

/** Pulls the batches after the cursor into the archive and into files of imports. Throws errors of the server. */
export async function pull(client: Client, archive: Archive, options: PullOptions): Promise<Result<Pulled>> {
  const { layout, members, known } = options;
  const found = await readBatches(client, options.cursor?.number ?? 0, MAX_BATCHES);
  const batches: KnownBatch[] = [];
  const imports: PulledImport[] = [];
  const undone: string[] = [];
  const skipped: SkippedBatch[] = [];
  let { cursor } = options;
  let facts = 0;
  /** All facts that were read, also those that count for nothing. */
  let seen = 0;
  for (const batch of found) {
    if (seen > MAX_FACTS) break;
    const { id, number } = batch;
    const one = members.find(({ id: own }) => own === batch.member);
    const member = one === undefined ? "" : displayName(one);
    const skip = (at: number) => void skipped.push({ number, member, at });
    cursor = { number, id };
    const key = known.get(id)?.key ?? options.keyOf(id);
    batches.push({ id, number, member, key });
    if (key !== null || known.has(id)) continue;
    if (batch.kind === "unread") {
      skip(0);
      continue;
    }
    const local = cleaningOfBatch(id);
    const isHeld = archive.holds(local, 1) || options.imported.has(local);
    if (batch.kind === "erasure" || (isHeld && batch.kind !== "removal")) continue;
    const read = await readFactsOf(client, batch);
    if (read === null) {
      skip(batch.pushedAt);
      continue;
    }
    seen += read.ends.length;
    switch (batch.kind) {
      case "verdicts":
        facts += takeVerdicts(archive, layout, batch, read);
        break;
      case "outcomes":
      case "suppression": {
        const taken = takeImport(layout, batch, member, read);
        if (!taken.ok) return taken;
        facts += read.ends.length;
        imports.push(taken.value);
        break;
      }
      case "removal": {
        const folded = foldedOf(read);
        const removed = new Set(Array.from(read.code, (_, at) => foldedAt(folded, at)));
        archive.deleteCleanings((cleaningId) => {
          const batchId = batchIn(cleaningId);
          return batchId !== null && removed.has(batchId);
        });
        for (const one of removed) undone.push(one);
        break;
      }
    }
  }
  const hasMore = cursor?.number !== found.at(-1)?.number || found.length === MAX_BATCHES;
  return ok({ cursor, batches, imports, undone, skipped, facts, hasMore: found.length > 0 && hasMore });
}

/** Adds a colleague's verdicts to the archive. Returns their number. */
function takeVerdicts(archive: Archive, layout: Layout, batch: SharedBatch, facts: SharedFacts): number {
  if (batch.scope === null) return 0;
  const folded = foldedOf(facts);
  const people = readErased(layout);
  const addresses = Uint32Array.from(facts.code.keys()).filter(
    (at) => verdictOf(facts.code[at] ?? 0) !== null && people?.has(foldedAt(folded, at)) !== true,
  );
  const source = batch.source === IMPORTED ? SOURCE_CODE.imported : SOURCE_CODE.service;
  const at = Math.min(batch.at, batch.pushedAt);
  archive.ingestPart(batch.scope, cleaningOfBatch(batch.id), 1, at, {
    folded,
    addresses,
    missing: new Uint32Array(),
    verdict: facts.code,
    flags: facts.flags,
    source: new Uint8Array(facts.code.length).fill(source),
    verifiedAt: timesBefore(batch.pushedAt, facts),
  });
  return addresses.length;
}

/** Writes a colleague's outcomes or suppression entries to a file that is ready to be entered. */
function takeImport(
  layout: Layout,
  batch: SharedBatch,
  name: string,
  facts: SharedFacts,
): Result<PulledImport> {
  const id = cleaningOfBatch(batch.id);
  const shared = { entries: foldedOf(facts), code: facts.code, at: timesBefore(batch.pushedAt, facts) };
  const written = writeSharedFacts(`${layout.facts(id)}.new`, shared, layout.erased);
  if (!written.ok) return written;
  return ok({
    ...written.value,
    id,
    name,
    kind: batch.kind === "suppression" ? "suppression" : "outcomes",
    source: batch.source ?? USER,
    assumedAt: Math.round(Math.min(batch.at, batch.pushedAt)),
  });
}

/**
 * Returns the times of facts, at most `pushedAt`: the clock of a colleague may be wrong; the server's is not ahead of
 * the truth. A time in the future would take precedence over all facts until then.
 */
function timesBefore(pushedAt: number, { at }: SharedFacts): Float64Array {
  return at.map((time) => Math.min(time, pushedAt));
}
