import { problem } from "../../../../shared/problems.ts";
import type { KeyedClient } from "../../accounts/index.ts";
import type { ServiceError } from "../../service/index.ts";
import type { PartRecord } from "../part/record.ts";
import { isByAnotherKey, likenessOf } from "../part/same-list.ts";

/**
 * Deletes a part's list at the service, for good. It is looked at first: a service may have another list under its id, by
 * another key. A list that the service does not have is as good as deleted, if the key is one that it was seen with.
 */
export async function removeList(
  client: KeyedClient,
  record: PartRecord,
  jobId: string,
  signal?: AbortSignal,
): Promise<{ ok: true } | { ok: false; error: ServiceError }> {
  const isNew = isByAnotherKey(record, client.keyMark);
  const shown = await client.status(jobId, { signal });
  if (shown.ok) {
    const likeness = likenessOf(record, shown.value);
    if (likeness === "other" || (isNew && likeness === "unclear")) return unrecognised;
  } else if (!isAbsent(shown.error)) return shown;
  else if (isNew) return unrecognised;
  const removed = await client.remove(jobId, { signal });
  return removed.ok || isAbsent(removed.error) ? { ok: true } : removed;
}

const unrecognised: { ok: false; error: ServiceError } = {
  ok: false,
  error: { problem: problem("list_unrecognised"), consequence: "stop", effect: "refused", retryAfter: null },
};

function isAbsent({ problem: { code } }: ServiceError): boolean {
  return code === "job_deleted" || code === "job_invalid" || code === "job_gone";
}
