/** What the client allows a request to cost. Times in milliseconds, sizes in bytes. */
export interface ServiceLimits {
  /** From asking until the answer begins; for an upload, from its last byte. */
  readonly answer: number;
  /** Without a byte either way while a body is under way. */
  readonly idle: number;
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
  uploadBytes: 10 * 1024 * 1024,
  downloadBytes: 512 * 1024 * 1024,
  answerBytes: 1024 * 1024,
  checksPerMinute: 120,
};

/** service-spec, 'Single verification': the range and default of `timeout`, in milliseconds. */
export const CHECK_TIMEOUT = { least: 30_000, most: 180_000 } as const;
