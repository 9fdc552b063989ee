const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Every user of the machine can reach the server's port. Times in ms, sizes in bytes. */
export interface ServerLimits {
  readonly headersMs: number;
  readonly connections: number;

  readonly requestBytes: number;
  /** Maximum body without a key in the URL, which may then be in the body. */
  readonly keylessBytes: number;
  readonly requestMs: number;
  /** Time for a client that is still sending to read an early response. */
  readonly lingerMs: number;
}

export const SERVER_LIMITS: ServerLimits = {
  headersMs: 30 * SECOND,
  connections: 256,

  requestBytes: 128 * MEGABYTE,
  keylessBytes: 64 * KILOBYTE,
  requestMs: 30 * MINUTE,
  lingerMs: 10 * SECOND,
};
