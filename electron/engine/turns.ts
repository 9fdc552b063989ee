/** Runs what changes one thing (an account, a list) one after the other: none works with what another is changing. */
export interface Turns {
  take<T>(id: string, work: () => Promise<T>): Promise<T>;
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    take(id, work) {
      const before = last.get(id) ?? Promise.resolve();
      const turn = before.then(work, work);
      last.set(id, turn);
      const leave = () => {
        if (last.get(id) === turn) last.delete(id);
      };
      turn.then(leave, leave);
      return turn;
    },
  };
}
