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
  /** How long a pass lives without a request and without an open page. */
  readonly idleMs: number;
  /** How long an address for a download can be used. */
  readonly downloadTicketMs: number;

  /** Until a request's headers must be here. */
  readonly headersMs: number;
  /** How long a connection without a pass may be silent in both directions. */
  readonly strangerMs: number;
  /** Connections without a pass at one time: beyond them, the longest-standing is closed. */
  readonly strangers: number;
  readonly connections: number;
  readonly headerBytes: number;

  /** The least that a body, or a download, has to move in {@link stallMs}. */
  readonly stallBytes: number;
  readonly stallMs: number;
  /** Bodies of calls in memory, all together. */
  readonly bodyBytes: number;
  /** Bodies of requests that have no pass yet. */
  readonly entryBytes: number;

  readonly uploadBytes: number;
  /** Uploads that wait to be opened, all together. */
  readonly uploadsBytes: number;
  readonly uploads: number;
  /** What uploads leave free on the disk. */
  readonly freeBytes: number;
  /** How long an upload waits to be opened. */
  readonly uploadMs: number;

  /** Pages that hear events at one time. */
  readonly pages: number;
  readonly downloads: number;
}

export const HOST_LIMITS: HostLimits = {
  tokenMs: 10 * MINUTE,
  idleMs: 12 * HOUR,
  downloadTicketMs: MINUTE,

  headersMs: 5 * SECOND,
  strangerMs: 15 * SECOND,
  strangers: 64,
  connections: 256,
  // Cookies of every other program on this machine come along: Node's own 16 KB are soon full.
  headerBytes: 64 * KILOBYTE,

  stallBytes: 16 * KILOBYTE,
  stallMs: 30 * SECOND,
  bodyBytes: 64 * MEGABYTE,
  entryBytes: KILOBYTE,

  // What a list may have: `MOST_LIST_BYTES` in engine/lists/intake/copy.ts.
  uploadBytes: 4 * GIGABYTE,
  uploadsBytes: 16 * GIGABYTE,
  uploads: 1_000,
  freeBytes: GIGABYTE / 2,
  uploadMs: HOUR,

  pages: 32,
  downloads: 32,
};
