import type { Context } from "./context.ts";
import { completedAt, type Job, readyAt, stateAt } from "./job.ts";
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
  readonly baseUrl: string;
  /** Where to, for accounts that name no place of their own; null: nowhere. */
  readonly usualTarget: string | null;
  /** Ends what is under way. */
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}

/** How long the receiver may take, in milliseconds. */
const PATIENCE = 10_000;

/**
 * Announces every completed job that is not announced yet (service-spec, 'Events'): one POST each, with the
 * counts and download links, which carry no key. One that cannot be delivered is not tried again.
 */
export async function announceCompletions(options: CallbackOptions): Promise<void> {
  const { context, baseUrl, usualTarget } = options;
  const now = context.clock.now();
  const due = context.jobs.pending().filter((job) => stateAt(job, now) === "completed");
  const messages: { job: Job; target: string; body: string }[] = [];
  for (const job of due) {
    context.jobs.announce(job);
    const target = context.accounts.byLabel(job.account)?.callbackUrl ?? usualTarget;
    if (target === null || !isCallbackAddress(target)) continue;
    messages.push({ job, target, body: JSON.stringify(payload(context, job, baseUrl)) });
  }
  await Promise.all(messages.map(({ job, target, body }) => deliver(options, job, target, body)));
}

async function deliver(
  { fetch, signal, log }: CallbackOptions,
  job: Job,
  target: string,
  body: string,
): Promise<void> {
  try {
    const response = await fetch(target, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
    });
    log(`callback for ${job.id}: ${response.status}`);
  } catch {
    log(`callback for ${job.id}: not delivered`);
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
    download_links: { all: link },
  };
}

/** When a job will next start by itself or be complete; null when none is on its way. */
export function nextEvent(context: Context): number | null {
  const times = context.jobs.pending().map((job) => completedAt(job) ?? readyAt(job));
  return times.length === 0 ? null : Math.min(...times);
}
