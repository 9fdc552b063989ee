import { problem } from "../../../../shared/problems.ts";
import type { KeyedClient } from "../../accounts/index.ts";
import type { JobStatus, ServiceError } from "../../service/index.ts";
import { isAllHome, mayBePaid, type PartRecord } from "../part/record.ts";
import { isByAnotherKey, likenessOf } from "../part/same-list.ts";

/** What became of a list that was to be deleted at the service. */
export type Removal =
  | { readonly kind: "removed" }
  /** It is left there: the service has begun with it, which nobody here knew, so that it is paid for. */
  | { readonly kind: "started"; readonly status: JobStatus }
  | { readonly kind: "failed"; readonly error: ServiceError };

export interface RemovalOptions {
  /** The user wants this very list gone, and is told that its results go with it. */
  readonly asked?: boolean;
  /** Another part counts on the job: a service may answer an upload with a list that it has already. */
  readonly isShared?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Deletes a part's list at the service, for good. It is looked at first: a service may have another list under its id, by
 * another key; and what the service has begun with is deleted only where all of it is here, or the user gave it up. A
 * list that the service does not have is as good as deleted, if the key is one that it was seen with.
 */
export async function removeList(
  client: KeyedClient,
  record: PartRecord,
  jobId: string,
  { asked = false, isShared = false, signal }: RemovalOptions = {},
): Promise<Removal> {
  if (isShared) return unrecognised;
  const isNew = isByAnotherKey(record, client.keyMark);
  const shown = await client.status(jobId, { signal });
  if (shown.ok) {
    const status = shown.value;
    const likeness = likenessOf(record, status);
    if (likeness === "other" || (isNew && likeness === "unclear")) return unrecognised;
    if (hasBegun(status) && !isOver(record, asked)) return { kind: "started", status };
    // Results that are here are not those of a list that is being verified yet.
    if (status.status === "verifying" && !asked) return processing;
  } else if (!isAbsent(shown.error)) return { kind: "failed", error: shown.error };
  else if (isNew) return unrecognised;
  const removed = await client.remove(jobId, { signal });
  return removed.ok || isAbsent(removed.error)
    ? { kind: "removed" }
    : { kind: "failed", error: removed.error };
}

/**
 * Deletes a list that nobody here waits for any more, unless it is paid for: a service may answer an upload with a list that it
 * has already. What cannot be deleted costs nothing and is purged by itself.
 */
export async function removeUnclaimed(client: KeyedClient, jobId: string): Promise<void> {
  const shown = await client.status(jobId);
  if (shown.ok && !hasBegun(shown.value)) await client.remove(jobId);
}

/** Whether the list is, or was, verified: it is paid for. */
export function hasBegun({ status }: JobStatus): boolean {
  return status === "verifying" || status === "completed";
}

/** Whether nothing that was paid for is lost with the list, or the user knows what is. */
function isOver(record: PartRecord, asked: boolean): boolean {
  return isAllHome(record) || (asked && record.state.kind !== "cancelled" && mayBePaid(record));
}

const unrecognised: Removal = {
  kind: "failed",
  error: { problem: problem("list_unrecognised"), consequence: "stop", effect: "refused", retryAfter: null },
};

const processing: Removal = {
  kind: "failed",
  error: { problem: problem("job_processing"), consequence: "retry", effect: "no", retryAfter: null },
};

function isAbsent({ problem: { code } }: ServiceError): boolean {
  return code === "job_deleted" || code === "job_invalid" || code === "job_gone";
}
