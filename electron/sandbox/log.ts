import type { Operation } from "./faults.ts";

/** One request as the sandbox saw it. No key is in it. */
export interface LoggedRequest {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation | null;
  readonly account: string | null;
  readonly jobId: string | null;
  /** Names of the query's parameters, without their values. */
  readonly parameters: readonly string[];
  /** The faults that hit it. */
  readonly faults: readonly string[];
  /** The status of the answer; null: none was sent. */
  readonly status: number | null;
}

/** How many requests are remembered. */
export const REMEMBERED = 10_000;
