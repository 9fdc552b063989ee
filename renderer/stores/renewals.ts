/** So long changes are gathered before prices are looked at anew: one start moves a balance several times. */
const GATHERING_MS = 1_000;

/** Prices that may have moved without the user's doing, by list. */
export interface Renewals {
  /** Has the list's price looked at anew: with all others of which that was said, one after another, in a while. */
  note(key: string, accountId: string): void;
  /** Its price is asked for by now: what was noted before is seen to with that. */
  forget(key: string): void;
}

/** `ask` answers whether that is done: what could not be asked now is asked in the next round. It never rejects. */
export function createRenewals(ask: (key: string, accountId: string) => Promise<boolean>): Renewals {
  const noted = new Map<string, string>();
  let underWay = false;

  async function round(): Promise<void> {
    const keys = [...noted.keys()];
    for (const key of keys) {
      const accountId = noted.get(key);
      if (accountId === undefined) continue;
      noted.delete(key);
      const isDone = await ask(key, accountId);
      if (!isDone && !noted.has(key)) noted.set(key, accountId);
    }
    underWay = false;
    if (noted.size > 0) begin();
  }

  function begin(): void {
    if (underWay) return;
    underWay = true;
    setTimeout(() => void round(), GATHERING_MS);
  }

  return {
    note(key, accountId) {
      noted.set(key, accountId);
      begin();
    },
    forget: (key) => void noted.delete(key),
  };
}
