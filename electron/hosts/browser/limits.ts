const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;
const GIGABYTE = 1024 * MEGABYTE;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The host's limits on requests. Times in ms, sizes in bytes. */
export interface HostLimits {
  readonly tokenMs: number;
  /** Lifetime of the bearer without a request or an open page. */
  readonly idleMs: number;
  readonly downloadTicketMs: number;

  readonly headersMs: number;
  readonly connections: number;
  readonly headerBytes: number;

  /** Time for the body of a call. */
  readonly bodyMs: number;
  /** Maximum body size of requests without a bearer. */
  readonly anonymousBodyBytes: number;

  readonly uploadBytes: number;
  /** Time until an upload that was not opened is removed. */
  readonly uploadLifetimeMs: number;
}

export const HOST_LIMITS: HostLimits = {
  tokenMs: 10 * MINUTE,
  idleMs: 12 * HOUR,
  downloadTicketMs: MINUTE,

  headersMs: 5 * SECOND,
  connections: 256,
  // Browsers send cookies of other programs on this machine along, which easily exceed Node's default of 16 KB.
  headerBytes: 64 * KILOBYTE,

  bodyMs: 30 * SECOND,
  anonymousBodyBytes: KILOBYTE,

  // Same as `MAX_LIST_BYTES` in engine/lists/intake/copy.ts.
  uploadBytes: 4 * GIGABYTE,
  uploadLifetimeMs: HOUR,
};
