/**
 * Ids under which the archive stores what colleagues have shared: a batch's verdicts and a claim's addresses, each as a
 * cleaning with one part.
 */
const BATCH = "team-batch-";
const CLAIM = "team-claim-";

export function cleaningOfBatch(batchId: string): string {
  return BATCH + batchId;
}

/** `cleaning`: the colleague's. A restored server may give another claim the same number. */
export function cleaningOfClaim({
  id,
  cleaning,
}: {
  readonly id: number;
  readonly cleaning: string;
}): string {
  return `${CLAIM}${id}-${cleaning}`;
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
  return cleaningId.startsWith(CLAIM) ? Number.parseInt(cleaningId.slice(CLAIM.length), 10) : null;
}
