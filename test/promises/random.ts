import { seededRandom } from "../support/random.ts";

export interface Random {
  /** Returns an integer from 0 to `below - 1`. */
  below(below: number): number;
  chance(share: number): boolean;
  /** Returns `undefined` only if `from` is empty. */
  pick<T>(from: readonly T[]): T | undefined;
  one<T>(from: readonly [T, ...T[]]): T;
}

export function createRandom(seed: number): Random {
  const next = seededRandom(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    chance: (share) => next() < share,
    pick: (from) => from[below(from.length)],
    one: (from) => from[below(from.length)] ?? from[0],
  };
}
