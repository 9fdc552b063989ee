export { type Archive, openArchive, recoverLedger } from "./archive.ts";
export { eraseFromArchive } from "./archive-database.ts";
export {
  type Claim,
  type ClaimState,
  createLedger,
  type Ledger,
  type UnansweredCheck,
} from "./claims.ts";
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
