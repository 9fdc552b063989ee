import type { Problem } from "./problems.ts";

/** What an edge of the engine answers: a value, or a problem in the user's words. Exceptions are for bugs. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem };

export function ok<T>(value: T): { ok: true; value: T } {
  return { ok: true, value };
}

export function fail(problem: Problem): { ok: false; problem: Problem } {
  return { ok: false, problem };
}

/** Ends an exhaustive switch: reaching it is a type error at build time and a bug at run time. */
export function assertNever(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
}
