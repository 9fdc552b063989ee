export { type Archive, openArchive, recoverLedger } from "./archive.ts";
export {
  type Claim,
  type ClaimState,
  createLedger,
  type Ledger,
  type UnansweredCheck,
} from "./claims.ts";
export { eraseFromArchive } from "./erase.ts";
export { type Freshness, freshnessAt, longPastAt } from "./freshness.ts";
export { type ArchivedVerdict, CLAIM, type KnownColumns, noneKnown } from "./look-ups.ts";
export { overturned } from "./overturned.ts";
export { verdictsThen } from "./verdicts-then.ts";
