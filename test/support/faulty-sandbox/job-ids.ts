import type { Reply, SandboxRequest } from "../../../electron/sandbox/messages.ts";

const PARAMETERS = ["job_id", "jobId"] as const;
const ODD_ID = /^list ([0-9a-f]{24})\/é\?&=\+#%$/;

/** Returns the job id of the fault `odd-job-id`, with characters that a URL must encode. */
export function oddJobId(id: string): string {
  return `list ${id}/é?&=+#%`;
}

/** Returns the sandbox's id of the requested job; `null` if the query names none. */
export function jobIdIn({ searchParams }: URL): string | null {
  const id = searchParams.get("job_id") ?? searchParams.get("jobId");
  return id === null ? null : (ODD_ID.exec(id)?.[1] ?? id);
}

export function withJobId(request: SandboxRequest, id: string): SandboxRequest {
  const url = new URL(request.url);
  for (const name of PARAMETERS) if (url.searchParams.has(name)) url.searchParams.set(name, id);
  return { ...request, url };
}

/** Lets `next` know jobs by their odd ids, too. */
export function acceptOddIds(next: (request: SandboxRequest) => Promise<Reply>): typeof next {
  return async (request) => {
    const id = jobIdIn(request.url);
    if (id === null || !PARAMETERS.some((name) => request.url.searchParams.get(name) === oddJobId(id)))
      return next(request);
    const reply = await next(withJobId(request, id));
    return typeof reply.body === "string"
      ? { ...reply, body: reply.body.replaceAll(id, oddJobId(id)) }
      : reply;
  };
}
