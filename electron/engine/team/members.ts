import type { Client } from "pg";
import { z } from "zod";
import { claimSchema, SELECT_CLAIMS, type TeamClaim } from "./claims.ts";
import { parseRow, unixMs } from "./connect.ts";
import { MAX_BATCH_FACTS } from "./schema.ts";

const memberSchema = z.object({
  id: z.int(),
  login: z.string(),
  name: z.string().nullable(),
  mayWrite: z.boolean(),
  isRemoved: z.boolean(),
  /** Unix ms; `null` if never. */
  pushedAt: z.number().nullable(),
  pulledAt: z.number().nullable(),
  /** Number of the last batch that the member has pulled. */
  pulled: z.int(),
  /** Number of the last erasure that was carried out on the member's computer. */
  erased: z.int(),
});
/** A member on the server. */
export type TeamMember = z.output<typeof memberSchema>;

/** Returns what to call a member: the name, and the login beside it unless it says the same. */
export function displayName({ name, login }: Pick<TeamMember, "name" | "login">): string {
  return name === null || name.toLowerCase() === login.toLowerCase() ? (name ?? login) : `${name} (${login})`;
}

const SELECT_MEMBERS = `SELECT id, login, pg_catalog.left(name, 100) AS name, may_write AS "mayWrite", removed_at IS NOT NULL AS "isRemoved", pulled, erased,
  ${unixMs("pushed_at")} AS "pushedAt", ${unixMs("pulled_at")} AS "pulledAt"
  FROM winnow.members`;

const erasureSchema = z.object({
  number: z.int(),
  key: z.int(),
  member: z.int(),
  facts: z.int().max(MAX_BATCH_FACTS),
  /** Unix ms. */
  at: z.number(),
  source: z.string().nullable(),
});
/** An erasure in the log, or people who are let back in if its source is {@link ALLOWING}. */
export type TeamErasureBatch = z.output<typeof erasureSchema>;

/** Source of an erasure that lets people back in. */
export const ALLOWING = "allowed";

const SELECT_ERASURES =
  "SELECT number, key, member, facts, at, source FROM winnow.batches WHERE kind = 'erasure'";

const stateSchema = z.object({
  members: z.array(memberSchema),
  claims: z.array(claimSchema),
  erasures: z.array(erasureSchema),
  owner: z.string(),
});

/** Members (also removed ones), claims and erasures. `owner`: login of the schema's owner. */
export interface TeamState {
  readonly members: readonly TeamMember[];
  readonly claims: readonly TeamClaim[];
  readonly erasures: readonly TeamErasureBatch[];
  readonly owner: string;
}

/** Reads the team's state. Throws errors of the server. */
export async function readState(client: Client): Promise<TeamState> {
  const read = await client.query(
    `SELECT (SELECT coalesce(pg_catalog.json_agg(one ORDER BY id), '[]') FROM (${SELECT_MEMBERS}) AS one) AS members,
       (SELECT coalesce(pg_catalog.json_agg(one ORDER BY id), '[]') FROM (${SELECT_CLAIMS}) AS one) AS claims,
       (SELECT coalesce(pg_catalog.json_agg(one ORDER BY number), '[]') FROM (${SELECT_ERASURES}) AS one) AS erasures,
       (SELECT pg_get_userbyid(nspowner) FROM pg_namespace WHERE nspname = 'winnow') AS owner`,
  );
  return parseRow(stateSchema, read);
}
