import type { Cleaning } from "../../../../shared/bridge/cleanings.ts";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { plainClock } from "../../../../shared/times.ts";
import { isTransientWait, WAIT_ENDS, waitWords } from "../../../../shared/waits.ts";
import type { Session } from "../session.ts";
import type { Terminal } from "../terminal/terminal.ts";

export type Watched =
  | { kind: "finished"; cleaning: Cleaning }
  | { kind: "stopped"; cleaning: Cleaning; problem: Problem };

export interface WatchOptions {
  readonly waitForCredits?: boolean;
}

/** Time that the service may fail before the command ends, in ms. `resume` continues the cleaning. */
const MAX_FAILING_MS = 45_000;
/** Temporary problems, which are waited for without {@link MAX_FAILING_MS}. */
const ENDS_SOON: ReadonlySet<Problem["code"]> = new Set<Problem["code"]>([
  "job_gone",
  "job_invalid",
  "job_unseen",
  "rate_limited",
  // Incomplete results are ingested as they are after a few more fetches.
  "results_incomplete",
  "start_unheard",
]);
/** A longer pause requested by the service counts as a failure, in ms. */
const MAX_PAUSE_MS = 10 * 60_000;
const REMINDER_MS = 10 * 60_000;

/** Follows a cleaning and shows its progress and waits until it is over, needs the user, or `signal` aborts. */
export function watch(
  session: Session,
  id: string,
  terminal: Terminal,
  signal: AbortSignal,
  { waitForCredits = false }: WatchOptions,
): Promise<Watched> {
  return new Promise((resolve) => {
    let last: Cleaning | null = null;
    let impatient: NodeJS.Timeout | null = null;
    let reminder: NodeJS.Timeout | null = null;
    let told: string | null = null;
    let over = false;

    const end = (watched: Watched) => {
      over = true;
      stop();
      signal.removeEventListener("abort", abort);
      clearFailureTimer();
      clearReminder();
      terminal.endProgress();
      resolve(watched);
    };
    const halt = (cleaning: Cleaning, why: Problem) => end({ kind: "stopped", cleaning, problem: why });
    const abort = () => {
      if (last !== null) halt(last, problem("interrupted", { unfinished: true }));
    };
    const clearFailureTimer = () => {
      if (impatient !== null) clearTimeout(impatient);
      impatient = null;
    };
    const clearReminder = () => {
      if (reminder !== null) clearInterval(reminder);
      reminder = null;
      told = null;
    };

    const reportWait = (wait: NonNullable<Cleaning["waiting"]>, why: Problem | null) => {
      const line = waitLine(wait, why);
      if (told === line) return;
      if (reminder !== null) clearInterval(reminder);
      told = line;
      terminal.say(line);
      reminder = setInterval(() => terminal.say(line), REMINDER_MS);
    };

    const look = (cleaning: Cleaning) => {
      if (over) return;
      last = cleaning;
      if (signal.aborted) return abort();
      const { state, waiting } = cleaning;
      if (state === "done" || state === "failed" || state === "cancelled" || state === "imported") {
        const good = state === "done" || state === "imported";
        const owed = cleaning.out !== null && cleaning.out.rows === null && good;
        if (owed && cleaning.problem === null) return;
        return good && !owed
          ? end({ kind: "finished", cleaning })
          : halt(cleaning, cleaning.problem ?? problem("cleaning_unfinished", { name: cleaning.name }));
      }
      if (state === "paused") return halt(cleaning, problem("cleaning_unfinished", { name: cleaning.name }));
      const failing = cleaning.problem;
      if (state === "waiting") {
        const follows =
          waiting != null && (isTransientWait(waiting.for) || (waiting.for === "credits" && waitForCredits));
        if (!follows)
          return halt(cleaning, failing ?? problem("cleaning_unfinished", { name: cleaning.name }));
        reportWait(waiting, failing);
        const lasts = waiting.until !== undefined && waiting.until - Date.now() > MAX_PAUSE_MS;
        const atFault =
          waiting.for === "service" && failing !== null && (lasts || !ENDS_SOON.has(failing.code));
        if (!atFault) clearFailureTimer();
        else impatient ??= setTimeout(() => halt(last ?? cleaning, failing), MAX_FAILING_MS);
        return;
      }
      // A wait ends with a success, not with the next attempt.
      if (failing === null) clearFailureTimer();
      if (cleaning.stage !== "uploading" && failing === null) clearReminder();
      if (told === null) terminal.progress(cleaning.stage, cleaning.verified, cleaning.uploaded);
    };
    const stop = session.engine.on((event) => {
      if (event.event === "cleaning.changed" && event.cleaning.id === id) look(event.cleaning);
      if (event.event === "cleaning.finished" && event.cleaning.id === id) look(event.cleaning);
    });
    signal.addEventListener("abort", abort, { once: true });
    void session.call("cleanings.get", { cleaningId: id }).then((got) => {
      if (got.ok) look(got.value);
    });
  });
}

/** `at` is in Unix ms. */
export function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** Returns true if results are missing; `resume` continues it. */
export function isUnderWay({ state }: Cleaning): boolean {
  return state === "running" || state === "waiting" || state === "paused";
}

function waitLine(waiting: NonNullable<Cleaning["waiting"]>, why: Problem | null): string {
  const { for: reason, since, until } = waiting;
  const from = since === null ? "" : ` since ${plainClock(since, Date.now())}`;
  const because = why === null ? "" : ` (${why.title})`;
  const pause =
    until === undefined ? "" : ` The service asks for a pause until ${plainClock(until, Date.now())}.`;
  return `${waitWords(waiting)}${from}${because}.${pause} ${WAIT_ENDS[reason]} Ctrl+C stops waiting; 'winnow resume' continues it.`;
}
