import { seededRandom } from "../support/random.ts";

/** Choices that are the same for the same seed. */
export interface Random {
  /** Whole, from 0 to below `below`. */
  below(below: number): number;
  chance(share: number): boolean;
  /** Undefined only for none. */
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
