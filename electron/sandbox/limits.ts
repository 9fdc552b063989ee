/** The service's limits (service-spec, 'Limits'), each of which a test may lower. */
export interface Limits {
  /** Bytes of an uploaded CSV file. */
  readonly fileBytes: number;
  /** Addresses in one list, repeated ones included. */
  readonly addresses: number;
  /** Lists of one account that are not verified yet. */
  readonly unverifiedLists: number;
  /** Lists of one account that are being verified at the same time. */
  readonly activeVerifications: number;
  /** Single checks per key in any 60 seconds. */
  readonly checksPerMinute: number;
  /** Milliseconds after which a job and its results are gone. */
  readonly retention: number;
  /** Credits of a new account. */
  readonly freeCredits: number;
}

export const LIMITS: Limits = {
  fileBytes: 10_000_000,
  addresses: 500_000,
  unverifiedLists: 500,
  activeVerifications: 100,
  checksPerMinute: 120,
  retention: 30 * 24 * 60 * 60 * 1000,
  freeCredits: 100,
};
