export { type Archive, openArchive, recoverLedger } from "./archive.ts";
export {
  type Claim,
  type ClaimState,
  createLedger,
  type Ledger,
  type UnansweredCheck,
} from "./claims.ts";
export { eraseFromArchive } from "./erase.ts";
export {
  type ArchivedVerdict,
  CLAIM,
  type Freshness,
  freshnessAt,
  type KnownColumns,
  longPastAt,
  noneKnown,
} from "./look-ups.ts";
export { overturned, verdictsThen } from "./statistics.ts";
