/** Work that is under way, by name: whoever asks for the same joins it. */
export interface Flights<T> {
  /**
   * Joins the work called `name`, or begins it. It is told to give up only when nobody waits for it any more; until it
   * has, it can still be joined. Whoever leaves before its end gets `left()`.
   */
  join(
    name: string,
    work: (signal: AbortSignal) => Promise<T>,
    left: () => T,
    signal: AbortSignal,
  ): Promise<T>;
}

interface Flight<T> {
  readonly done: Promise<T>;
  readonly control: AbortController;
  aboard: number;
}

/** Nothing under way yet. `isGivenUp`: whether the work came to nothing because nobody waited for it. */
export function createFlights<T>(isGivenUp: (value: T) => boolean): Flights<T> {
  const underWay = new Map<string, Flight<T>>();

  function begin(name: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const control = new AbortController();
    const flight: Flight<T> = { control, aboard: 0, done: work(control.signal) };
    const land = () => {
      if (underWay.get(name) === flight) underWay.delete(name);
    };
    flight.done.then(land, land);
    underWay.set(name, flight);
    return flight;
  }

  return {
    async join(name, work, left, signal) {
      for (;;) {
        if (signal.aborted) return left();
        const flight = underWay.get(name) ?? begin(name, work);
        const leaving = flight.control.signal.aborted;
        const value = await ride(flight, left, signal);
        if (!leaving || signal.aborted || !isGivenUp(value)) return value;
      }
    },
  };

  async function ride(flight: Flight<T>, left: () => T, signal: AbortSignal): Promise<T> {
    flight.aboard++;
    let leave = () => {};
    const gone = new Promise<T>((resolve) => {
      leave = () => resolve(left());
      signal.addEventListener("abort", leave, { once: true });
    });
    try {
      return await Promise.race([flight.done, gone]);
    } finally {
      signal.removeEventListener("abort", leave);
      flight.aboard--;
      if (flight.aboard === 0) flight.control.abort();
    }
  }
}
