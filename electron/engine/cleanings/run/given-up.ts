import type { KeyedClient } from "../../accounts/index.ts";
import type { Clock } from "../../handlers.ts";
import type { JobStatus } from "../../service/index.ts";
import type { StartedBefore } from "../part/events.ts";
import { jobOf, type PartRecord } from "../part/record.ts";
import { isByAnotherKey } from "../part/same-list.ts";
import type { CleaningRow, PartRow } from "../rows.ts";
import type { Asking } from "./asking.ts";
import type { Moves } from "./moves.ts";
import { hasBegun } from "./removal.ts";

export interface GivenUpLookOptions {
  readonly clock: Pick<Clock, "now">;
  readonly moves: Pick<Moves, "commit">;
  /** Another part counts on the job. */
  readonly isCountedOn: (cleaning: CleaningRow, part: PartRow, jobId: string) => boolean;
  /** The service has begun with a list of the part's that was given up; answers whether the part goes on with that one. */
  readonly startedBefore: (part: PartRow, found: StartedBefore) => boolean;
}

/**
 * Looks for the copies of a part's list that the service did not show at first: they are not left there. It answers
 * whether the service has begun with one of them, which the part goes on with.
 */
export function createGivenUpLook({ clock, moves, isCountedOn, startedBefore }: GivenUpLookOptions) {
  return async ({ cleaning, part, client, signal }: Asking): Promise<boolean> => {
    const { record } = part;
    if (record.givenUpJobs.length === 0 || record.restored === true) return false;
    const isShared = (jobId: string) => isCountedOn(cleaning, part, jobId);
    const { over, started } = await removeGivenUp(client, record, isShared, signal);
    if (signal.aborted) return false;
    if (started !== null) {
      const found = { type: "given_up.started", ...started, at: clock.now(), by: client.keyMark } as const;
      if (startedBefore(part, found)) return true;
    }
    const known = started === null ? over : [...over, started.jobId];
    moves.commit(part, { type: "given_up.looked", over: known });
    return false;
  };
}

/** What was found of the jobs that a part's list was given up as. */
interface GivenUp {
  /** Those that need not be looked for any more. */
  readonly over: readonly string[];
  /** The one that the service has begun with: it is paid for. */
  readonly started: { readonly jobId: string; readonly status: JobStatus } | null;
}

/**
 * Deletes what has shown up of the jobs that the part's list was given up as. One that the service has begun with is left
 * there; so is one with another number of addresses, which is not the part's.
 */
async function removeGivenUp(
  client: KeyedClient,
  record: PartRecord,
  isShared: (jobId: string) => boolean,
  signal: AbortSignal,
): Promise<GivenUp> {
  const over: string[] = [];
  if (isByAnotherKey(record, client.keyMark)) return { over, started: null };
  for (const { jobId, addresses } of record.givenUpJobs) {
    if (jobId === jobOf(record.state) && record.atService) continue;
    const shown = await client.status(jobId, { signal });
    if (signal.aborted) return { over, started: null };
    if (!shown.ok || shown.value.status === "preparing") continue;
    const status = shown.value;
    const total = "total" in status ? status.total : null;
    if (isShared(jobId)) over.push(jobId);
    else if (hasBegun(status)) {
      // What it counts as one it verifies once.
      if (total === null || total <= addresses) return { over, started: { jobId, status } };
      over.push(jobId);
    } else if ("total" in status && (total === null || total === addresses)) {
      if ((await client.remove(jobId, { signal })).ok) over.push(jobId);
    } else over.push(jobId);
  }
  return { over, started: null };
}
