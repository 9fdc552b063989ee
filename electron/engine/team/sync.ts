import type { Client } from "pg";
import { z } from "zod";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { type Archive, openArchive } from "../ledger/index.ts";
import {
  allowHashed,
  type HashedPeople,
  hasErased,
  type NamedImport,
  peopleOf,
  readErased,
} from "../memory/index.ts";
import { layoutOf, type Task } from "../store/index.ts";
import type { TeamClaim } from "./claims.ts";
import { parseRows, type TeamAccess, type TeamServer, withServer } from "./connect.ts";
import { pendingErasures, withoutPeople } from "./erased-people.ts";
import {
  type LocalClaims,
  mirror,
  ownClaims,
  type SettledClaims,
  settleOwnClaims,
} from "./exchange-claims.ts";
import { pushBatch } from "./fact-log.ts";
import { colleaguesBatches, createBatchIds, localBatches, removalsOf } from "./local-batches.ts";
import { readLog } from "./log.ts";
import { displayName, readState, type TeamErasureBatch, type TeamMember } from "./members.ts";
import {
  type Cursor,
  type KnownBatch,
  MAX_BATCHES,
  MAX_FACTS,
  type PulledImport,
  pull,
  type SkippedBatch,
} from "./pull.ts";
import { MAX_BATCH_FACTS } from "./schema.ts";
import { serverName } from "./server-url.ts";

export interface SyncInput extends LocalClaims {
  readonly access: TeamAccess;
  readonly dataDir: string;
  /** Name shown to the other members; `null` for a connection of this run only, which keeps the stored one. */
  readonly name: string | null;
  /** Id of the log that this data folder belongs to; `null` before the first sync. */
  readonly logId: string | null;
  readonly cursor: Cursor | null;
  /** Number of the last erasure that has been carried out here. */
  readonly erased: number;
  /** Known only to this data folder and its copies: ids of its batches are derived from it. */
  readonly secret: string;
  /** All pushed and pulled batches, with the key of those pushed from here. */
  readonly batches: readonly KnownBatch[];
  readonly imports: readonly NamedImport[];
  readonly now: number;
}

/** Result of a sync. The archive and the files of `imports` are already written; the rest must be stored. */
export interface Synced extends SettledClaims {
  readonly logId: string;
  /** Version of the server's schema. */
  readonly schema: number;
  readonly me: number;
  readonly members: readonly TeamMember[];
  readonly cursor: Cursor | null;
  /** Number of the newest batch on the server. */
  readonly last: number;
  readonly batches: readonly KnownBatch[];
  /** Ids of known batches that the server has lost; they are pushed again. */
  readonly forgotten: readonly string[];
  readonly imports: readonly PulledImport[];
  /** Ids of batches that were taken back by the member who pushed them, or by the owner. */
  readonly undone: readonly string[];
  readonly skipped: readonly SkippedBatch[];
  readonly pushedFacts: number;
  readonly pulledFacts: number;
  /** Claims of colleagues. */
  readonly claims: readonly TeamClaim[];
  /** Number of the last erasure that has been carried out here. */
  readonly erased: number;
  /** People to erase here; `null` if none. */
  readonly erasure: HashedPeople | null;
  readonly erasures: readonly TeamErasureBatch[];
  /** Login that owns the team's data. */
  readonly owner: string;
  /** `true` if the log has more batches to pull. */
  readonly hasMore: boolean;
}

/** Exchanges facts and claims with the team's server. Problems: those of a connection, `team_replaced`. */
export const syncTask: Task<SyncInput, Synced> = async (input) =>
  withServer(input.access, async (server) => {
    const archive = openArchive(layoutOf(input.dataDir).archive);
    try {
      return await exchange(server, archive, input);
    } finally {
      archive.close();
    }
  });

/** Reads what the server has that is unknown here, and lists what is to be pushed. */
async function receive(client: Client, archive: Archive, input: SyncInput) {
  const { settings } = input.access;
  const server = serverName(settings);
  const read = await readLog(client, settings);
  if (!read.ok) return read;
  const { me, ...log } = read.value;
  if (me === null) return fail(problem("team_not_member", { server, user: settings.user }));
  if (input.logId !== null && input.logId !== log.id) return fail(problem("team_replaced", { server }));
  const layout = layoutOf(input.dataDir);
  // Read claims before facts: a claim that ends in between has left its facts.
  const state = await readState(client);
  const isRewound = await hasLostBatch(client, input);
  const after = isRewound ? 0 : input.erased;
  const erasures = await pendingErasures(client, state, { logId: log.id, after, server });
  if (!erasures.ok) return erasures;
  const lost = isRewound ? await lostBatches(client, input.batches) : [];
  const isOnServer = ({ id, number }: KnownBatch) => number > 0 && !lost.includes(id);
  const known = new Map(input.batches.filter(isOnServer).map((one) => [one.id, one]));
  const missing = input.batches.filter(({ number, key }) => number === 0 && key === null);
  const missingIds = missing.map(({ id }) => id);
  const deriveId = createBatchIds(input.secret, log.id);
  const locals = new Map(
    [
      ...localBatches(layout, archive, input.imports, deriveId),
      ...colleaguesBatches(layout, archive, input.imports, missingIds),
      ...removalsOf(pushedKeys(known.values()), input.imports, deriveId, input.now),
    ].map((one) => [one.id, one]),
  );
  const pulled = await pull(client, archive, {
    layout,
    cursor: isRewound ? null : input.cursor,
    members: state.members,
    known,
    imported: new Set(input.imports.map(({ id }) => id)),
    keyOf: (id) => locals.get(id)?.key ?? null,
  });
  if (!pulled.ok) return pulled;
  const has = new Set([...known.keys(), ...pulled.value.batches.map(({ id }) => id)]);
  const toPush = [...locals.values()].filter(({ id }) => !has.has(id));
  return ok({ log, me, state, erasures: erasures.value, lost, toPush, pulled: pulled.value });
}

async function exchange(server: TeamServer, archive: Archive, input: SyncInput): Promise<Result<Synced>> {
  const layout = layoutOf(input.dataDir);
  const received = await server.transaction((client) => receive(client, archive, input));
  if (!received.ok) return received;
  const { log, me, state, erasures, lost, toPush, pulled } = received.value;
  const { members, claims } = state;
  const { batches, hasMore } = pulled;
  let { cursor } = pulled;
  const isOwn = ownClaims(me, input);
  const own = members.find(({ id }) => id === me);
  const people = [readErased(layout), ...erasures.map(({ people: one }) => peopleOf(one))];
  const erased = people.filter((one) => one !== null);
  const open = erasures.find(({ people: one }) => !hasErased(layout, one));
  for (const { number, allowed } of erasures)
    if (open === undefined || number < open.number) allowHashed(layout, log.id, allowed);
  const erasedUpTo = open === undefined ? (state.erasures.at(-1)?.number ?? 0) : open.number - 1;
  let pushedFacts = 0;
  let isAllPushed = true;
  let settled: SettledClaims = { renewed: [], lost: [], contested: [] };
  const pushed: KnownBatch[] = [];
  const skipped = [...pulled.skipped];
  if (own?.mayWrite === true && !hasMore) {
    for (const local of toPush) {
      isAllPushed = pushedFacts <= MAX_FACTS && pushed.length < MAX_BATCHES;
      if (!isAllPushed) break;
      const read = local.read();
      if (read === null) continue;
      const facts = withoutPeople(read.facts, erased);
      if (facts.ends.length > MAX_BATCH_FACTS) {
        skipped.push({ number: 0, member: displayName(own), at: read.batch.at });
        continue;
      }
      const number = await server.transaction<number | "removed" | "erased">(async (client) => {
        // After its data were rebuilt, the server may attribute the batch to someone else.
        const { removed } = local;
        if (removed !== undefined && !(await isPushedByMe(client, removed))) return ok("removed");
        await client.query("SAVEPOINT push");
        const added = await pushBatch(client, read.batch, facts);
        // From the push to the commit, no erasure can run: one that is still unknown here has ended before.
        if (!(await hasErasureAfter(client, log.last))) return added;
        await client.query("ROLLBACK TO SAVEPOINT push");
        return ok("erased");
      });
      if (!number.ok) return number;
      if (number.value === "removed") continue;
      isAllPushed = number.value !== "erased";
      if (number.value === "erased") break;
      pushedFacts += facts.ends.length;
      pushed.push({ id: local.id, number: number.value, member: displayName(own), key: local.key });
      if (number.value === (cursor?.number ?? 0) + 1) cursor = { number: number.value, id: local.id };
    }
  }
  const ended = await server.transaction(async (client) => {
    if (own?.mayWrite === true && !hasMore)
      settled = await settleOwnClaims(client, archive, input, claims.filter(isOwn), { isAllPushed });
    await client.query("SELECT winnow.note_pull($1, $2, $3)", [cursor?.number ?? 0, erasedUpTo, input.name]);
    return ok(null);
  });
  if (!ended.ok) return ended;
  const foreign = claims.filter((claim) => !isOwn(claim));
  // The facts of claims that have ended may be among those not pulled yet.
  const mirrored = await mirror(server, archive, foreign, { mayDrop: !hasMore });
  if (!mirrored.ok) return mirrored;
  const you = (member: TeamMember): TeamMember => ({
    ...member,
    name: input.name ?? member.name,
    pulled: cursor?.number ?? 0,
    erased: erasedUpTo,
    pulledAt: input.now,
    pushedAt: pushed.length > 0 ? input.now : member.pushedAt,
  });
  return ok({
    logId: log.id,
    schema: log.version,
    me,
    members: members.map((member) => (member.id === me ? you(member) : member)),
    cursor,
    last: Math.max(log.last, ...[...batches, ...pushed].map(({ number }) => number)),
    batches: [...batches, ...pushed],
    forgotten: lost,
    imports: pulled.imports,
    undone: pulled.undone,
    skipped,
    pushedFacts,
    pulledFacts: pulled.facts,
    claims: foreign,
    ...settled,
    erased: erasedUpTo,
    erasure: open?.people ?? null,
    erasures: state.erasures,
    owner: state.owner,
    hasMore: hasMore || !isAllPushed,
  });
}

/**
 * Returns whether the server was restored to a state before the last batch that was pulled or pushed. The last pushed one
 * may be newer than the cursor.
 */
async function hasLostBatch(client: Client, { cursor, batches }: SyncInput): Promise<boolean> {
  if (cursor !== null && !(await hasBatch(client, cursor))) return true;
  const pushed = batches.filter(({ number, key }) => key !== null && number > (cursor?.number ?? 0));
  const newest = pushed.sort((a, b) => b.number - a.number)[0];
  return newest !== undefined && !(await hasBatch(client, newest));
}

async function hasBatch(client: Client, { number, id }: Cursor): Promise<boolean> {
  const found = await client.query("SELECT 1 FROM winnow.batches WHERE number = $1 AND id = $2", [
    number,
    id,
  ]);
  return found.rows.length > 0;
}

async function hasErasureAfter(client: Client, number: number): Promise<boolean> {
  const found = await client.query("SELECT 1 FROM winnow.batches WHERE number > $1 AND kind = 'erasure'", [
    number,
  ]);
  return found.rows.length > 0;
}

async function isPushedByMe(client: Client, id: string): Promise<boolean> {
  const found = await client.query("SELECT 1 FROM winnow.batches WHERE id = $1 AND member = winnow.me()", [
    id,
  ]);
  return found.rows.length > 0;
}

/** Returns the ids of the batches pushed from here that the server no longer has, after a restore of its backup. */
async function lostBatches(client: Client, batches: readonly KnownBatch[]): Promise<string[]> {
  const found = await client.query("SELECT id FROM winnow.batches");
  const left = new Set(parseRows(z.object({ id: z.string() }), found).map(({ id }) => id));
  return batches.flatMap(({ id, key }) => (key !== null && !left.has(id) ? [id] : []));
}

function pushedKeys(batches: Iterable<KnownBatch>): ReadonlyMap<string, string> {
  return new Map([...batches].flatMap(({ id, key }) => (key === null ? [] : [[id, key] as const])));
}
