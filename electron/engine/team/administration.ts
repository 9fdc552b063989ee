import { randomUUID } from "node:crypto";
import type { Client } from "pg";
import { z } from "zod";
import type { CallOutput } from "../../../shared/bridge.ts";
import { type Problem, problem } from "../../../shared/problems.ts";
import { fail, ok } from "../../../shared/result.ts";
import { SANDBOX_SCOPE } from "../accounts/index.ts";
import { openArchive } from "../ledger/index.ts";
import { hashPeople, type NamedImport, type TeamErasure } from "../memory/index.ts";
import { layoutOf, type Task } from "../store/index.ts";
import { atServer, bigintSchema, parseRow, parseRows, type TeamAccess, withServer } from "./connect.ts";
import { allowingFacts } from "./erased-people.ts";
import { pushBatch } from "./fact-log.ts";
import { hasLog, readLog } from "./log.ts";
import { ALLOWING, displayName, readState, type TeamState } from "./members.ts";
import { TEAM_MIGRATIONS } from "./schema.ts";
import { serverName } from "./server-url.ts";

/** Key of the advisory lock that serializes migrations. It ends with its session, also after a crash. */
const MIGRATION_LOCK = 0x77_69_6e_6e;

export interface LookInput {
  readonly access: TeamAccess;
  readonly dataDir: string;
  readonly imports: readonly NamedImport[];
}

const countSchema = z.object({ count: bigintSchema });

/** Returns what the server holds and what joining would share, without changing anything. */
export const lookTask: Task<LookInput, CallOutput<"team.look">> = async ({ access, dataDir, imports }) =>
  atServer(access, async (client) => {
    const { settings } = access;
    const exists = await hasLog(client);
    const log = exists ? await readLog(client, settings) : null;
    if (log?.ok === false) return log;
    const archive = openArchive(layoutOf(dataDir).archive, { readonly: true });
    try {
      const shared = imports.filter(({ kind }) => kind !== "sent");
      const sumOf = (count: (one: NamedImport) => number) => shared.reduce((sum, one) => sum + count(one), 0);
      const counted = exists
        ? await client.query(
            "SELECT coalesce(sum(facts), 0) AS count FROM winnow.batches WHERE kind NOT IN ('removal', 'erasure')",
          )
        : null;
      const { members } = exists ? await readState(client) : { members: [] };
      const opened = await client.query(
        `SELECT to_regnamespace('public') IS NOT NULL AND has_schema_privilege('public', 'public', 'CREATE') AS open`,
      );
      const mayWrite = members.find(({ login }) => login === settings.user)?.mayWrite ?? true;
      return ok({
        server: serverName(settings),
        user: settings.user,
        exists,
        mayWrite,
        colleagues: members
          .filter(
            ({ isRemoved, pulledAt, login }) => !isRemoved && pulledAt !== null && login !== settings.user,
          )
          .map(displayName),
        isPublicOpen: parseRow(z.object({ open: z.boolean() }), opened).open,
        facts: counted === null ? 0 : parseRow(countSchema, counted).count,
        shares: {
          verdicts: archive.countVerdicts(SANDBOX_SCOPE),
          bounces: sumOf(({ bounces }) => bounces),
          suppressed: sumOf(({ suppressed }) => suppressed),
        },
      });
    } finally {
      archive.close();
    }
  });

export interface CreateInput {
  readonly access: TeamAccess;
  /** Id of the log that is rebuilt; `null` for a new one. */
  readonly logId: string | null;
}

/**
 * Creates the team's schema in the database and makes its user the owner and first member. Problems: `team_exists`,
 * `team_create_denied`, `team_encoding`, and those of {@link withServer}.
 */
export const createTask: Task<CreateInput, null> = async ({ access, logId }) => {
  const { settings } = access;
  const names = { server: serverName(settings), user: settings.user };
  return atServer(access, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    if (await hasLog(client)) return fail(problem("team_exists", names));
    const allowed = await client.query(
      "SELECT has_database_privilege(current_database(), 'CREATE') AS allowed",
    );
    if (!parseRow(z.object({ allowed: z.boolean() }), allowed).allowed)
      return fail(problem("team_create_denied", names));
    const { rows } = await client.query<{ server_encoding: string }>("SHOW server_encoding");
    if (!/^(UTF8|SQL_ASCII)$/.test(rows[0]?.server_encoding ?? ""))
      return fail(problem("team_encoding", { server: names.server }));
    for (const { sql } of TEAM_MIGRATIONS) await client.query(sql);
    if (logId !== null) await client.query("UPDATE winnow.log SET id = $1", [logId]);
    await client.query("SELECT winnow.admit(current_user, true)");
    return ok(null);
  });
};

export interface AdmitInput {
  readonly access: TeamAccess;
  readonly login: string;
  readonly mayWrite: boolean;
}

/** Lets the login use the team's data. Only for the owner. Problems: `team_not_owner`, those of a connection. */
export const admitTask: Task<AdmitInput, null> = async ({ access, login, mayWrite }) =>
  atServer(access, async (client) => {
    const refused = await checkLogin(client, access, login, "SELECT 1 FROM pg_roles WHERE rolname = $1");
    if (refused !== null) return fail(refused);
    await client.query("SELECT winnow.admit($1, $2)", [login, mayWrite]);
    return ok(null);
  });

/**
 * Ends a member's access. What they have shared stays. Problems: `team_owner_stays`, otherwise as {@link admitTask}.
 */
export const dismissTask: Task<Omit<AdmitInput, "mayWrite">, null> = async ({ access, login }) =>
  withServer<null>(access, async (server) => {
    // A transaction that the member keeps open can delay the rest, not this.
    const shutOut = await server.transaction<null>(async (client) => {
      const refused = await checkLogin(client, access, login, IS_MEMBER);
      if (refused !== null) return fail(refused);
      const { rows } = await client.query(
        "SELECT 1 FROM pg_namespace WHERE nspname = 'winnow' AND pg_get_userbyid(nspowner) = $1",
        [login],
      );
      if (rows.length > 0) return fail(problem("team_owner_stays", {}));
      await client.query("SELECT winnow.shut_out($1)", [login]);
      return ok(null);
    });
    if (!shutOut.ok) return shutOut;
    return server.transaction(async (client) => {
      await client.query("SELECT winnow.dismiss($1)", [login]);
      return ok(null);
    });
  });

export interface UndoInput {
  readonly access: TeamAccess;
  readonly login: string;
  /** Unix ms; `null` for everything. */
  readonly since: number | null;
}

/** Takes back what a member has shared since a time. Returns the number of facts. Problems: as {@link admitTask}. */
export const undoTask: Task<UndoInput, number> = async ({ access, login, since }) =>
  atServer(access, async (client) => {
    const refused = await checkLogin(client, access, login, IS_MEMBER);
    if (refused !== null) return fail(refused);
    const undone = await client.query("SELECT winnow.undo($1, $2, $3) AS count", [
      randomUUID(),
      login,
      since === null ? null : new Date(since).toISOString(),
    ]);
    return ok(parseRow(countSchema, undone).count);
  });

export interface EraseFromTeamInput {
  readonly access: TeamAccess;
  readonly entries: readonly string[];
}

/** Erases people from the server, if its user is the owner of the team. Problems: those of a connection. */
export const eraseTask: Task<EraseFromTeamInput, TeamErasure> = async ({ access, entries }) =>
  withServer(access, async (server) => {
    const erased = await server.transaction<TeamErasure>(async (client) => {
      const log = await readLog(client, access.settings);
      if (!log.ok) return log;
      const state = await readState(client);
      if (!(await isOwner(client))) return ok({ kind: "owner_needed", owner: ownerName(state) });
      const people = hashPeople(log.value.id, entries);
      const deleted = await client.query("SELECT winnow.erase($1, $2, $3, $4) AS count", [
        randomUUID(),
        entries,
        people.hashes,
        people.domains,
      ]);
      const others = state.members.filter(
        ({ id, isRemoved, pulledAt }) => id !== log.value.me && !isRemoved && pulledAt !== null,
      );
      return ok({
        kind: "erased",
        facts: parseRow(countSchema, deleted).count,
        waiting: others.map(displayName),
        people,
      });
    });
    if (erased.ok && erased.value.kind === "erased") await server.vacuum();
    return erased;
  });

/**
 * Lets erased people back in on every member's computer, if the server's user is the owner of the team; otherwise
 * returns the owner's name. Problems: those of a connection.
 */
export const allowTask: Task<EraseFromTeamInput, { readonly owner: string | null }> = async ({
  access,
  entries,
}) =>
  atServer<{ readonly owner: string | null }>(access, async (client) => {
    const log = await readLog(client, access.settings);
    if (!log.ok) return log;
    if (!(await isOwner(client))) return ok({ owner: ownerName(await readState(client)) });
    const batch = { id: randomUUID(), kind: "erasure", scope: null, source: ALLOWING } as const;
    const facts = allowingFacts(hashPeople(log.value.id, entries));
    const pushed = await pushBatch(client, { ...batch, at: Date.now() }, facts);
    return pushed.ok ? ok({ owner: null }) : pushed;
  });

function ownerName({ members, owner }: TeamState): string {
  const member = members.find(({ login }) => login === owner);
  return member === undefined ? owner : displayName(member);
}

async function isOwner(client: Client): Promise<boolean> {
  const owner = await client.query(
    "SELECT pg_has_role(nspowner, 'USAGE') AS owns FROM pg_namespace WHERE nspname = 'winnow'",
  );
  return parseRows(z.object({ owns: z.boolean() }), owner)[0]?.owns === true;
}

const IS_MEMBER = "SELECT 1 FROM winnow.members WHERE login = $1";

/** Returns why a login can't be administered; `null` if it can. `isKnown`: SQL that finds the login. */
async function checkLogin(
  client: Client,
  { settings }: TeamAccess,
  login: string,
  isKnown: string,
): Promise<Problem | null> {
  const log = await readLog(client, settings);
  if (!log.ok) return log.problem;
  const server = serverName(settings);
  if (!(await isOwner(client))) return problem("team_not_owner", { server, user: settings.user });
  const { rows } = await client.query(isKnown, [login]);
  if (rows.length > 0) return null;
  return problem(isKnown === IS_MEMBER ? "team_member_unknown" : "team_login_unknown", { server, login });
}
