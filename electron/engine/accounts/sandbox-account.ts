import { randomUUID } from "node:crypto";
import { type Problem, problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { Clock } from "../clock.ts";
import { baseUrlText, readBaseUrl } from "../service/index.ts";
import type { Journal } from "../store/index.ts";
import type { AccountRow, AccountTable } from "./account-table.ts";
import { keyMark } from "./api-keys.ts";
import type { SandboxHandle, SandboxLauncher, SessionAccount } from "./types.ts";

export interface PresentSession {
  readonly apiKey: string;
  /** Base URL from the environment, never from the journal. */
  readonly baseUrl: Result<string>;
  readonly mark: string;
}

/** Finds the environment's account by its key mark, or creates it; restores a removed one. The key is not stored. */
export function enterSession(
  session: SessionAccount,
  journal: Journal,
  table: AccountTable,
  now: number,
): PresentSession {
  const markOf = (baseUrl: string) => keyMark(journal, baseUrl, session.apiKey);
  const address = readBaseUrl(session.baseUrl);
  const baseUrl = address.ok ? baseUrlText(address.value) : "";
  const mark = markOf(baseUrl);
  const row = table.session(mark);
  if (row === null) {
    const host = address.ok ? address.value.host : "environment";
    // The id is taken by an account that now has another key.
    const id = table.find(sessionId(mark)) === null ? sessionId(mark) : sessionId(randomUUID());
    table.insert({ id, label: freeLabel(host, table), kind: "session", baseUrl, at: now });
    table.setKeyMark(id, mark);
  } else {
    if (row.removed_at !== null) table.restore(row.id, freeLabel(row.label, table));
    if (row.base_url !== baseUrl) table.setBaseUrl(row.id, baseUrl);
    if (row.removed_at !== null || row.base_url !== baseUrl) table.setKeyMark(row.id, mark);
  }
  return { apiKey: session.apiKey, baseUrl: address.ok ? ok(baseUrl) : address, mark };
}

export function isOfSession(session: PresentSession | null, row: AccountRow): session is PresentSession {
  if (session === null || row.kind !== "session" || row.key_mark !== session.mark) return false;
  return row.base_url === (session.baseUrl.ok ? session.baseUrl.value : "");
}

const sessionId = (rest: string) => `session-${rest}`;

/** Returns `wanted`, or `wanted 2` and so on if it is taken. */
function freeLabel(wanted: string, table: AccountTable): string {
  const taken = new Set(table.all().map((row) => row.label.toLowerCase()));
  let label = wanted;
  for (let n = 2; taken.has(label.toLowerCase()); n++) label = `${wanted} ${n}`;
  return label;
}

export const SANDBOX_ID = "sandbox";
/** Scope of the sandbox's made-up verdicts, separate from all services. */
export const SANDBOX_SCOPE = "sandbox";

export function createSandboxAccount({
  table,
  launch,
  eraseRecord,
  clock,
}: {
  table: AccountTable;
  launch: SandboxLauncher;
  eraseRecord: () => Promise<void>;
  clock: Clock;
}) {
  let running: Promise<SandboxHandle> | undefined;

  function launched(): Promise<SandboxHandle> {
    const launching = launch();
    const forget = () => {
      if (running === launching) running = undefined;
    };
    // Relaunch after a crash on the next use; its state is on disk.
    void launching.then(({ ended }) => ended?.then(forget)).catch(forget);
    return launching;
  }

  /** Updates the account's URL, which changes with each launch. Returns whether the account is new. */
  function enter(baseUrl: string): boolean {
    const row = table.find(SANDBOX_ID);
    if (row === null) {
      const label = freeLabel("Sandbox", table);
      table.insert({ id: SANDBOX_ID, label, kind: "sandbox", baseUrl, at: clock.now() });
    } else {
      if (row.removed_at !== null) table.restore(SANDBOX_ID);
      if (row.base_url !== baseUrl) table.setBaseUrl(SANDBOX_ID, baseUrl);
    }
    return row === null || row.removed_at !== null;
  }

  async function close(): Promise<void> {
    const handle = await running?.catch(() => undefined);
    running = undefined;
    await handle?.close();
  }

  return {
    /** Launches the sandbox on first use and creates its account. `fresh`: the account is new. */
    async start(): Promise<Result<{ baseUrl: string; apiKey: string; fresh: boolean }>> {
      running ??= launched();
      try {
        const { baseUrl, apiKey } = await running;
        return ok({ baseUrl, apiKey, fresh: enter(baseUrl) });
      } catch {
        running = undefined;
        return fail(problem("sandbox_failed"));
      }
    },
    place: () => void enter(table.find(SANDBOX_ID)?.base_url ?? ""),
    close,
    /** Ends the sandbox and deletes its data. Problem: `sandbox_kept`. */
    async erase(): Promise<Problem | null> {
      await close();
      try {
        await eraseRecord();
        return null;
      } catch {
        return problem("sandbox_kept", {});
      }
    },
  };
}
