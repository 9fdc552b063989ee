import { problem } from "../../../shared/problems.ts";
import { assertNever } from "../../../shared/result.ts";
import { failed } from "./failures.ts";
import { type JobAddress, type JobForm, type JobFormMemory, jobAddresses } from "./job-form.ts";
import type { JobStatus, ServiceAnswer } from "./types.ts";

/** An answer, with the HTTP status that it came with; null: none came. */
export interface Heard<T> {
  readonly answer: ServiceAnswer<T>;
  readonly status: number | null;
}

export type Send<T> = (address: JobAddress) => Promise<Heard<T>>;

/** Requests about a job in whichever form the service understands: {@link JobForm}. */
export interface JobRequests {
  status(jobId: string, send: Send<JobStatus>): Promise<ServiceAnswer<JobStatus>>;
  remove(jobId: string, send: Send<{ message: string }>): Promise<ServiceAnswer<{ message: string }>>;
  /** `send` starts, `ask` reads the status, which is done before a start goes out a second time. */
  start(
    jobId: string,
    send: Send<{ message: string }>,
    ask: Send<JobStatus>,
  ): Promise<ServiceAnswer<{ message: string }>>;
}

/**
 * Asks in the form that is known, and once in the other where the answer may mean that the service did not understand
 * the form. What the other form hears counts when it is better than that: an answer about the job. Without one, nothing
 * is remembered, and the first answer stands.
 */
export function createJobRequests(memory: JobFormMemory | undefined): JobRequests {
  let known: JobForm | null = memory?.known ?? null;

  function proved(form: JobForm): void {
    if (known === form) return;
    known = form;
    memory?.learned(form);
  }

  async function either<T>(
    jobId: string,
    send: Send<T>,
    isDoubtful: (heard: Heard<T>) => boolean,
  ): Promise<ServiceAnswer<T>> {
    const [here, there] = jobAddresses(jobId, known);
    // Other requests may find out more while this one is under way.
    const sure = known === here.form;
    const first = await send(here);
    if (first.answer.ok) proved(here.form);
    if (there === undefined || !isDoubtful(first)) return first.answer;
    const second = await send(there);
    if (second.answer.ok) {
      proved(there.form);
      return second.answer;
    }
    return heeds(first, second, sure) ? second.answer : first.answer;
  }

  function status(jobId: string, send: Send<JobStatus>): Promise<ServiceAnswer<JobStatus>> {
    // Asking changes nothing, so that anything undocumented is reason enough to ask again.
    return either(jobId, send, (heard) => isAbsent(heard) || saysNoJob(heard) || isOdd(heard));
  }

  return {
    status,
    remove: (jobId, send) => either(jobId, send, (heard) => isAbsent(heard) || saysNoJob(heard)),

    async start(jobId, send, ask) {
      const [here] = jobAddresses(jobId, known);
      const first = await send(here);
      if (!isAbsent(first) && !saysNoJob(first)) return first.answer;
      const now = await status(jobId, ask);
      if (!now.ok) return { ok: false, error: { ...now.error, effect: effectOf(first) } };
      switch (now.value.status) {
        case "verifying":
        case "completed":
          return failed(problem("job_started"), "stop", "refused");
        case "preparing":
        case "failed":
        case "cancelled":
          return failed(problem("job_not_ready"), "retry", "refused");
        case "ready": {
          const there = jobAddresses(jobId, null).find((one) => one?.form !== here.form);
          if (there === undefined) return first.answer;
          const second = await send(there);
          return isAbsent(second) || saysNoJob(second) ? first.answer : second.answer;
        }
        default:
          return assertNever(now.value);
      }
    },
  };
}

/** Whether the other form's failure says more than the first one's; `sure`: the first form is proved. */
function heeds(first: Heard<unknown>, second: Heard<unknown>, sure: boolean): boolean {
  if (isAbsent(second) || saysNoJob(second)) return !sure && isAbsent(first);
  // The other form may be the right one, and was not heard. Of a proved form 'not found' is believed all the same.
  if (mayPass(second)) return !sure || isAbsent(first);
  return !sure && (isAbsent(first) || saysNoJob(first));
}

const mayPass = ({ answer }: Heard<unknown>) => !answer.ok && answer.error.consequence === "retry";

const codeOf = ({ answer }: Heard<unknown>) => (answer.ok ? null : answer.error.problem.code);

const effectOf = ({ answer }: Heard<unknown>) => (answer.ok ? "unknown" : answer.error.effect);

/** There is nothing at the address, as far as is said. */
function isAbsent(heard: Heard<unknown>): boolean {
  const code = codeOf(heard);
  if (code === "service_absent") return true;
  return code === "service_refused" && (heard.status === 404 || heard.status === 405);
}

/** The job is not there, as far as is said: what a service also says that has not seen the id. */
function saysNoJob(heard: Heard<unknown>): boolean {
  const code = codeOf(heard);
  return code === "job_invalid" || code === "job_gone" || code === "job_deleted";
}

/** Words or a success that the contract does not have. */
function isOdd(heard: Heard<unknown>): boolean {
  const code = codeOf(heard);
  return code === "service_refused" || code === "service_nonsense";
}
