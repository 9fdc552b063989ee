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
export const MAX_LOGGED_REQUESTS = 10_000;
/** Maximum length of logged text, which the client controls. */
const MAX_LOGGED_LENGTH = 300;

export const truncate = (text: string) => text.slice(0, MAX_LOGGED_LENGTH);
