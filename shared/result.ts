import type { Problem } from "./problems.ts";

/** A value, or a problem to show to the user. Exceptions are reserved for bugs. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem };

export function ok<T>(value: T): { ok: true; value: T } {
  return { ok: true, value };
}

export function fail(problem: Problem): { ok: false; problem: Problem } {
  return { ok: false, problem };
}

/** Ends an exhaustive switch. Reaching it is a type error at build time and throws at run time. */
export function assertNever(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
}
