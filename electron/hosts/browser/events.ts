import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import type { Clock } from "../../engine/handlers.ts";
import type { EngineFace } from "./engine-face.ts";

const HEARTBEAT_MS = 15_000;
const RETRY_MS = 1_000;
/** A page that lets so many events pile up is cut off; it comes back and reads the present state. */
const MOST_PENDING = 2_000;

/** Streams every event of the engine to one page as server-sent events, until either side goes. */
export function streamEvents(c: Context, engine: EngineFace, clock: Clock, closing: AbortSignal): Response {
  return streamSSE(c, async (stream) => {
    let pending = 0;
    let written: Promise<unknown> = stream.write(`retry: ${RETRY_MS}\n: hello\n\n`);
    const send = (text: string) => {
      pending += 1;
      if (pending > MOST_PENDING) stream.abort();
      written = written
        .then(() => stream.write(text))
        .then(() => {
          pending -= 1;
        });
    };
    const stop = engine.on((event) => send(`data: ${JSON.stringify(event)}\n\n`));
    let forgetBeat = () => {};
    const beat = () => {
      send(": still here\n\n");
      forgetBeat = clock.after(HEARTBEAT_MS, beat);
    };
    forgetBeat = clock.after(HEARTBEAT_MS, beat);
    await new Promise<void>((resolve) => {
      stream.onAbort(resolve);
      closing.addEventListener("abort", () => resolve(), { once: true });
      if (stream.aborted || closing.aborted) resolve();
    });
    forgetBeat();
    stop();
  });
}
