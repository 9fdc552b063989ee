import type { Problem } from "../../../../shared/problems.ts";
import type { Clock } from "../../handlers.ts";

/** A pause that the service asked for before it is asked again. */
export interface Pause {
  /** When it is over, in Unix milliseconds by the machine's clock as it was when the pause began. */
  readonly until: number;
  /** What the service refused with. */
  readonly problem: Problem;
}

/** What is over before anybody has read of it is not worth a word, in milliseconds. */
const WORTH_SAYING = 5_000;

/** The pauses that go on, by what they hold up: a part, an account or a host. */
export interface Pauses {
  /** `delay` milliseconds during which nothing is asked for `name`; a short one is none. Whether it is one. */
  begin(name: string, delay: number, why: Problem): boolean;
  end(name: string): void;
  endAll(): void;
  /** The one of `names` that ends last; null: nothing holds them up. */
  of(names: readonly string[]): Pause | null;
}

/** No pauses yet. They end by a clock that does not jump. */
export function createPauses(clock: Pick<Clock, "now" | "monotonic">): Pauses {
  const going = new Map<string, Pause & { readonly over: number }>();
  return {
    begin(name, delay, why) {
      if (delay < WORTH_SAYING) return false;
      const over = clock.monotonic() + delay;
      if (over > (going.get(name)?.over ?? 0))
        going.set(name, { until: clock.now() + delay, over, problem: why });
      return true;
    },
    end: (name) => void going.delete(name),
    endAll: () => going.clear(),
    of(names) {
      const now = clock.monotonic();
      let last: (Pause & { readonly over: number }) | null = null;
      for (const name of names) {
        const pause = going.get(name);
        if (pause !== undefined && pause.over > now && pause.over > (last?.over ?? 0)) last = pause;
      }
      return last === null ? null : { until: last.until, problem: last.problem };
    },
  };
}
