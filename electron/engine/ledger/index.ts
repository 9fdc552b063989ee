export { type Archive, openArchive, recoverLedger } from "./archive.ts";
export {
  type Claim,
  type ClaimState,
  createLedger,
  type Ledger,
  type UnansweredCheck,
} from "./claims.ts";
export { eraseFromArchive } from "./erasure.ts";
export {
  type ArchivedVerdict,
  CLAIM,
  type Freshness,
  freshnessAt,
  type KnownColumns,
  noneKnown,
  unansweredCutoff,
} from "./look-ups.ts";
export { overturned, verdictsAt } from "./statistics.ts";
