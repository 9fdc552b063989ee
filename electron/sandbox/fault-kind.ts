export const OPERATIONS = ["upload", "status", "start", "download", "delete", "balance", "verify"] as const;
export type Operation = (typeof OPERATIONS)[number];

export interface FaultKind {
  readonly about: string;
  /** Affected operations if none is named. */
  readonly operations: readonly Operation[];
  readonly value?: { readonly about: string; readonly default: number };
}

export const kind = (
  operations: readonly Operation[],
  about: string,
  value?: FaultKind["value"],
): FaultKind => (value === undefined ? { about, operations } : { about, operations, value });
