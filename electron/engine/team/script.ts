import { TEAM_MIGRATIONS } from "./schema.ts";

export interface TeamScriptOptions {
  readonly owner: string;
  readonly members: readonly string[];
  readonly readers: readonly string[];
}

/** Returns an SQL script for an administrator: creates the logins and the team's schema, and grants their rights. */
export function teamScript({ owner, members, readers }: TeamScriptOptions): string {
  const logins = [owner, ...members, ...readers];
  const admit = (login: string, mayWrite: boolean) => `SELECT winnow.admit(${literal(login)}, ${mayWrite});`;
  return `-- A team's data for Winnow. Run it as an administrator, in the database that is to hold them:
--   psql -d <database> -f team.sql
-- Then give each login a password: \\password ${owner}
-- Owner: upgrades the schema, erases people, admits and removes members. Members append facts and claim addresses.
-- Readers only read. No login needs more rights than these.
BEGIN;
${logins.map((login) => `CREATE ROLE ${identifier(login)} LOGIN;`).join("\n")}
DO $$ BEGIN
  EXECUTE format('GRANT CREATE ON DATABASE %I TO %I', current_database(), ${literal(owner)});
END $$;
SET ROLE ${identifier(owner)};
${TEAM_MIGRATIONS.map(({ sql }) => sql.replace(/^ {4}/gm, "").trim()).join("\n")}
${[admit(owner, true), ...members.map((login) => admit(login, true)), ...readers.map((login) => admit(login, false))].join("\n")}
RESET ROLE;
COMMIT;
`;
}

function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
