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
--   psql -v ON_ERROR_STOP=1 -d <database> -f team.sql
-- Then give each login a password: \\password ${owner}
-- Owner: upgrades the schema, erases people, admits and removes members. Members append facts and claim addresses.
-- Readers only read. No login needs more rights than these.
BEGIN;
-- Any login that may create functions in 'public' could run them as others.
SET LOCAL search_path = pg_catalog, pg_temp;
DO $$ BEGIN
  IF to_regnamespace('public') IS NOT NULL THEN REVOKE CREATE ON SCHEMA public FROM PUBLIC; END IF;
${logins.map((login) => `  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = ${literal(login)}) THEN CREATE ROLE ${identifier(login)} LOGIN; END IF;`).join("\n")}
  -- An administrator who is not a superuser must be a member of the owner to create the owner's tables.
  IF current_user <> ${literal(owner)} AND NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE ${literal(`GRANT ${identifier(owner)} TO CURRENT_USER`)};
  END IF;
END $$;
DO $$ BEGIN
  EXECUTE format('GRANT CREATE ON DATABASE %I TO %I', current_database(), ${literal(owner)});
END $$;
SET ROLE ${identifier(owner)};
${TEAM_MIGRATIONS.map(({ sql }) => sql.replace(/^ {4}/gm, "").trim()).join("\n")}
${[admit(owner, true), ...members.map((login) => admit(login, true)), ...readers.map((login) => admit(login, false))].join("\n")}
RESET ROLE;
-- A connection that is lost in the middle must not hold what the others wait for, and no login all connections.
DO $$ BEGIN
${logins.map((login) => `  ALTER ROLE ${identifier(login)} SET idle_in_transaction_session_timeout = '60s'; ALTER ROLE ${identifier(login)} CONNECTION LIMIT 20;`).join("\n")}
EXCEPTION WHEN insufficient_privilege THEN
  RAISE NOTICE 'The limits of the logins are not set: they belong to another administrator';
END $$;
COMMIT;
`;
}

function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
