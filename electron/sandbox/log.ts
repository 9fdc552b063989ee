import type { Operation } from "./faults.ts";

/** A log entry of one request. Contains no key. */
export interface LoggedRequest {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation | null;
  readonly account: string | null;
  readonly jobId: string | null;
  readonly faults: readonly string[];
  /** Status of the response; `null` if none was sent. */
  readonly status: number | null;
}

/** Maximum number of logged requests. */
export const REMEMBERED = 10_000;
/** Maximum length of logged text, which the client controls. */
const REMEMBERED_CHARACTERS = 300;

export const remembered = (text: string) => text.slice(0, REMEMBERED_CHARACTERS);
