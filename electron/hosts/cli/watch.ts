import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import { type Problem, problem } from "../../../shared/problems.ts";
import type { Session } from "./session.ts";
import type { Terminal } from "./terminal.ts";

/** How a watched cleaning ended, or why it goes no further by itself. */
export type Watched =
  | { kind: "finished"; cleaning: Cleaning }
  | { kind: "stopped"; cleaning: Cleaning; problem: Problem };

const STAGE = {
  uploading: "Uploading",
  preparing: "Preparing",
  verifying: "Verifying",
  fetching: "Fetching results",
  done: "Done",
} as const;

/** How long the service may fail in a row before a command gives up waiting; the cleaning itself goes on with `resume`. */
const PATIENCE = 45_000;

/** Follows one cleaning, showing its progress, until it is over, needs somebody, or `signal` aborts. */
export function watch(
  session: Session,
  id: string,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Watched> {
  return new Promise((resolve) => {
    let last: Cleaning | null = null;
    let impatient: NodeJS.Timeout | null = null;
    const end = (watched: Watched) => {
      stop();
      signal.removeEventListener("abort", abort);
      if (impatient !== null) clearTimeout(impatient);
      terminal.endProgress();
      resolve(watched);
    };
    const halt = (cleaning: Cleaning, why: Problem) => end({ kind: "stopped", cleaning, problem: why });
    const abort = () => {
      if (last !== null) halt(last, problem("interrupted"));
    };
    const look = (cleaning: Cleaning) => {
      last = cleaning;
      if (signal.aborted) return abort();
      const { state } = cleaning;
      if (state === "done" || state === "failed" || state === "cancelled" || state === "imported") {
        const good = state === "done" || state === "imported";
        const owed = cleaning.out !== null && cleaning.out.rows === null && good;
        if (owed && cleaning.problem === null) return;
        return good && !owed
          ? end({ kind: "finished", cleaning })
          : halt(cleaning, cleaning.problem ?? problem("cleaning_unfinished", { name: cleaning.name }));
      }
      if (state === "paused") return halt(cleaning, problem("cleaning_unfinished", { name: cleaning.name }));
      if (state === "waiting" && needsSomebody(cleaning)) {
        return halt(cleaning, cleaning.problem ?? problem("cleaning_unfinished", { name: cleaning.name }));
      }
      const failing = cleaning.problem;
      if (failing === null) {
        if (impatient !== null) clearTimeout(impatient);
        impatient = null;
      } else if (impatient === null && state === "running") {
        terminal.say(`${failing.title}. Trying again.`);
        impatient = setTimeout(() => halt(last ?? cleaning, failing), PATIENCE);
      }
      terminal.progress(STAGE[cleaning.stage], cleaning.verified, cleaning.uploaded);
      return;
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

function needsSomebody(cleaning: Cleaning): boolean {
  const open = cleaning.parts.filter((part) => part.state === "waiting" || part.state === "uncertain");
  return open.every((part) => part.waitingFor !== "slot" && part.waitingFor !== "network");
}
