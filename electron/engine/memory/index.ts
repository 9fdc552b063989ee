export {
  allowHashed,
  beginErasure,
  type Changes,
  commitErasing,
  type ErasedPeople,
  erasedStamp,
  type Found,
  finishErasure,
  type HashedPeople,
  hasErased,
  hashPeople,
  isReplacing,
  type PeopleToErase,
  pendingErasure,
  peopleOf,
  readErased,
} from "./erased.ts";
export { createEraseCalls, type Erase, type TeamErasure } from "./erasing.ts";
export { type Fact, type FactColumns, factColumns, sentFacts } from "./fact-columns.ts";
export { type Facts, readFacts, type Written, writeFacts } from "./facts.ts";
export {
  type Arrival,
  createSources,
  eachImport,
  eraseImports,
  hasBounces,
  hasImport,
  type ImportLeft,
  type NamedImport,
  namedImports,
  type Sources,
  sentImports,
  USER,
} from "./import-store.ts";
export { createImportCalls } from "./imports.ts";
export { hardBounces } from "./known-facts.ts";
export { type Mailing, mailingSources, mailingsIn } from "./mailings.ts";
export { factsToShare, writeSharedFacts } from "./shared-facts.ts";
export { createSuppressionCalls, createSuppressionLookup, type PeopleOfRows } from "./suppression.ts";
export {
  containsSuppressed,
  erasedOnly,
  findSuppression,
  gatherEntries,
  type SuppressedPeople,
  type SuppressionReason,
  sourcesIn,
  sourcesNow,
  suppressedAmong,
  suppressedPeople,
  suppressing,
} from "./suppression-lookup.ts";
export type { MemoryTasks } from "./thread-tasks.ts";
