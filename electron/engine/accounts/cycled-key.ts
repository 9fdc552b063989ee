import { type Problem, problem } from "../../../shared/problems.ts";
import type { AccountRow, AccountTable } from "./account-table.ts";
import type { ClientPool } from "./client-pool.ts";
import { recognise } from "./recognise.ts";
import type { PresentSession } from "./session-account.ts";
import type { SentList } from "./types.ts";

export interface CycledKeyOptions {
  readonly table: AccountTable;
  readonly clients: ClientPool;
  readonly listsAtService: (id: string, scope: string) => readonly SentList[];
  readonly rekeyed: (id: string) => void;
  /** The key of the environment speaks for another account than before. */
  readonly changed: (id: string) => void;
}

/**
 * Accounts that came from the environment with another key than that of this run. A service that cycles a key gives the
 * same account a new one: where the service shows the account's lists by it, as they were sent, it speaks for the account
 * from then on. What cannot be told is left to the user, who may replace the account's key.
 */
export function createCycledKeys(options: CycledKeyOptions) {
  const { table, clients } = options;
  const asking = new Map<string, Promise<Problem | null>>();

  async function ask(row: AccountRow, session: PresentSession): Promise<Problem | null> {
    const { id, label, base_url: baseUrl } = row;
    const unproved = problem("key_of_environment", { account: label });
    const lists = options.listsAtService(id, baseUrl);
    if (lists.length === 0) return unproved;
    const trial = clients.trial({ baseUrl, apiKey: session.apiKey, label });
    if (!trial.ok) return trial.problem;
    const seen = await recognise(trial.value, lists);
    if (!seen.ok) return seen.problem;
    if (seen.value.isAnother || seen.value.same === 0) return unproved;
    table.setKeyMark(id, session.mark);
    if (seen.value.same < lists.length) options.rekeyed(id);
    options.changed(id);
    return null;
  }

  return {
    /**
     * Why the key of `session` does not speak for the account; null: it does, from now on. What the service says of it is
     * asked once a run; what kept it from saying anything is tried again.
     */
    async speaksFor(row: AccountRow, session: PresentSession): Promise<Problem | null> {
      const known = asking.get(row.id) ?? ask(row, session);
      asking.set(row.id, known);
      let isFoundOut = false;
      try {
        const why = await known;
        isFoundOut = why === null || why.code === "key_of_environment";
        return why;
      } finally {
        if (!isFoundOut) asking.delete(row.id);
      }
    },
  };
}
