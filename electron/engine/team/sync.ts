import type { Client } from "pg";
import { z } from "zod";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { SOURCE_CODE, verdictOf } from "../../../shared/verdicts.ts";
import { SANDBOX_SCOPE } from "../accounts/index.ts";
import {
  type Archive,
  claimIn,
  cleaningOfBatch,
  cleaningOfClaim,
  openArchive,
  type PartClaim,
} from "../ledger/index.ts";
import {
  type Arrival,
  type ErasedPeople,
  type HashedPeople,
  hasErased,
  type NamedImport,
  peopleOf,
  readErased,
  USER,
  writeSharedFacts,
} from "../memory/index.ts";
import { type Layout, layoutOf, type Task } from "../store/index.ts";
import { type FoldedText, foldedAt, foldedColumns, lookupKeysOf, textsOf } from "../text/index.ts";
import {
  type ClaimRequest,
  type ClaimResult,
  claimAddresses,
  readClaimed,
  type TeamClaim,
  updateClaims,
} from "./claims.ts";
import { type TeamAccess, withServer } from "./connect.ts";
import { pushBatch, readBatches, readFactsOf, type SharedBatch, type SharedFacts } from "./fact-log.ts";
import { colleaguesBatches, IMPORTED, localBatches, removalsOf } from "./local-batches.ts";
import { type Log, readLog } from "./log.ts";
import { readState, type TeamErasureBatch, type TeamMember, type TeamState } from "./members.ts";
import { serverName } from "./server-url.ts";

/** Position in the log: the last pulled batch. */
export interface Cursor {
  readonly number: number;
  readonly id: string;
}

export interface SyncInput {
  readonly access: TeamAccess;
  readonly dataDir: string;
  /** Name shown to the other members; `null` for a connection of this run only, which keeps the stored one. */
  readonly name: string | null;
  /** Id of the log that this data folder belongs to; `null` before the first sync. */
  readonly logId: string | null;
  /** Id of this data folder: a member may use several computers. */
  readonly device: string;
  readonly cursor: Cursor | null;
  /** Number of the last erasure that has been carried out here. */
  readonly erased: number;
  /** All pushed and pulled batches, with the key of those pushed from here. */
  readonly batches: readonly KnownBatch[];
  readonly imports: readonly NamedImport[];
  /** Claims of this data folder's cleanings. */
  readonly claims: readonly PartClaim[];
  /** Cleanings that are about to start: their claims are not in the ledger yet. */
  readonly starting: readonly string[];
  readonly now: number;
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

/** What became of this data folder's claims. */
interface SettledClaims {
  /** Cleanings whose claims hold for another lease. */
  readonly renewed: readonly string[];
  /** Claims that colleagues have taken over. */
  readonly lost: readonly Pick<TeamClaim, "cleaning" | "part">[];
  /** Cleanings that started without a claim, some of whose addresses others had claimed. */
  readonly contested: readonly string[];
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
  /** Ids of batches whose import was undone by the member who pushed it. */
  readonly undone: readonly string[];
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

/** Maximum number of batches and facts that one sync pulls or pushes; the caller stores its progress in between. */
const MAX_BATCHES = 200;
const MAX_FACTS = 2_000_000;

/** Exchanges facts and claims with the team's server. Problems: those of a connection, `team_replaced`. */
export const syncTask: Task<SyncInput, Synced> = async (input) =>
  withServer(input.access, new AbortController().signal, async (client) => {
    const { access } = input;
    const log = await readLog(client, access.settings);
    if (!log.ok) return log;
    const server = serverName(access.settings);
    const { id, me } = log.value;
    if (me === null) return fail(problem("team_not_member", { server, user: access.settings.user }));
    if (input.logId !== null && input.logId !== id) return fail(problem("team_replaced", { server }));
    const archive = openArchive(layoutOf(input.dataDir).archive);
    try {
      return await exchange(client, archive, input, { ...log.value, me });
    } finally {
      archive.close();
    }
  });

async function exchange(
  client: Client,
  archive: Archive,
  input: SyncInput,
  log: Log & { readonly me: number },
): Promise<Result<Synced>> {
  const layout = layoutOf(input.dataDir);
  // Read claims before facts: a claim that ends in between has left its facts.
  const state = await readState(client);
  const { members, claims } = state;
  const isRewound = input.cursor !== null && !(await hasBatch(client, input.cursor));
  const erasures = await pendingErasures(client, state, log.id, isRewound ? 0 : input.erased);
  const lost = isRewound ? await lostBatches(client, input.batches) : [];
  const isOnServer = ({ id, number }: KnownBatch) => number > 0 && !lost.includes(id);
  const known = new Map(input.batches.filter(isOnServer).map((one) => [one.id, one]));
  const missing = input.batches.filter(({ number, key }) => number === 0 && key === null);
  const locals = new Map(
    [
      ...localBatches(layout, archive, input.imports, log.id),
      ...colleaguesBatches(
        layout,
        archive,
        input.imports,
        missing.map(({ id }) => id),
      ),
      ...removalsOf(pushedKeys(known.values()), input.imports, log.id, input.now),
    ].map((one) => [one.id, one]),
  );
  const pulled = await pull(client, archive, {
    layout,
    cursor: isRewound ? null : input.cursor,
    members,
    known,
    keyOf: (id) => locals.get(id)?.key ?? null,
  });
  if (!pulled.ok) return pulled;
  const { batches, hasMore } = pulled.value;
  let { cursor } = pulled.value;
  const isOwn = ({ member, device }: TeamClaim) => member === log.me && device === input.device;
  const may = members.find(({ id }) => id === log.me)?.mayWrite === true;
  const people = [readErased(layout), ...erasures.map(({ people: one }) => peopleOf(one))];
  const erased = people.filter((one) => one !== null);
  const open = erasures.find(({ people: one }) => !hasErased(layout, one));
  const erasedUpTo = open === undefined ? (state.erasures.at(-1)?.number ?? 0) : open.number - 1;
  let pushedFacts = 0;
  let isAllPushed = true;
  let settled: SettledClaims = { renewed: [], lost: [], contested: [] };
  const pushed: KnownBatch[] = [];
  if (may && !hasMore) {
    const has = new Set([...known.keys(), ...batches.map(({ id }) => id)]);
    for (const local of locals.values()) {
      if (has.has(local.id)) continue;
      isAllPushed = pushedFacts <= MAX_FACTS && pushed.length < MAX_BATCHES;
      if (!isAllPushed) break;
      const own = local.read();
      if (own === null) continue;
      // After its data were rebuilt, the server may attribute the batch to someone else.
      const { removes } = own.batch;
      if (removes !== null && !(await isPushedByMe(client, removes))) continue;
      const facts = withoutPeople(own.facts, erased);
      const number = await pushBatch(client, own.batch, facts);
      if (!number.ok) return number;
      pushedFacts += facts.ends.length;
      pushed.push({ id: local.id, number: number.value, member: input.name ?? "", key: local.key });
      if (number.value === (cursor?.number ?? 0) + 1) cursor = { number: number.value, id: local.id };
    }
    settled = await settleOwnClaims(client, archive, input, claims.filter(isOwn), { isAllPushed });
  }
  const foreign = claims.filter((claim) => !isOwn(claim));
  // The facts of claims that have ended may be among those not pulled yet.
  await mirror(client, archive, foreign, { mayDrop: !hasMore });
  await client.query("SELECT winnow.note_pull($1, $2, $3)", [cursor?.number ?? 0, erasedUpTo, input.name]);
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
    me: log.me,
    members: members.map((member) => (member.id === log.me ? you(member) : member)),
    cursor,
    last: Math.max(log.last, ...[...batches, ...pushed].map(({ number }) => number)),
    batches: [...batches, ...pushed],
    forgotten: lost,
    imports: pulled.value.imports,
    undone: pulled.value.undone,
    pushedFacts,
    pulledFacts: pulled.value.facts,
    claims: foreign,
    ...settled,
    erased: erasedUpTo,
    erasure: open?.people ?? null,
    erasures: state.erasures,
    owner: state.owner,
    hasMore: hasMore || !isAllPushed,
  });
}

async function hasBatch(client: Client, { number, id }: Cursor): Promise<boolean> {
  const found = await client.query("SELECT 1 FROM winnow.batches WHERE number = $1 AND id = $2", [
    number,
    id,
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
  const left = new Set(
    z
      .array(z.object({ id: z.string() }))
      .parse(found.rows)
      .map(({ id }) => id),
  );
  return batches.flatMap(({ id, key }) => (key !== null && !left.has(id) ? [id] : []));
}

function pushedKeys(batches: Iterable<KnownBatch>): ReadonlyMap<string, string> {
  return new Map([...batches].flatMap(({ id, key }) => (key === null ? [] : [[id, key] as const])));
}

interface PendingErasure {
  readonly number: number;
  readonly people: HashedPeople;
}

/** Reads the hashes of the erasures after number `after`. */
async function pendingErasures(
  client: Client,
  { erasures }: TeamState,
  logId: string,
  after: number,
): Promise<PendingErasure[]> {
  const pending: PendingErasure[] = [];
  for (const erasure of erasures.filter(({ number }) => number > after)) {
    const facts = await readFactsOf(client, erasure);
    const folded = foldedOf(facts);
    const texts = Array.from(facts.code, (_, at) => foldedAt(folded, at));
    const hashes = texts.filter((_, at) => facts.code[at] === HASH_OF.entry);
    const domains = texts.filter((_, at) => facts.code[at] === HASH_OF.domain);
    pending.push({ number: erasure.number, people: { key: logId, hashes, domains } });
  }
  return pending;
}

/** What a hash of an erasure is of, as the code of its fact. */
const HASH_OF = { entry: 0, domain: 1 } as const;

/** Leaves out facts about erased people. */
function withoutPeople(facts: SharedFacts, erased: readonly ErasedPeople[]): SharedFacts {
  if (erased.length === 0) return facts;
  const folded = foldedOf(facts);
  const kept = [...facts.code.keys()].filter((at) => {
    const entry = foldedAt(folded, at);
    return !erased.some((people) => people.has(entry));
  });
  if (kept.length === facts.code.length) return facts;
  const { bytes, ends } = textsOf(kept.map((at) => foldedAt(folded, at)));
  return {
    text: bytes,
    ends,
    code: Uint8Array.from(kept, (at) => facts.code[at] ?? 0),
    flags: Uint8Array.from(kept, (at) => facts.flags[at] ?? 0),
    at: Float64Array.from(kept, (at) => facts.at[at] ?? 0),
  };
}

interface PullOptions {
  readonly layout: Layout;
  readonly cursor: Cursor | null;
  readonly members: readonly TeamMember[];
  readonly known: ReadonlyMap<string, KnownBatch>;
  /** Returns the key of a batch that was pushed from here; `null` for others. */
  readonly keyOf: (id: string) => string | null;
}

interface Pulled {
  readonly cursor: Cursor | null;
  readonly batches: readonly KnownBatch[];
  readonly imports: readonly PulledImport[];
  readonly undone: readonly string[];
  readonly facts: number;
  readonly hasMore: boolean;
}

async function pull(client: Client, archive: Archive, options: PullOptions): Promise<Result<Pulled>> {
  const { layout, members, known } = options;
  const found = await readBatches(client, options.cursor?.number ?? 0, MAX_BATCHES);
  const batches: KnownBatch[] = [];
  const imports: PulledImport[] = [];
  const undone: string[] = [];
  let { cursor } = options;
  let facts = 0;
  for (const batch of found) {
    if (facts > MAX_FACTS) break;
    const { id, number } = batch;
    const one = members.find(({ id: own }) => own === batch.member);
    const member = one?.name ?? one?.login ?? "";
    cursor = { number, id };
    const key = known.get(id)?.key ?? options.keyOf(id);
    batches.push({ id, number, member, key });
    if (key !== null || known.has(id)) continue;
    switch (batch.kind) {
      case "verdicts":
        facts += await pullVerdicts(client, archive, layout, batch);
        break;
      case "outcomes":
      case "suppression": {
        const taken = await pullImport(client, layout, batch, member);
        if (!taken.ok) return taken;
        facts += batch.facts;
        imports.push(taken.value);
        break;
      }
      case "removal":
        if (batch.removes !== null) undone.push(batch.removes);
        break;
      case "erasure":
        break;
    }
  }
  const hasMore = cursor?.number !== found.at(-1)?.number || found.length === MAX_BATCHES;
  return ok({ cursor, batches, imports, undone, facts, hasMore: found.length > 0 && hasMore });
}

/** Adds a colleague's verdicts to the archive. Returns their number. */
async function pullVerdicts(
  client: Client,
  archive: Archive,
  layout: Layout,
  batch: SharedBatch,
): Promise<number> {
  const cleaningId = cleaningOfBatch(batch.id);
  if (batch.scope === null || archive.holds(cleaningId, 1)) return 0;
  const facts = await readFactsOf(client, batch);
  const folded = foldedOf(facts);
  const people = readErased(layout);
  const addresses = Uint32Array.from(facts.code.keys()).filter(
    (at) => verdictOf(facts.code[at] ?? 0) !== null && people?.has(foldedAt(folded, at)) !== true,
  );
  const source = batch.source === IMPORTED ? SOURCE_CODE.imported : SOURCE_CODE.service;
  // The clock of a colleague may be wrong; the server's is not ahead of the truth.
  const at = Math.min(batch.at, batch.pushedAt);
  archive.ingestPart(batch.scope, cleaningId, 1, at, {
    folded,
    addresses,
    missing: new Uint32Array(),
    verdict: facts.code,
    flags: facts.flags,
    source: new Uint8Array(facts.code.length).fill(source),
    verifiedAt: facts.at.map((one) => Math.min(one, batch.pushedAt)),
  });
  return addresses.length;
}

function foldedOf({ text, ends }: SharedFacts): FoldedText {
  return { bytes: Buffer.from(text.buffer, text.byteOffset, text.byteLength), ends };
}

/** Writes a colleague's outcomes or suppression entries to a file that is ready to be entered. */
async function pullImport(
  client: Client,
  layout: Layout,
  batch: SharedBatch,
  name: string,
): Promise<Result<PulledImport>> {
  const facts = await readFactsOf(client, batch);
  const id = cleaningOfBatch(batch.id);
  const shared = { entries: foldedOf(facts), code: facts.code, at: facts.at };
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

/** Stores the addresses of colleagues' claims in the archive, and drops claims that have ended. */
async function mirror(
  client: Client,
  archive: Archive,
  claims: readonly TeamClaim[],
  { mayDrop }: { readonly mayDrop: boolean },
): Promise<void> {
  const wanted = new Map(claims.map((one) => [cleaningOfClaim(one.id), one]));
  if (mayDrop) archive.dropClaims((cleaningId) => claimIn(cleaningId) === null || wanted.has(cleaningId));
  for (const [cleaningId, { id, scope }] of wanted) {
    if (archive.claimedBy(cleaningId).size > 0) continue;
    const addresses = await readClaimed(client, id);
    if (addresses.length === 0) continue;
    const sortedAddresses = lookupKeysOf(foldedColumns(addresses));
    const partOf = new Uint16Array(addresses.length).fill(1);
    archive.exclusively(() => archive.claim(scope, cleaningId, { sortedAddresses, parts: 1, partOf }));
  }
}

/**
 * Brings this data folder's claims on the server in line with its ledger, and claims what started offline.
 */
async function settleOwnClaims(
  client: Client,
  archive: Archive,
  { claims, starting, device }: SyncInput,
  own: readonly TeamClaim[],
  { isAllPushed }: { readonly isAllPushed: boolean },
): Promise<SettledClaims> {
  const keyOf = (cleaningId: string, part: number) => `${cleaningId}/${part}`;
  const local = new Map(claims.map((one) => [keyOf(one.cleaningId, one.ordinal), one]));
  const changed = own
    .filter(({ cleaning }) => !starting.includes(cleaning))
    .flatMap((claim) => {
      const now = local.get(keyOf(claim.cleaning, claim.part)) ?? null;
      // Verdicts must be on the server before their claim is released.
      return now?.state === "answered" && !isAllPushed ? [] : [{ claim, now }];
    });
  const held = await updateClaims(client, changed);
  const open = changed.flatMap(({ claim, now }) => (now?.isOpen === true ? [claim] : []));
  const renewed = open.flatMap(({ id, cleaning }) => (held.has(id) ? [cleaning] : []));
  const claimed = new Set(own.map(({ cleaning }) => cleaning));
  const unclaimed = claims.filter(
    ({ scope, cleaningId, isOpen }) => isOpen && scope !== SANDBOX_SCOPE && !claimed.has(cleaningId),
  );
  const contested: string[] = [];
  for (const [cleaningId, [first]] of Map.groupBy(unclaimed, ({ cleaningId }) => cleaningId)) {
    const wanted = first === undefined ? null : claimedLocally(archive, cleaningId);
    if (first === undefined || wanted === null) continue;
    const request = { device, scope: first.scope, cleaningId, replaces: null, takesOver: true, ...wanted };
    const { rejected } = await claimAddresses(client, request);
    if (rejected > 0) contested.push(cleaningId);
    else renewed.push(cleaningId);
  }
  return { renewed, lost: open.filter(({ id }) => !held.has(id)), contested };
}

export interface ClaimInput extends Omit<ClaimRequest, "addresses" | "part"> {
  readonly access: TeamAccess;
  readonly dataDir: string;
}

/** Claims on the server what a planned cleaning has claimed in the archive. Problems: those of a connection. */
export const claimTask: Task<ClaimInput, ClaimResult> = async ({ access, dataDir, ...request }) =>
  withServer(access, new AbortController().signal, async (client) => {
    const log = await readLog(client, access.settings);
    if (!log.ok) return log;
    const archive = openArchive(layoutOf(dataDir).archive, { readonly: true });
    try {
      const wanted = claimedLocally(archive, request.cleaningId);
      if (wanted === null) throw new Error(`${request.cleaningId} claims nothing`);
      return ok(await claimAddresses(client, { ...request, ...wanted }));
    } finally {
      archive.close();
    }
  });

/** Returns what a cleaning has claimed in the archive; `null` if that is nothing. */
function claimedLocally(
  archive: Archive,
  cleaningId: string,
): Pick<ClaimRequest, "addresses" | "part"> | null {
  const parts = [...archive.claimedBy(cleaningId)];
  if (parts.length === 0) return null;
  const addresses = parts.flatMap(([, folded]) => Array.from(folded.ends, (_, at) => foldedAt(folded, at)));
  const part = Uint16Array.from(parts.flatMap(([ordinal, { ends }]) => Array.from(ends, () => ordinal)));
  return { addresses, part };
}
