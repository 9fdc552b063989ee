export { type Archive, openArchive, recoverLedger } from "./archive.ts";
export { eraseFromArchive, FILES_SCOPE } from "./archive-database.ts";
export {
  CLAIM_STATES,
  type Claim,
  type ClaimState,
  createLedger,
  type Ledger,
  type PartClaim,
  type UnansweredCheck,
} from "./claims.ts";
export {
  type ArchivedVerdict,
  CLAIM,
  type Freshness,
  freshnessAt,
  KNOWN_FROM,
  type KnownColumns,
  noneKnown,
  unansweredCutoff,
} from "./look-ups.ts";
export type { ArchivedPart } from "./part-verdicts.ts";
export { overturned, verdictsAt } from "./statistics.ts";
export { batchIn, claimIn, cleaningOfBatch, cleaningOfClaim, isOfTeam } from "./team-ids.ts";
