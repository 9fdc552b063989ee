const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;
const GIGABYTE = 1024 * MEGABYTE;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** What the host bears, of strangers and of its own page. Times in milliseconds, sizes in bytes. */
export interface HostLimits {
  /** How long a printed address can be used. */
  readonly tokenMs: number;
  /** How long the bearer lives without a request and without an open page. */
  readonly idleMs: number;
  /** How long an address for a download can be used. */
  readonly downloadTicketMs: number;

  /** Until a request's headers must be here. */
  readonly headersMs: number;
  readonly connections: number;
  readonly headerBytes: number;

  /** Bodies of requests that have no bearer yet. */
  readonly entryBytes: number;

  readonly uploadBytes: number;
  /** How long an upload waits to be opened. */
  readonly uploadMs: number;
}

export const HOST_LIMITS: HostLimits = {
  tokenMs: 10 * MINUTE,
  idleMs: 12 * HOUR,
  downloadTicketMs: MINUTE,

  headersMs: 5 * SECOND,
  connections: 256,
  // Cookies of other programs on this machine come along: Node's own 16 KB are soon full.
  headerBytes: 64 * KILOBYTE,

  entryBytes: KILOBYTE,

  // What a list may have: `MOST_LIST_BYTES` in engine/lists/intake/copy.ts.
  uploadBytes: 4 * GIGABYTE,
  uploadMs: HOUR,
};
