import type { Operation } from "./faults.ts";

/** One request as the sandbox saw it. No key is in it. */
export interface LoggedRequest {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation | null;
  readonly account: string | null;
  readonly jobId: string | null;
  /** The faults that hit it. */
  readonly faults: readonly string[];
  /** The status of the answer; null: none was sent. */
  readonly status: number | null;
}

/** How many requests are remembered. */
export const REMEMBERED = 10_000;
/** What is remembered of one, of which a caller may say as much as fits into headers. */
const REMEMBERED_CHARACTERS = 300;

/** As much of what a caller said as is remembered. */
export const remembered = (text: string) => text.slice(0, REMEMBERED_CHARACTERS);
