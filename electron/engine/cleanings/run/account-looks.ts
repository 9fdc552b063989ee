import type { AccountDirectory } from "../../accounts/index.ts";
import type { Clock } from "../../handlers.ts";
import { LOOK_AGAIN } from "./pace.ts";

/** Many parts that wait for an account look once: a locked keychain may ask its user each time. */
const SHARED_FOR = 4 * LOOK_AGAIN;

/** Whether accounts that are waited for can be asked again: their balance can be had, which costs nothing. */
export interface AccountLooks {
  /** Looks, unless it was looked a moment ago. `scope`: where what waits was sent. */
  works(accountId: string, scope: string): Promise<boolean>;
  /** How often in a row the account did not work. */
  failures(accountId: string): number;
  /** What was seen is out of date: the machine slept, the user did something. */
  forget(): void;
}

/** Nothing seen yet. */
export function createAccountLooks(options: {
  readonly accounts: Pick<AccountDirectory, "absence" | "refreshCredits">;
  readonly clock: Pick<Clock, "monotonic">;
}): AccountLooks {
  const { accounts, clock } = options;
  const seen = new Map<string, { until: number; failures: number; ok: boolean }>();
  const looking = new Map<string, Promise<boolean>>();

  async function look(accountId: string, before: number): Promise<boolean> {
    const { ok } = await accounts.refreshCredits(accountId);
    const failures = ok ? 0 : before + 1;
    seen.set(accountId, { until: clock.monotonic() + SHARED_FOR, failures, ok });
    return ok;
  }

  return {
    async works(accountId, scope) {
      if (accounts.absence(accountId, scope) !== null) return false;
      const last = seen.get(accountId);
      if (last !== undefined && clock.monotonic() < last.until) return last.ok;
      const asked =
        looking.get(accountId) ??
        look(accountId, last?.failures ?? 0).finally(() => looking.delete(accountId));
      looking.set(accountId, asked);
      return asked;
    },
    failures: (accountId) => seen.get(accountId)?.failures ?? 0,
    forget: () => seen.clear(),
  };
}
