import { readLines } from "./lines.ts";

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 10_000;

/** Asks for the stream of events; null: the host does not let this page in. Rejects where the host does not answer. */
export type OpenStream = (signal: AbortSignal) => Promise<Response | null>;

export interface Following {
  readonly listener: (event: unknown) => void;
  /** The stream is back, or the host turns the page away, which is said once: what is shown should be read anew. */
  readonly resumed: () => void;
  /** The stream broke, or could not be opened. */
  readonly ended: () => void;
}

/**
 * Follows the host's events for as long as the page is there, coming back whenever the stream breaks. Answers the way to
 * stop.
 */
export function followEvents(open: OpenStream, { listener, resumed, ended }: Following): () => void {
  const ending = new AbortController();
  const take = (line: string) => {
    try {
      listener(JSON.parse(line));
    } catch {
      // A line that was cut off as the host ended; the next stream is read as usual.
    }
  };
  const follow = async () => {
    let broken = false;
    let turnedAway = false;
    let wait = FIRST_WAIT_MS;
    while (!ending.signal.aborted) {
      try {
        const answer = await open(ending.signal);
        if (answer === null && !turnedAway) resumed();
        turnedAway = answer === null;
        if (answer?.ok && answer.body !== null) {
          if (broken) resumed();
          wait = FIRST_WAIT_MS;
          await readLines(answer.body, take);
        }
      } catch {
        // The host has gone, or the page goes.
      }
      ended();
      broken = true;
      await new Promise((resolve) => window.setTimeout(resolve, wait));
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
  };
  void follow();
  return () => ending.abort();
}
