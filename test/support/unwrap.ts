import type { Result } from "../../shared/result.ts";

/** Returns the value, or throws an error that names the problem. */
export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(`${result.problem.code}: ${result.problem.detail}`);
}
