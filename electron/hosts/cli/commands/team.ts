import { readFileSync } from "node:fs";
import type { Team } from "../../../../shared/bridge/team.ts";
import type { CallInput, CallOutput } from "../../../../shared/bridge.ts";
import { toServerUrl } from "../../../../shared/connection-strings.ts";
import { count, counted } from "../../../../shared/numbers.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import {
  OPEN_SCHEMA_SENTENCE,
  sharingSentence,
  skippedSentence,
  UNDO_SENTENCE,
} from "../../../../shared/sharing.ts";
import { plainClock } from "../../../../shared/times.ts";
import { teamScript } from "../../../engine/index.ts";
import type { Command, CommandContext, CommandResult } from "../run-command.ts";
import { confirmOrFail } from "../terminal/ask.ts";
import type { OutputOptions, Terminal } from "../terminal/terminal.ts";

export interface TeamConnectOptions extends OutputOptions {
  readonly caFile?: string;
  readonly name?: string;
  readonly yes?: boolean;
  /** Rebuild the team that this computer has joined, whose server is lost. */
  readonly fromHere?: boolean;
}

/** `winnow team init`: creates the schema, then joins. The URL comes from the argument or WINNOW_TEAM_URL. */
export function teamInitCommand(url: string | undefined, options: TeamConnectOptions): Command {
  return joining(url, options, async ({ exists, server }, { session, terminal, signal }, connection) => {
    if (exists) return { ok: false, problem: problem("team_exists", { server }) };
    const created = await session.call("team.create", { ...connection, fromHere: options.fromHere }, signal);
    if (created.ok) terminal.say(`The team's tables are created on ${server}.`);
    return created.ok ? ok(null) : created;
  });
}

export function teamJoinCommand(url: string | undefined, options: TeamConnectOptions): Command {
  return joining(url, options, async ({ exists, server }) =>
    exists ? ok(null) : { ok: false, problem: problem("team_missing", { server }) },
  );
}

type Look = CallOutput<"team.look">;

function joining(
  url: string | undefined,
  options: TeamConnectOptions,
  prepare: (
    look: Look,
    context: CommandContext,
    connection: CallInput<"team.create">,
  ) => Promise<CommandResult>,
): Command {
  return async (context) => {
    const { session, terminal, signal, begin, env } = context;
    const named = toServerUrl(url ?? env.WINNOW_TEAM_URL ?? "");
    const forRun = url === undefined;
    if (named === "") return fail(problem("usage", { why: "team_url" }));
    const ca = readCa(options.caFile ?? URL.parse(named)?.searchParams.get("sslrootcert") ?? null);
    if (!ca.ok) return ca;
    const isAsked = terminal.isTyped && terminal.canRead && URL.parse(named)?.password === "";
    const password = isAsked ? await terminal.secret("Password of the team's server") : "";
    if (password === null) return fail(problem("interrupted", { unfinished: false }));
    const connection = { url: named, password, ...(ca.value === null ? {} : { ca: ca.value }) };
    const looked = await session.call("team.look", connection, signal);
    if (!looked.ok) return looked;
    const look = looked.value;
    terminal.say(lookSentence(look));
    const question = look.mayWrite ? "Share this with your team?" : "Join the team?";
    const declined = problem("team_not_joined", {});
    const agreed = await confirmOrFail(terminal, question, { yes: options.yes, declined });
    if (!agreed.ok) return agreed;
    begin();
    const prepared = await prepare(look, context, connection);
    if (!prepared.ok) return prepared;
    const joined = await session.call(
      "team.join",
      { ...connection, name: options.name ?? "", fromHere: options.fromHere, forRun },
      signal,
    );
    if (!joined.ok) return joined;
    const { team, pushed, pulled, isPasswordSaved } = joined.value;
    if (options.json === true) terminal.json({ ...reportOf(team), pushed, pulled });
    else
      terminal.say(
        `You have joined the team on ${team.server} (${team.name}). ${exchanged({ pushed, pulled })}`,
      );
    if (!isPasswordSaved && !forRun)
      terminal.say(
        "There is no keychain on this machine: the password is forgotten when this command ends. Set WINNOW_TEAM_URL for each run.",
      );
    return ok(null);
  };
}

function readCa(path: string | null): Result<string | null> {
  if (path === null || path === "system") return ok(null);
  try {
    return ok(readFileSync(path, "utf8"));
  } catch {
    return fail(problem("team_ca_invalid", {}));
  }
}

function lookSentence(look: Look): string {
  const { server, exists, colleagues, facts } = look;
  const others = exists
    ? `The team on ${server} has ${counted(colleagues.length, "other member", "other members")} and ${counted(facts, "fact", "facts")}.`
    : `${server} has no team yet.`;
  const open = exists || !look.isPublicOpen ? "" : ` ${OPEN_SCHEMA_SENTENCE}`;
  return `${sharingSentence(look)} ${others}${open} Lists, names, columns, files and keys stay here. The sandbox is not shared either.`;
}

function exchanged({ pushed, pulled }: { readonly pushed: number; readonly pulled: number }): string {
  return `Shared ${counted(pushed, "fact", "facts")}, received ${count(pulled)}.`;
}

export function teamStatusCommand(options: OutputOptions): Command {
  return async ({ session, terminal, signal }) => {
    const read = await session.call("team.get", {}, signal);
    if (!read.ok) return read;
    if (read.value.team === null) {
      if (options.json === true) terminal.json({ team: null });
      else terminal.say("This computer is not in a team. Create one with: winnow team init <url>");
      return ok(null);
    }
    // Ask the server; a failure is part of the status.
    const synced = await session.call("team.sync", {}, signal);
    const again = await session.call("team.get", {}, signal);
    if (!again.ok) return again;
    const { team } = again.value;
    if (team === null) return ok(null);
    if (options.json === true) {
      terminal.json({ ...reportOf(team), ...(synced.ok ? {} : { problem: synced.problem }) });
      return synced.ok ? ok(null) : { ...synced, isInJson: true };
    }
    sayStatus(terminal, team);
    return synced.ok ? ok(null) : synced;
  };
}

function sayStatus(terminal: Terminal, team: Team): void {
  const now = Date.now();
  const when = (at: number | null) => (at === null ? "never" : plainClock(at, now));
  const from = team.fromEnvironment ? ", for this run only" : "";
  terminal.say(`In the team on ${team.server} (${team.name})${from}. Last sync: ${when(team.syncedAt)}.`);
  for (const { name, login, isYou, isOwner, mayWrite, isRemoved, pushedAt, pulledAt, lag } of team.members) {
    if (isRemoved) continue;
    // A name may be 'Ann (owner)': what the server says stands behind the login.
    const who = `${name}, ${login}${isYou ? " (you)" : ""}${isOwner ? " (owner)" : ""}${mayWrite ? "" : " (reader)"}`;
    const behind = lag === 0 ? "up to date" : "not up to date";
    terminal.data(who, `shared ${when(pushedAt)}`, `received ${when(pulledAt)}`, behind);
  }
  for (const { at, confirmed, waiting } of team.erasures)
    terminal.say(
      `Erasure of ${when(at)}: ${waiting.length === 0 ? "carried out by everyone" : `carried out by ${names(confirmed)}; not yet by ${names(waiting)}`}.`,
    );
  for (const { member, at } of team.skipped)
    terminal.say(skippedSentence(member, at === 0 ? null : when(at)));
  for (const { name, lists } of team.verifying)
    terminal.say(`${name} is verifying ${counted(lists, "list", "lists")}.`);
}

const AND = new Intl.ListFormat("en", { type: "conjunction" });
const names = (members: readonly string[]) => (members.length === 0 ? "no one" : AND.format(members));

function reportOf(team: Team) {
  const { server, user, name, schema, members, erasures, verifying, skipped, syncedAt } = team;
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return {
    server,
    user,
    name,
    schema,
    syncedAt: iso(syncedAt),
    members: members.map(({ pushedAt, pulledAt, ...member }) => ({
      ...member,
      pushedAt: iso(pushedAt),
      pulledAt: iso(pulledAt),
    })),
    erasures: erasures.map(({ at, ...who }) => ({ at: iso(at), ...who })),
    openClaims: verifying,
    skipped: skipped.map(({ member, at }) => ({ member, at: at === 0 ? null : iso(at) })),
  };
}

export function teamSyncCommand(options: OutputOptions): Command {
  return async ({ session, terminal, signal, begin }) => {
    begin();
    const synced = await session.call("team.sync", {}, signal);
    if (!synced.ok) return synced;
    if (options.json === true) terminal.json(synced.value);
    else terminal.say(exchanged(synced.value));
    return ok(null);
  };
}

export function teamLeaveCommand(
  options: OutputOptions & { readonly remove?: boolean; readonly yes?: boolean },
): Command {
  return async ({ session, terminal, signal, begin, env }) => {
    const remove = options.remove === true;
    terminal.say(
      remove
        ? "What you received from your team is deleted here. What you shared stays with the team."
        : "What you received from your team stays here, and what you shared stays with the team. --remove deletes what you received.",
    );
    const agreed = await confirmOrFail(terminal, "Leave the team?", { yes: options.yes });
    if (!agreed.ok) return agreed;
    begin();
    const left = await session.call("team.leave", { remove }, signal);
    if (!left.ok) return left;
    if (options.json === true) terminal.json({ left: true, removed: remove });
    else
      terminal.say(
        `You have left the team.${env.WINNOW_TEAM_URL ? " Unset WINNOW_TEAM_URL: with it, the next command joins again." : ""}`,
      );
    return ok(null);
  };
}

export interface TeamSqlOptions extends OutputOptions {
  readonly owner: string;
  readonly member?: string[];
  readonly reader?: string[];
}

/** `winnow team sql`: prints the script that an administrator runs. */
export function teamSqlCommand({ owner, member = [], reader = [] }: TeamSqlOptions): Command {
  return async ({ terminal }) => {
    for (const line of teamScript({ owner, members: member, readers: reader }).split("\n"))
      terminal.data(line);
    return ok(null);
  };
}

/** `winnow team admit` and `winnow team dismiss`, for the owner. */
export function teamAdmitCommand(
  login: string,
  options: OutputOptions & { readonly reader?: boolean },
): Command {
  return async ({ session, terminal, signal, begin }) => {
    begin();
    const mayWrite = options.reader !== true;
    const admitted = await session.call("team.admit", { login, mayWrite }, signal);
    if (!admitted.ok) return admitted;
    if (options.json === true) terminal.json({ login, mayWrite });
    else terminal.say(`${login} may join the team now${mayWrite ? "" : ", as a reader"}.`);
    return ok(null);
  };
}

export function teamDismissCommand(login: string, options: OutputOptions): Command {
  return async ({ session, terminal, signal, begin }) => {
    begin();
    const dismissed = await session.call("team.dismiss", { login }, signal);
    if (!dismissed.ok) return dismissed;
    if (options.json === true) terminal.json({ login, dismissed: true });
    else
      terminal.say(
        `${login} is no longer in the team. What ${login} has shared stays; to take it back: winnow team undo --member ${login}`,
      );
    return ok(null);
  };
}

export interface TeamUndoOptions extends OutputOptions {
  readonly member: string;
  /** Unix ms. */
  readonly since?: number;
  readonly yes?: boolean;
}

/** `winnow team undo`, for the owner. */
export function teamUndoCommand({ member, since, yes, json }: TeamUndoOptions): Command {
  return async ({ session, terminal, signal, begin }) => {
    const from = since === undefined ? "" : ` since ${plainClock(since, Date.now())}`;
    terminal.say(`This takes back everything that ${member} has shared${from}. ${UNDO_SENTENCE}`);
    const agreed = await confirmOrFail(terminal, "Take it back?", { yes });
    if (!agreed.ok) return agreed;
    begin();
    const undone = await session.call("team.undo", { login: member, since }, signal);
    if (!undone.ok) return undone;
    const { facts } = undone.value;
    if (json === true) terminal.json({ login: member, facts });
    else if (facts === 0) terminal.say(`${member} has shared nothing then.`);
    else terminal.say(`Taken back: ${counted(facts, "entry", "entries")} that ${member} shared.`);
    return ok(null);
  };
}
