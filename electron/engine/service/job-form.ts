/**
 * Where a job's id goes in a request: `query` as the contract has it, `/v1/bulk?job_id=…`, or `path` as most clients
 * of the live service have it, `/v1/bulk/…`. The download has the one form alone.
 */
export const JOB_FORMS = ["query", "path"] as const;
export type JobForm = (typeof JOB_FORMS)[number];

/** What is known of a service, and who is to remember what is found out. Nothing but an answer about a job counts. */
export interface JobFormMemory {
  readonly known: JobForm | null;
  learned(form: JobForm): void;
}

export interface JobAddress {
  readonly form: JobForm;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
}

/** The addresses of the job: in the known form first, else in the contract's; one alone where the path cannot hold the id. */
export function jobAddresses(jobId: string, known: JobForm | null): readonly [JobAddress, JobAddress?] {
  const query: JobAddress = { form: "query", path: "/v1/bulk", params: { job_id: jobId } };
  // A URL loses segments of dots, also when they are encoded; lone surrogates cannot be encoded at all.
  if (jobId === "." || jobId === ".." || !jobId.isWellFormed()) return [query];
  const path: JobAddress = { form: "path", path: `/v1/bulk/${encodeURIComponent(jobId)}`, params: {} };
  return known === "path" ? [path, query] : [query, path];
}
