import type { Client } from "pg";
import { z } from "zod";
import { type Problem, problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { inTransaction, type TeamAccess, withServer } from "./connect.ts";
import { TEAM_MIGRATIONS, TEAM_SCHEMA_VERSION } from "./schema.ts";
import { type ServerSettings, serverName } from "./server-url.ts";

/** Key of the advisory lock that serializes migrations. It ends with its session, also after a crash. */
const MIGRATION_LOCK = 0x77_69_6e_6e;

const versionSchema = z.tuple([z.object({ version: z.int(), readersFrom: z.int() })]);

/** Returns the server's schema version and the oldest version that may use it; `null` if there is no team. */
async function versionOf(client: Client): Promise<z.output<typeof versionSchema>[0] | null> {
  const found = await client.query("SELECT to_regclass('winnow.log') IS NOT NULL AS exists");
  const [{ exists }] = z.tuple([z.object({ exists: z.boolean() })]).parse(found.rows);
  if (!exists) return null;
  const read = await client.query(`SELECT version, readers_from AS "readersFrom" FROM winnow.log`);
  return versionSchema.parse(read.rows)[0];
}

/** Returns why this Winnow can't use the team's schema; `null` if it can. */
async function schemaProblem(client: Client, settings: ServerSettings): Promise<Problem | null> {
  const found = await versionOf(client);
  const server = serverName(settings);
  if (found === null) return problem("team_missing", { server });
  return found.readersFrom > TEAM_SCHEMA_VERSION ? problem("team_newer", { server }) : null;
}

/**
 * Creates the team's schema in the database and makes its user the owner and first member. Problems: `team_exists`,
 * `team_not_owner`, and those of {@link withServer}.
 */
export function createTeam(access: TeamAccess, signal: AbortSignal): Promise<Result<null>> {
  const { settings } = access;
  const names = { server: serverName(settings), user: settings.user };
  return withServer(access, signal, (client) =>
    inTransaction(client, async () => {
      await client.query("SELECT pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
      if ((await versionOf(client)) !== null) return fail(problem("team_exists", names));
      const allowed = await client.query(
        "SELECT has_database_privilege(current_database(), 'CREATE') AS allowed",
      );
      if (!z.tuple([z.object({ allowed: z.boolean() })]).parse(allowed.rows)[0].allowed)
        return fail(problem("team_not_owner", names));
      for (const { sql } of TEAM_MIGRATIONS) await client.query(sql);
      await client.query("SELECT winnow.admit(current_user, true)");
      return ok(null);
    }),
  );
}

/** Lets the login `user` use the team's data. Only for the owner. Problems: `team_not_owner`, those of a connection. */
export function admitMember(
  access: TeamAccess,
  member: { readonly login: string; readonly mayWrite: boolean },
  signal: AbortSignal,
): Promise<Result<null>> {
  return asOwner(access, signal, (client) =>
    client.query("SELECT winnow.admit($1, $2)", [member.login, member.mayWrite]),
  );
}

/** Ends a member's access. What they have shared stays. Problems: as {@link admitMember}. */
export function dismissMember(access: TeamAccess, login: string, signal: AbortSignal): Promise<Result<null>> {
  return asOwner(access, signal, (client) => client.query("SELECT winnow.dismiss($1)", [login]));
}

function asOwner(
  access: TeamAccess,
  signal: AbortSignal,
  act: (client: Client) => Promise<unknown>,
): Promise<Result<null>> {
  const { settings } = access;
  return withServer(access, signal, async (client) => {
    const unusable = await schemaProblem(client, settings);
    if (unusable !== null) return fail(unusable);
    const owner = await client.query(
      "SELECT pg_has_role(nspowner, 'USAGE') AS owns FROM pg_namespace WHERE nspname = 'winnow'",
    );
    if (z.array(z.object({ owns: z.boolean() })).parse(owner.rows)[0]?.owns !== true)
      return fail(problem("team_not_owner", { server: serverName(settings), user: settings.user }));
    await act(client);
    return ok(null);
  });
}
