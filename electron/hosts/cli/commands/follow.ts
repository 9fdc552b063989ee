import type { Cleaning } from "../../../../shared/bridge/cleanings.ts";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { plainClock } from "../../../../shared/times.ts";
import { passesByItself, WAIT_ENDS, waitWords } from "../../../../shared/waits.ts";
import type { Session } from "../session.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** How a watched cleaning ended, or why it goes no further by itself. */
export type Watched =
  | { kind: "finished"; cleaning: Cleaning }
  | { kind: "stopped"; cleaning: Cleaning; problem: Problem };

export interface WatchOptions {
  /** The user chose to wait for credits: that ends by itself once the account holds enough. */
  readonly waitForCredits?: boolean;
}

/** How long the service may be at fault in a row before a command gives up; the cleaning itself goes on with `resume`. */
const PATIENCE = 45_000;
/** What is at fault for a while only, and waited for without {@link PATIENCE}. */
const ENDS_SOON: ReadonlySet<Problem["code"]> = new Set<Problem["code"]>([
  "job_gone",
  "job_invalid",
  "job_unseen",
  "rate_limited",
  // After a few more fetches what came is taken in as it is.
  "results_incomplete",
  "start_unheard",
]);
/** A pause that the service asks for and that is longer is as good as a fault. */
const LONG_PAUSE = 10 * 60_000;
/** How often a wait that lasts is said again. */
const SAY_AGAIN = 10 * 60_000;

/** Follows one cleaning, showing its progress and its waits, until it is over, needs somebody, or `signal` aborts. */
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
      calm();
      settle();
      terminal.endProgress();
      resolve(watched);
    };
    const halt = (cleaning: Cleaning, why: Problem) => end({ kind: "stopped", cleaning, problem: why });
    const abort = () => {
      if (last !== null) halt(last, problem("interrupted", { unfinished: true }));
    };
    const calm = () => {
      if (impatient !== null) clearTimeout(impatient);
      impatient = null;
    };
    const settle = () => {
      if (reminder !== null) clearInterval(reminder);
      reminder = null;
      told = null;
    };

    /** Says what is waited for when that is new, and again from time to time. */
    const tell = (wait: NonNullable<Cleaning["waiting"]>, why: Problem | null) => {
      const line = waitLine(wait, why);
      if (told === line) return;
      if (reminder !== null) clearInterval(reminder);
      told = line;
      terminal.say(line);
      reminder = setInterval(() => terminal.say(line), SAY_AGAIN);
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
          waiting != null && (passesByItself(waiting.for) || (waiting.for === "credits" && waitForCredits));
        if (!follows)
          return halt(cleaning, failing ?? problem("cleaning_unfinished", { name: cleaning.name }));
        tell(waiting, failing);
        const lasts = waiting.until !== undefined && waiting.until - Date.now() > LONG_PAUSE;
        const atFault =
          waiting.for === "service" && failing !== null && (lasts || !ENDS_SOON.has(failing.code));
        if (!atFault) calm();
        else impatient ??= setTimeout(() => halt(last ?? cleaning, failing), PATIENCE);
        return;
      }
      // A wait is over when something has come of it, not when it is merely tried to be ended.
      if (failing === null) calm();
      if (cleaning.stage !== "uploading" && failing === null) settle();
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

/** A moment, in Unix milliseconds, for a program to read. */
export function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** Whether its results are not all here yet: it goes on with `resume`. */
export function isUnderWay({ state }: Cleaning): boolean {
  return state === "running" || state === "waiting" || state === "paused";
}

/** What is waited for, why, since when, until when at least, and how it ends. */
function waitLine(waiting: NonNullable<Cleaning["waiting"]>, why: Problem | null): string {
  const { for: reason, since, until } = waiting;
  const from = since === null ? "" : ` since ${plainClock(since, Date.now())}`;
  const because = why === null ? "" : ` (${why.title})`;
  const pause =
    until === undefined ? "" : ` The service asks for a pause until ${plainClock(until, Date.now())}.`;
  return `${waitWords(waiting)}${from}${because}.${pause} ${WAIT_ENDS[reason]} Ctrl+C leaves it for 'winnow resume'.`;
}
