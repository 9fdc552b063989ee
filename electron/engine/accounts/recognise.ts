import type { Problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { ServiceClient } from "../service/index.ts";
import type { SentList } from "./types.ts";

/** What the service shows, with a key, of lists that an account sent: how many of each kind. */
export interface Recognised {
  readonly same: number;
  readonly other: number;
  /** It has a list under that id, of which too little is known to tell. */
  readonly unclear: number;
  readonly absent: number;
  /** One that it must have is not to be found: nothing was asked about the rest. */
  readonly isAnother: boolean;
}

/** Asks about each of `lists` with the key of `client`. Problem: why one of them could not be asked about. */
export async function recognise(
  client: ServiceClient,
  lists: readonly SentList[],
  signal?: AbortSignal,
): Promise<Result<Recognised>> {
  const seen = { same: 0, other: 0, unclear: 0, absent: 0 };
  for (const list of lists) {
    const shown = await client.status(list.jobId, { signal });
    if (!shown.ok && !isAbsent(shown.error.problem)) return fail(shown.error.problem);
    if (!shown.ok && list.isExpected) return ok({ ...seen, absent: seen.absent + 1, isAnother: true });
    seen[shown.ok ? list.likeness(shown.value) : "absent"]++;
  }
  return ok({ ...seen, isAnother: seen.other > 0 });
}

function isAbsent({ code }: Problem): boolean {
  return code === "job_gone" || code === "job_invalid";
}
