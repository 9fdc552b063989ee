import type { JobStatus, ServiceAnswer } from "./types.ts";

/** Where a request about a job goes. */
export interface JobAddress {
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
}

type AskStatus = (address: JobAddress) => Promise<ServiceAnswer<JobStatus>>;

/** There is nothing at the address, or what is there answers as no service does. */
const UNHEARD: ReadonlySet<string> = new Set(["service_absent", "service_nonsense", "service_refused"]);
/** What a service also says that has not seen the job's id. */
const NO_JOB: ReadonlySet<string> = new Set(["job_deleted", "job_gone", "job_invalid"]);

/**
 * Where a job's id goes in requests: in the query as the contract has it, `/v1/bulk?job_id=…`, or in the path as most
 * clients of the live service have it, `/v1/bulk/…`. The first status that is answered tells, for it changes nothing.
 */
export function createJobForm() {
  let addressOf: ((jobId: string) => JobAddress) | null = null;

  async function status(jobId: string, ask: AskStatus): Promise<ServiceAnswer<JobStatus>> {
    if (addressOf !== null) return ask(addressOf(jobId));
    const first = await ask(inQuery(jobId));
    if (first.ok) addressOf = inQuery;
    if (first.ok || !fitsPath(jobId)) return first;
    const { code } = first.error.problem;
    if (!UNHEARD.has(code) && !NO_JOB.has(code)) return first;
    const second = await ask(inPath(jobId));
    const says = second.ok ? null : second.error.problem.code;
    // A job that is gone is known there all the same, where the other form says nothing of jobs.
    if (says === null || (UNHEARD.has(code) && NO_JOB.has(says))) addressOf = inPath;
    return says === null || !UNHEARD.has(says) ? second : first;
  }

  return {
    /** The job's status, asked for in both forms until one was understood. */
    status,
    /** Where the job's other requests go; asks for its status where that is not known yet. */
    async address(jobId: string, ask: AskStatus): Promise<JobAddress> {
      if (addressOf === null) await status(jobId, ask);
      return (addressOf ?? inQuery)(jobId);
    },
  };
}

const inQuery = (jobId: string): JobAddress => ({ path: "/v1/bulk", params: { job_id: jobId } });
const inPath = (jobId: string): JobAddress => ({ path: `/v1/bulk/${encodeURIComponent(jobId)}`, params: {} });

/** A URL loses segments of dots, also when they are encoded; lone surrogates cannot be encoded at all. */
function fitsPath(jobId: string): boolean {
  return jobId !== "." && jobId !== ".." && jobId.isWellFormed();
}
