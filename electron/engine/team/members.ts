import type { Client } from "pg";
import { z } from "zod";
import { claimSchema, SELECT_CLAIMS, type TeamClaim } from "./claims.ts";

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
  pulled: z.number(),
});
/** A member on the server. */
export type TeamMember = z.output<typeof memberSchema>;

const SELECT_MEMBERS = `SELECT id, login, name, may_write AS "mayWrite", removed_at IS NOT NULL AS "isRemoved", pulled,
  (extract(epoch FROM pushed_at) * 1000)::float8 AS "pushedAt",
  (extract(epoch FROM pulled_at) * 1000)::float8 AS "pulledAt"
  FROM winnow.members`;

const stateSchema = z.tuple([z.object({ members: z.array(memberSchema), claims: z.array(claimSchema) })]);

/** Reads all members, also removed ones, and all claims. Throws errors of the server. */
export async function readState(
  client: Client,
): Promise<{ readonly members: readonly TeamMember[]; readonly claims: readonly TeamClaim[] }> {
  const read = await client.query(
    `SELECT (SELECT coalesce(json_agg(one ORDER BY id), '[]') FROM (${SELECT_MEMBERS}) AS one) AS members,
       (SELECT coalesce(json_agg(one ORDER BY id), '[]') FROM (${SELECT_CLAIMS}) AS one) AS claims`,
  );
  return stateSchema.parse(read.rows)[0];
}
