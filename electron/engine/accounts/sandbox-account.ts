import { type Problem, problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { Clock } from "../clock.ts";
import type { AccountTable } from "./account-table.ts";
import { freeLabel } from "./session-account.ts";
import type { SandboxHandle, SandboxLauncher } from "./types.ts";

export const SANDBOX_ID = "sandbox";
/** Scope of the sandbox's made-up verdicts, separate from all services. */
export const SANDBOX_SCOPE = "sandbox";

export interface SandboxAccount {
  /** Launches the sandbox on first use and creates its account. `fresh`: the account is new. */
  start(): Promise<Result<{ baseUrl: string; apiKey: string; fresh: boolean }>>;
  place(): void;
  close(): Promise<void>;
  /** Ends the sandbox and deletes its data. Problem: `sandbox_kept`. */
  erase(): Promise<Problem | null>;
}

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
}): SandboxAccount {
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
    async start() {
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
    async erase() {
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
