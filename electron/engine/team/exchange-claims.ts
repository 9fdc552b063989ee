import type { Client } from "pg";
import { ok, type Result } from "../../../shared/result.ts";
import { SANDBOX_SCOPE } from "../accounts/index.ts";
import { type Archive, claimIn, cleaningOfClaim, openArchive, type PartClaim } from "../ledger/index.ts";
import { layoutOf, type Task } from "../store/index.ts";
import { foldedAt, foldedColumns, lookupKeysOf } from "../text/index.ts";
import {
  type ClaimRequest,
  type ClaimResult,
  claimAddresses,
  readClaimed,
  type TeamClaim,
  updateClaims,
} from "./claims.ts";
import { atServer, type TeamAccess, type TeamServer } from "./connect.ts";
import { readLog } from "./log.ts";

/** Claims of this data folder. */
export interface LocalClaims {
  /** Id of this data folder: a member may use several computers. */
  readonly device: string;
  /** Claims of its cleanings. */
  readonly claims: readonly PartClaim[];
  /** Cleanings that are about to start: their claims are not in the ledger yet. */
  readonly starting: readonly string[];
  /** Starts that have ended in this process, also those that did not create a cleaning. */
  readonly ended: readonly string[];
}

/** State of this data folder's claims after an exchange. */
export interface SettledClaims {
  /** Cleanings whose claims hold for another lease. */
  readonly renewed: readonly string[];
  /** Claims that colleagues have taken over. */
  readonly lost: readonly Pick<TeamClaim, "cleaning" | "part">[];
  /** Cleanings that started without a claim, some of whose addresses others had claimed. */
  readonly contested: readonly string[];
}

/**
 * Returns a test for claims of this data folder. An open claim of a cleaning that is unknown here belongs to a copy of the
 * folder, or to a start that was interrupted: it holds until its lease ends.
 */
export function ownClaims(me: number, { device, claims, starting, ended }: LocalClaims) {
  const cleanings = new Set([...claims.map(({ cleaningId }) => cleaningId), ...starting, ...ended]);
  return (claim: TeamClaim): boolean =>
    claim.member === me && claim.device === device && (!claim.isOpen || cleanings.has(claim.cleaning));
}

/** Stores the addresses of colleagues' claims in the archive, and drops claims that have ended. */
export async function mirror(
  server: TeamServer,
  archive: Archive,
  claims: readonly TeamClaim[],
  { mayDrop }: { readonly mayDrop: boolean },
): Promise<Result<null>> {
  const wanted = new Map(claims.map((one) => [cleaningOfClaim(one), one]));
  if (mayDrop) archive.dropClaims((cleaningId) => claimIn(cleaningId) === null || wanted.has(cleaningId));
  const unread = [...wanted].filter(([cleaningId]) => archive.claimedBy(cleaningId).size === 0);
  if (unread.length === 0) return ok(null);
  const ids = unread.map(([, { id }]) => id);
  const read = await server.transaction(async (client) => ok(await readClaimed(client, ids)));
  if (!read.ok) return read;
  for (const [cleaningId, { id, scope }] of unread) {
    const addresses = read.value.get(id);
    if (addresses === undefined) continue;
    const sortedAddresses = lookupKeysOf(foldedColumns(addresses));
    const partOf = new Uint16Array(addresses.length).fill(1);
    archive.exclusively(() => archive.claim(scope, cleaningId, { sortedAddresses, parts: 1, partOf }));
  }
  return ok(null);
}

/**
 * Brings this data folder's claims on the server in line with its ledger, and claims what started offline.
 */
export async function settleOwnClaims(
  client: Client,
  archive: Archive,
  { claims, starting, device }: LocalClaims,
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
  atServer(access, async (client) => {
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
