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
  noneKnown,
  unansweredCutoff as longPastAt,
} from "./look-ups.ts";
export { overturned, verdictsAt as verdictsThen } from "./statistics.ts";
