import type { Client } from "pg";
import { z } from "zod";
import { CLAIM_STATES } from "../ledger/index.ts";
import { bigintSchema, parseRow, parseRows, unixMs } from "./connect.ts";
import { MAX_CLAIMED } from "./schema.ts";

/** Time for which a claim holds without a renewal, in ms; the server's functions set it. */
export const LEASE_MS = 15 * 60_000;

/** Addresses to claim for a cleaning. `part`: ordinal of each address's part. */
export interface ClaimRequest {
  /** Id of the data folder. */
  readonly device: string;
  readonly scope: string;
  readonly cleaningId: string;
  /** An earlier plan of the same start, whose claims are kept as far as they are still needed. */
  readonly replaces: string | null;
  /** Also claim addresses of expired claims: the plan knows that they may be charged already. */
  readonly takesOver: boolean;
  readonly addresses: readonly string[];
  readonly part: Uint16Array;
}

const claimedSchema = z.object({ added: z.int(), rejected: z.int(), last: bigintSchema });
/** `added`: addresses that `replaces` had not claimed. `rejected`: addresses that others hold. `last`: newest batch. */
export type ClaimResult = z.output<typeof claimedSchema>;

/** Claims the addresses, all but those that others hold. Throws errors of the server. */
export async function claimAddresses(client: Client, request: ClaimRequest): Promise<ClaimResult> {
  const { device, scope, cleaningId, replaces, takesOver, addresses, part } = request;
  const claimed = await client.query("SELECT * FROM winnow.claim($1, $2, $3, $4, $5, $6, $7)", [
    device,
    scope,
    cleaningId,
    replaces,
    addresses,
    [...part],
    takesOver,
  ]);
  return parseRow(claimedSchema, claimed);
}

export const claimSchema = z.object({
  id: z.int(),
  member: z.int(),
  device: z.string(),
  scope: z.string(),
  cleaning: z.string(),
  part: z.int(),
  state: z.enum(CLAIM_STATES),
  /** `false` also after the lease has expired. */
  isOpen: z.boolean(),
  takenOver: z.boolean(),
  /** End of the lease in Unix ms, by the server's clock. */
  lease: z.number(),
});
/** A claim on the server. */
export type TeamClaim = z.output<typeof claimSchema>;

/** SQL that returns all claims as rows of {@link claimSchema}. */
export const SELECT_CLAIMS = `SELECT claims.id, member, device, scopes.name AS scope, cleaning, part, state,
  is_open AND lease > now() AS "isOpen", taken_over AS "takenOver",
  ${unixMs("lease")} AS lease
  FROM winnow.claims JOIN winnow.scopes ON scopes.id = claims.scope`;

/**
 * Returns the addresses of claims, of as many as a start may claim at once; the rest is read next time. Throws errors of
 * the server.
 */
export async function readClaimed(
  client: Client,
  claims: readonly number[],
): Promise<ReadonlyMap<number, string[]>> {
  const found = await client.query(
    `SELECT claim, address FROM winnow.claimed WHERE claim = ANY ($1) ORDER BY claim LIMIT ${MAX_CLAIMED + 1}`,
    [claims],
  );
  const rows = parseRows(z.object({ claim: z.int(), address: z.string() }), found);
  const claimed = new Map<number, string[]>();
  for (const { claim, address } of rows) {
    const addresses = claimed.get(claim) ?? [];
    claimed.set(claim, addresses);
    addresses.push(address);
  }
  // The last one is cut off.
  if (rows.length > MAX_CLAIMED) claimed.delete(rows.at(-1)?.claim ?? 0);
  return claimed;
}

/** State of one of the member's claims according to the local ledger; `null` releases it. */
export interface OwnClaim {
  readonly claim: TeamClaim;
  readonly now: { readonly state: TeamClaim["state"]; readonly isOpen: boolean } | null;
}

/**
 * Updates the member's claims on the server, and renews those that are open. Returns the ids of the renewed ones; the
 * others have been taken over. Throws errors of the server.
 */
export async function updateClaims(client: Client, own: readonly OwnClaim[]): Promise<ReadonlySet<number>> {
  for (const { claim, now } of own) {
    if (now === null || now.state === "answered" || now.state === "released")
      await client.query("SELECT winnow.release($1, $2)", [claim.cleaning, claim.part]);
    else if (now.state !== claim.state || now.isOpen !== claim.isOpen)
      await client.query("SELECT winnow.mark($1, $2, $3, $4)", [
        claim.cleaning,
        claim.part,
        now.state,
        now.isOpen,
      ]);
  }
  const open = own.flatMap(({ claim, now }) => (now?.isOpen === true ? [claim.id] : []));
  if (open.length === 0) return new Set();
  const renewed = await client.query("SELECT winnow.renew($1) AS id", [open]);
  return new Set(parseRows(z.object({ id: z.int() }), renewed).map(({ id }) => id));
}
