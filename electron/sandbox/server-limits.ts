const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/**
 * What the sandbox bears as a server: its port is open to every user of the machine. Times in milliseconds, sizes in
 * bytes. (What the service allows its customers stands in {@link LIMITS}.)
 */
export interface ServerLimits {
  /** Until a request's headers must be here. */
  readonly headersMs: number;
  readonly connections: number;

  /** A request with a key: 500,000 addresses as JSON with room beside them. */
  readonly requestBytes: number;
  /** A request whose address has no key: it may stand in the body. */
  readonly keylessBytes: number;
  /** Until all of a request must be here. */
  readonly requestMs: number;
  /** How long who was answered before the end of the body may go on sending, to hear the answer. */
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
