import type { CallRequest } from "../../../shared/bridge.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { Keychain, RunKeys } from "../accounts/index.ts";
import type { TeamAccess } from "./connect.ts";
import { formatServerUrl, parseServerUrl, serverName } from "./server-url.ts";
import type { StoredTeam } from "./stored.ts";

export interface TeamConnectionOptions {
  readonly keychain: Pick<Keychain, "read" | "save" | "remove">;
  /** Holds the password in memory; outlives a reopening of the data folder. */
  readonly runKeys: RunKeys;
  /** Returns the id of the data folder. */
  readonly device: () => string;
  /** WINNOW_TEAM_URL; `null` if it is not set. */
  readonly environmentUrl: string | null;
}

/** Passwords and URLs of the team's server. */
export type TeamConnection = ReturnType<typeof createTeamConnection>;

export function createTeamConnection(options: TeamConnectionOptions) {
  const { keychain, runKeys, environmentUrl } = options;
  /** Access of this run only. */
  let ofRun = environmentUrl === null ? null : withPassword(environmentUrl, { mayReadFiles: true });

  /** Returns the keychain's entry: two data folders of one user may belong to different teams. */
  const entry = () => `team ${options.device()}`;

  /** Reads the password, from the keychain if it is not in memory. */
  async function readPassword(): ReturnType<Keychain["read"]> {
    const held = runKeys.get(entry());
    return held === undefined ? keychain.read(entry()) : { kind: "key", key: held.key };
  }

  function hold({ settings, password }: TeamAccess): void {
    runKeys.set(entry(), { key: password, origin: serverName(settings) });
  }

  return {
    /** Returns whether the server is named for this run only. */
    isForRun: (): boolean => ofRun !== null,
    /** Uses an access for this run only, without storing it. */
    setForRun(access: TeamAccess): void {
      ofRun = ok(access);
    },
    /** Returns the access named by a call. Problems: `team_url_invalid`, `team_insecure`. */
    of: ({ url, password = "", ca }: CallRequest<"team.look">): Result<TeamAccess> =>
      withPassword(url, ca === undefined ? {} : { ca }, password),
    /**
     * Returns the access named by a call that connects a joined team again. What it does not name is as stored if it is
     * the same login on the same server. Problems: `team_url_invalid`, `team_insecure`.
     */
    async again(input: CallRequest<"team.look">, team: StoredTeam | null): Promise<Result<TeamAccess>> {
      const named = this.of(input);
      if (!named.ok || team === null || team.url === null) return named;
      const stored = parseServerUrl(team.url, { ca: team.ca });
      const { settings, password } = named.value;
      if (!stored.ok || formatServerUrl(stored.value.settings) !== formatServerUrl(settings)) return named;
      const read = password === "" ? await readPassword() : null;
      return ok({
        settings: { ...settings, ca: settings.ca ?? team.ca },
        password: read?.kind === "key" ? read.key : password,
      });
    },
    /** Returns the server's name for messages, its URL without a password and the login; empty if unknown. */
    describe(team: StoredTeam | null) {
      const access = ofRun ?? withPassword(team?.url ?? "", { ca: null });
      if (!access.ok) return { server: "", url: "", user: "" };
      const { settings } = access.value;
      return { server: serverName(settings), url: formatServerUrl(settings), user: settings.user };
    },
    /** Returns the access to the joined team. Problems: `team_none`, `team_password_missing`, `keychain_locked`. */
    async access(team: StoredTeam | null): Promise<Result<TeamAccess>> {
      if (ofRun !== null) return ofRun;
      if (team === null || team.url === null) return fail(problem("team_none", {}));
      const parsed = parseServerUrl(team.url, { ca: team.ca });
      if (!parsed.ok) return parsed;
      const { settings } = parsed.value;
      const read = await readPassword();
      if (read.kind === "failed" && read.state === "locked") return fail(problem("keychain_locked"));
      if (read.kind !== "key")
        return fail(problem("team_password_missing", { server: serverName(settings) }));
      const access = { settings, password: read.key };
      hold(access);
      return ok(access);
    },
    /** Stores a password in the keychain; only in memory if that fails. Returns the previous one, if any. */
    async keep(access: TeamAccess): Promise<{ readonly previous: string | null; readonly isSaved: boolean }> {
      const read = await readPassword();
      hold(access);
      const saved = await keychain.save(entry(), access.password);
      return { previous: read.kind === "key" ? read.key : null, isSaved: saved.kind === "saved" };
    },
    /** Forgets the connection: the password, and the server that was named for this run. */
    async forget(): Promise<void> {
      runKeys.delete(entry());
      ofRun = null;
      await keychain.remove(entry());
    },
    /** Returns secrets that are not in `runKeys`, to be hidden in the log. */
    secrets: (): string[] =>
      [environmentUrl ?? "", ofRun?.ok ? ofRun.value.password : ""].filter((secret) => secret !== ""),
  };
}

function withPassword(
  url: string,
  options: Parameters<typeof parseServerUrl>[1],
  given = "",
): Result<TeamAccess> {
  const parsed = parseServerUrl(url, options);
  if (!parsed.ok) return parsed;
  return ok({ settings: parsed.value.settings, password: parsed.value.password ?? given });
}
