import type { ServiceClient, ServiceError } from "../../service/index.ts";

/**
 * Deletes a list at the service, for good; answers why it could not be. One that the service does not have is as good as
 * deleted.
 */
export async function removeList(
  client: ServiceClient,
  jobId: string,
  signal?: AbortSignal,
): Promise<ServiceError | null> {
  const removed = await client.remove(jobId, { signal });
  return removed.ok || isAbsent(removed.error) ? null : removed.error;
}

function isAbsent({ problem: { code } }: ServiceError): boolean {
  return code === "job_deleted" || code === "job_invalid" || code === "job_gone";
}
