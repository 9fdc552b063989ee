/** Questions that wait for their turn, a few under way at once. */
export interface Turns {
  /**
   * Has `ask` called when its turn comes; `first`: before all others that wait. One of the same key that still waits is
   * replaced by it, and over when it is. Answers once it is over; what `ask` throws goes to who waits for it, and holds up
   * no other.
   */
  take(key: string, ask: () => Promise<void>, first?: boolean): Promise<void>;
}

interface Waiting {
  ask: () => Promise<void>;
  readonly over: PromiseWithResolvers<void>;
}

/** `most`: so many are under way at once. */
export function createTurns(most: number): Turns {
  let waiting = new Map<string, Waiting>();
  let underWay = 0;

  async function run({ ask, over }: Waiting): Promise<void> {
    underWay += 1;
    try {
      over.resolve(await ask());
    } catch (error) {
      over.reject(error);
    }
    underWay -= 1;
    next();
  }

  function next(): void {
    for (const [key, one] of waiting) {
      if (underWay >= most) return;
      waiting.delete(key);
      void run(one);
    }
  }

  return {
    take(key, ask, first = false) {
      const one = waiting.get(key) ?? { ask, over: Promise.withResolvers<void>() };
      one.ask = ask;
      if (first) {
        waiting.delete(key);
        waiting = new Map([[key, one], ...waiting]);
      } else waiting.set(key, one);
      next();
      return one.over.promise;
    },
  };
}
