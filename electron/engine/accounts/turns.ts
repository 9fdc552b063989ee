/** Runs what changes an account one after the other: a key that is being saved cannot outlive its account's removal. */
export interface Turns {
  take<T>(accountId: string, work: () => Promise<T>): Promise<T>;
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    take(accountId, work) {
      const before = last.get(accountId) ?? Promise.resolve();
      const turn = before.then(work, work);
      last.set(accountId, turn);
      const leave = () => {
        if (last.get(accountId) === turn) last.delete(accountId);
      };
      turn.then(leave, leave);
      return turn;
    },
  };
}
