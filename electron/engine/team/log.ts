import { type Client, DatabaseError } from "pg";
import { z } from "zod";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { TEAM_SCHEMA_VERSION } from "./schema.ts";
import { type ServerSettings, serverName } from "./server-url.ts";

const logSchema = z.tuple([
  z.object({
    id: z.string(),
    version: z.int(),
    /** Oldest schema version whose Winnow may use the data. */
    readersFrom: z.int(),
    last: z.coerce.number(),
    me: z.int().nullable(),
  }),
]);

/** The team's log. `last`: number of the newest batch. `me`: number of the member; `null` if the login
 * is not a member's. */
export type Log = z.output<typeof logSchema>[0];

/** Reads the log. Problems: `team_missing`, `team_newer`. Throws other errors of the server. */
export async function readLog(client: Client, settings: ServerSettings): Promise<Result<Log>> {
  const server = serverName(settings);
  try {
    const read = await client.query(
      `SELECT id, version, readers_from AS "readersFrom", last, winnow.me() AS me FROM winnow.log`,
    );
    const [log] = logSchema.parse(read.rows);
    return log.readersFrom > TEAM_SCHEMA_VERSION ? fail(problem("team_newer", { server })) : ok(log);
  } catch (error) {
    // The table or the schema does not exist.
    if (error instanceof DatabaseError && (error.code === "42P01" || error.code === "3F000"))
      return fail(problem("team_missing", { server }));
    throw error;
  }
}

/** Returns whether the database holds a team's log. Throws errors of the server. */
export async function hasLog(client: Client): Promise<boolean> {
  const found = await client.query("SELECT to_regclass('winnow.log') IS NOT NULL AS exists");
  return z.tuple([z.object({ exists: z.boolean() })]).parse(found.rows)[0].exists;
}
