/**
 * Ids under which the archive stores what colleagues have shared: a batch's verdicts and a claim's addresses, each as a
 * cleaning with one part.
 */
const BATCH = "team-batch-";
const CLAIM = "team-claim-";

export function cleaningOfBatch(batchId: string): string {
  return BATCH + batchId;
}

export function cleaningOfClaim(claim: number): string {
  return `${CLAIM}${claim}`;
}

/** Returns whether the cleaning is a colleague's batch or claim. */
export function isOfTeam(cleaningId: string): boolean {
  return cleaningId.startsWith(BATCH) || cleaningId.startsWith(CLAIM);
}

/** Returns the id of the batch that the archive stores as this cleaning; `null` for others. */
export function batchIn(cleaningId: string): string | null {
  return cleaningId.startsWith(BATCH) ? cleaningId.slice(BATCH.length) : null;
}

/** Returns the number of the claim that the archive stores as this cleaning; `null` for others. */
export function claimIn(cleaningId: string): number | null {
  return cleaningId.startsWith(CLAIM) ? Number(cleaningId.slice(CLAIM.length)) : null;
}
