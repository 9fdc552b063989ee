import type { Context } from "./context.ts";
import { completedAt, type Job, stateAt } from "./job.ts";
import { countResults } from "./operations/status.ts";

/** Whether the service would announce a completion there: over HTTPS, or to this machine itself. */
export function isCallbackAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  const loopback = ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  return url.protocol === "https:" || (url.protocol === "http:" && loopback);
}

export interface CallbackOptions {
  readonly context: Context;
  readonly fetch: typeof globalThis.fetch;
  readonly baseUrl: () => string;
  readonly log: (line: string) => void;
}

/**
 * Announces every completed job that is not announced yet (service-spec, 'Events'): one POST each, with the
 * counts and download links, which carry no key. One that cannot be delivered is not tried again.
 */
export async function announceCompletions({ context, fetch, baseUrl, log }: CallbackOptions): Promise<void> {
  const now = context.clock.now();
  for (const job of context.jobs.list()) {
    if (job.announced || stateAt(job, now) !== "completed") continue;
    context.jobs.announce(job);
    const target = context.accounts.byLabel(job.account)?.callbackUrl ?? null;
    if (target === null || !isCallbackAddress(target)) continue;
    try {
      const response = await fetch(target, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(payload(context, job, baseUrl())),
        redirect: "error",
        signal: AbortSignal.timeout(10_000),
      });
      log(`callback for ${job.id}: ${response.status}`);
    } catch {
      log(`callback for ${job.id}: not delivered`);
    }
  }
}

function payload(context: Context, job: Job, baseUrl: string): object {
  const link = `${baseUrl}/v1/download?jobId=${encodeURIComponent(job.id)}`;
  return {
    event: "completed",
    job_id: job.id,
    status: "completed",
    total: job.total,
    verified: job.total,
    results: countResults(context, job, job.total),
    download: { method: "POST", all: link },
  };
}

/** When the next completion will be due; null when no job is on its way to one. */
export function nextCompletion(context: Context): number | null {
  const times = context.jobs
    .list()
    .filter((job) => !job.announced && job.cancelledAt === null)
    .map(
      (job) =>
        completedAt(job) ??
        (job.autoVerify && !job.settled && !job.invalid ? job.createdAt + job.prepare : null),
    )
    .filter((time) => time !== null);
  return times.length === 0 ? null : Math.min(...times);
}
