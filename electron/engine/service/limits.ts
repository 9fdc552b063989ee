/** What the client allows a request to cost. Times in milliseconds, sizes in bytes. */
export interface ServiceLimits {
  /** From asking until the answer begins; for an upload, from its last byte. */
  readonly answer: number;
  /** Without a byte either way while a body is under way; for the whole of an answer other than results. */
  readonly idle: number;
  /** Bytes a second below which an upload or a download is given up, once it has had the time of `answer`. */
  readonly slowest: number;
  /** service-spec, 'Limits': CSV file size. */
  readonly uploadBytes: number;
  readonly downloadBytes: number;
  /** Of an answer other than results. */
  readonly answerBytes: number;
  /** service-spec, 'Limits': request rate for single verification, per key. */
  readonly checksPerMinute: number;
}

export const DEFAULT_LIMITS: ServiceLimits = {
  answer: 60_000,
  idle: 30_000,
  slowest: 8 * 1024,
  uploadBytes: 10 * 1024 * 1024,
  downloadBytes: 512 * 1024 * 1024,
  answerBytes: 1024 * 1024,
  checksPerMinute: 120,
};

/** Bytes of a body that the system may hold when all of it seems sent, and how many a second then leave at least. */
const HELD_BACK = { most: 4 * 1024 * 1024, perSecond: 64 * 1024 } as const;

/** Milliseconds until a body of `size` bytes has really left, once the system's network has taken the last of it. */
export function timeToLeave(size: number): number {
  return (Math.min(size, HELD_BACK.most) / HELD_BACK.perSecond) * 1000;
}

/** service-spec, 'Single verification': the range and default of `timeout`, in milliseconds. */
export const CHECK_TIMEOUT = { least: 30_000, most: 180_000 } as const;
