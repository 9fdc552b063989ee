import type { BridgeEvent } from "../../shared/bridge.ts";

/** Calls `take` for every non-empty line of `body`. Resolves at its end; rejects if the connection breaks. */
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

/** Opens the event stream. Returns `null` if the host denies access; rejects if the host is unreachable. */
export type OpenStream = (signal: AbortSignal) => Promise<Response | null>;

export interface Following {
  readonly listener: (event: BridgeEvent) => void;
  /** Called when the stream is back, or once when access is denied: displayed data should be reloaded. */
  readonly resumed: () => void;
  /** Called when the host is unreachable, until `resumed`. `heardUntil`: time at which the stream broke, in Unix ms. */
  readonly gone: (heardUntil: number) => void;
}

/** Follows the host's events and reconnects with backoff. Returns an unsubscribe function. */
export function subscribeToEvents(open: OpenStream, { listener, resumed, gone }: Following): () => void {
  const ending = new AbortController();
  const take = (line: string) => {
    try {
      listener(JSON.parse(line));
    } catch {
      // A line truncated when the host ended. The next stream starts fresh.
    }
  };
  const follow = async () => {
    let broken = false;
    let turnedAway = false;
    let isGone = false;
    let heardUntil = Date.now();
    let wait = FIRST_WAIT_MS;
    // A slow host leaves the request pending; only a host that has ended refuses it.
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
          // The stream ends with the host or the page.
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
