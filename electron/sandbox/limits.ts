/** The service's limits (service-spec, 'Limits'). Tests may lower them. */
export interface Limits {
  /** Maximum size of an uploaded CSV file, in bytes. */
  readonly fileBytes: number;
  readonly addresses: number;
  readonly unverifiedLists: number;
  readonly activeVerifications: number;
  /** Maximum single checks per key in 60 seconds. */
  readonly checksPerMinute: number;
  /** Time until a job and its results are purged, in ms. */
  readonly retention: number;
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
