import type { JobStatus } from "../../service/index.ts";
import type { PartRecord } from "./record.ts";

/** Whether a list that the service shows is the one that was sent. `unclear`: too little is known of it to tell. */
export type Likeness = "same" | "other" | "unclear";

/** Two accounts hardly make a list in the same second. A date alone says little. */
const TO_THE_SECOND = /\d:\d\d:\d\d/;

/**
 * Compares what the service says of a list with what it said before. Its id proves nothing: a service may number each
 * account's lists on their own. Pure.
 */
export function likenessOf({ createdAt, total }: PartRecord, status: JobStatus): Likeness {
  const now = status.createdAt;
  if (createdAt !== null && now !== null && createdAt !== now) return "other";
  const counted = "total" in status ? status.total : null;
  if (total !== null && counted !== null && total !== counted) return "other";
  return createdAt !== null && createdAt === now && TO_THE_SECOND.test(now) ? "same" : "unclear";
}

/** Whether `by` marks another key than the one that the part is known by. */
export function isByAnotherKey({ knownBy }: PartRecord, by: string | null | undefined): boolean {
  return by != null && knownBy !== null && by !== knownBy;
}
