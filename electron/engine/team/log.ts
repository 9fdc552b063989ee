import type { Client } from "pg";
import { z } from "zod";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { bigintSchema, parseRow } from "./connect.ts";
import { TEAM_SCHEMA_VERSION } from "./schema.ts";
import { type ServerSettings, serverName } from "./server-url.ts";

const logSchema = z.object({
  id: z.uuid(),
  version: z.int(),
  /** Oldest schema version whose Winnow may use the data. */
  readersFrom: z.int(),
  last: bigintSchema,
  me: z.int().nullable(),
});

/** The team's log. `last`: number of the newest batch. `me`: number of the member; `null` if the login
 * is not a member's. */
export type Log = z.output<typeof logSchema>;

/** Reads the log. Problem: `team_newer`. Throws errors of the server. */
export async function readLog(client: Client, settings: ServerSettings): Promise<Result<Log>> {
  const read = await client.query(
    `SELECT id, version, readers_from AS "readersFrom", last, winnow.me() AS me FROM winnow.log`,
  );
  const log = parseRow(logSchema, read);
  return log.readersFrom > TEAM_SCHEMA_VERSION
    ? fail(problem("team_newer", { server: serverName(settings) }))
    : ok(log);
}

/** Returns whether the database holds a team's log. Throws errors of the server. */
export async function hasLog(client: Client): Promise<boolean> {
  const found = await client.query("SELECT to_regclass('winnow.log') IS NOT NULL AS exists");
  return parseRow(z.object({ exists: z.boolean() }), found).exists;
}
