export { ERASING } from "./bin.ts";
export { type Checks, createChecks } from "./checks/checks.ts";
export type { CheckOptions, KnownVerdict } from "./checks/types.ts";
export { type Cleanings, type CleaningsOptions, createCleanings } from "./cleanings.ts";
export { IMPORTED_PART } from "./price/plan.ts";
export { DOCUMENTED_LIMITS } from "./price/pricing.ts";
export type { ResultsToImport } from "./price/starting.ts";
export { type PartRow, partDiagnostics } from "./records.ts";
export type { IngestOutcome } from "./run/ingest-results.ts";
