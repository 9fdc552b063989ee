import type { Problem } from "../../../../shared/problems.ts";
import { sentences } from "../../../../shared/sentences.ts";

/** Where there are several lists: the problem with the name of the one that it is about, unless it says it already. */
export function problemOf(met: Problem, name: string, isOneOfSeveral: boolean): Problem {
  if (!isOneOfSeveral || met.detail.includes(name)) return met;
  return { ...met, detail: sentences(`${name}: ${met.detail}`) };
}
