import type { CallRequest } from "../../../shared/bridge.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { Keychain } from "../accounts/index.ts";
import type { TeamAccess } from "./connect.ts";
import { parseServerUrl, serverName } from "./server-url.ts";
import type { StoredTeam } from "./stored.ts";

export interface TeamConnectionOptions {
  readonly keychain: Pick<Keychain, "read" | "save" | "remove">;
  /** WINNOW_TEAM_URL; `null` if it is not set. */
  readonly environmentUrl: string | null;
}

/** Passwords and URLs of the team's server. */
export type TeamConnection = ReturnType<typeof createTeamConnection>;

export function createTeamConnection({ keychain, environmentUrl }: TeamConnectionOptions) {
  /** Access of this run only. */
  let ofRun = environmentUrl === null ? null : withPassword(environmentUrl, { mayReadFiles: true });
  /** Password of the joined team, by the data folder's id. */
  let known: { readonly device: string; readonly password: string } | null = null;

  /** Reads a data folder's password, from the keychain if it is not in memory. */
  async function readPassword(device: string): ReturnType<Keychain["read"]> {
    return known?.device === device ? { kind: "key", key: known.password } : keychain.read(entryOf(device));
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
    /** Returns the server's name for messages and the login there; empty if unknown. */
    describe(team: StoredTeam): { readonly server: string; readonly user: string } {
      const access = ofRun ?? withPassword(team.url ?? "", { ca: null });
      if (!access.ok) return { server: "", user: "" };
      const { settings } = access.value;
      return { server: serverName(settings), user: settings.user };
    },
    /** Returns the access to the joined team. Problems: `team_none`, `team_password_missing`, `keychain_locked`. */
    async access(team: StoredTeam | null): Promise<Result<TeamAccess>> {
      if (ofRun !== null) return ofRun;
      if (team === null || team.url === null) return fail(problem("team_none", {}));
      const parsed = parseServerUrl(team.url, { ca: team.ca });
      if (!parsed.ok) return parsed;
      const { settings } = parsed.value;
      const read = await readPassword(team.device);
      if (read.kind === "failed" && read.state === "locked") return fail(problem("keychain_locked"));
      if (read.kind !== "key")
        return fail(problem("team_password_missing", { server: serverName(settings) }));
      known = { device: team.device, password: read.key };
      return ok({ settings, password: read.key });
    },
    /** Stores a password in the keychain; only in memory if that fails. Returns the previous one, if any. */
    async keep(
      device: string,
      password: string,
    ): Promise<{ readonly previous: string | null; readonly isSaved: boolean }> {
      const read = await readPassword(device);
      known = { device, password };
      const saved = await keychain.save(entryOf(device), password);
      return { previous: read.kind === "key" ? read.key : null, isSaved: saved.kind === "saved" };
    },
    /** Forgets the connection: the password, and the server that was named for this run. */
    async forget(device: string): Promise<void> {
      known = null;
      ofRun = null;
      await keychain.remove(entryOf(device));
    },
    /** Hides the password in a text for the log. */
    redact(text: string): string {
      const secrets = [known?.password, ofRun?.ok ? ofRun.value.password : undefined, environmentUrl];
      return secrets
        .filter((secret) => secret != null && secret !== "")
        .reduce<string>((left, secret) => left.replaceAll(String(secret), "…"), text);
    },
  };
}

/** Returns the keychain's entry for a data folder: two folders of one user may belong to different teams. */
function entryOf(device: string): string {
  return `team ${device}`;
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
