import type { BridgeEvent } from "../../shared/bridge.ts";

/** Hands every line of `body` that is not empty to `take`, as it comes; resolves at its end, rejects where it breaks. */
async function readLines(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  take: (line: string) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const lines = (rest + next.value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line !== "") take(line);
  }
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 10_000;

/** Asks for the stream of events; null: the host does not let this page in. Rejects where the host does not answer. */
export type OpenStream = (signal: AbortSignal) => Promise<Response | null>;

export interface Following {
  readonly listener: (event: BridgeEvent) => void;
  /** The stream is back, or the host turns the page away, which is said once: what is shown should be read anew. */
  readonly resumed: () => void;
  /** Nobody answers any more. `heardUntil`: when the stream broke, in epoch milliseconds. Until `resumed`. */
  readonly gone: (heardUntil: number) => void;
}

/**
 * Follows the host's events for as long as the page is there, coming back whenever the stream breaks. Answers the way to
 * stop.
 */
export function followEvents(open: OpenStream, { listener, resumed, gone }: Following): () => void {
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
    let isGone = false;
    let heardUntil = Date.now();
    let wait = FIRST_WAIT_MS;
    // A host that is slow leaves the question open: only one that has ended has it refused.
    const opened = async (): Promise<Response | null | "refused"> =>
      await open(ending.signal).catch(() => "refused" as const);
    while (!ending.signal.aborted) {
      const answer = await opened();
      if (answer === "refused") {
        if (!isGone && !ending.signal.aborted) gone(heardUntil);
        isGone = true;
        turnedAway = false;
      } else {
        const flows = answer?.ok === true && answer.body !== null;
        if (isGone || (answer === null && !turnedAway) || (flows && broken)) resumed();
        isGone = false;
        turnedAway = answer === null;
        if (flows) {
          wait = FIRST_WAIT_MS;
          // It ends with the host, or with the page.
          await readLines(answer.body, take).catch(() => undefined);
          heardUntil = Date.now();
        }
      }
      broken = true;
      await new Promise((resolve) => window.setTimeout(resolve, wait));
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
  };
  void follow();
  return () => ending.abort();
}
