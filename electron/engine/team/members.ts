import type { Client } from "pg";
import { z } from "zod";

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
  pulled: z.coerce.number(),
});
/** A member on the server. */
export type TeamMember = z.output<typeof memberSchema>;

/** Returns all members, also removed ones. Throws errors of the server. */
export async function readMembers(client: Client): Promise<TeamMember[]> {
  const read = await client.query(
    `SELECT id, login, name, may_write AS "mayWrite", removed_at IS NOT NULL AS "isRemoved", pulled,
       (extract(epoch FROM pushed_at) * 1000)::float8 AS "pushedAt",
       (extract(epoch FROM pulled_at) * 1000)::float8 AS "pulledAt"
     FROM winnow.members ORDER BY id`,
  );
  return z.array(memberSchema).parse(read.rows);
}
