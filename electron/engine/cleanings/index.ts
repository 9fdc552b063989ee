export { type Checks, createChecks } from "./checks/checks.ts";
export { type Cleanings, createCleanings } from "./cleanings.ts";
export { IMPORTED_PART } from "./price/plan.ts";
export { DOCUMENTED_LIMITS } from "./price/pricing.ts";
export { type PartRow, partDiagnostics } from "./records.ts";
export type {
  CheckOptions,
  CleaningsOptions,
  IngestOutcome,
  KnownVerdict,
  ResultsToImport,
} from "./types.ts";
