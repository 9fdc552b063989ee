import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { stream } from "hono/streaming";
import type { Clock } from "../../engine/index.ts";
import type { HostedEngine } from "./uploads.ts";

const HEARTBEAT_MS = 15_000;
/** Disconnects a page with more unsent bytes. It reconnects and reads the current state. */
const MAX_PENDING_BYTES = 4 * 1024 * 1024;

export interface EventStreamOptions {
  readonly engine: HostedEngine;
  readonly clock: Clock;
  readonly closing: AbortSignal;
  /** Keeps the page signed in until the returned function is called. */
  readonly hold: () => () => void;
}

export type EventStreams = ReturnType<typeof createEventStreams>;

/** Streams engine events as JSON lines until either side disconnects. Empty lines are heartbeats. */
export function createEventStreams({ engine, clock, closing, hold }: EventStreamOptions) {
  const pages = new Map<string, AbortController>();

  return {
    open(c: Context, pageId: string | undefined = randomUUID()): Response {
      pages.get(pageId)?.abort();
      const ending = new AbortController();
      pages.set(pageId, ending);
      const over = AbortSignal.any([ending.signal, closing]);
      c.header("Content-Type", "application/x-ndjson");
      c.header("Cache-Control", "no-store");
      return stream(c, async (out) => {
        const release = hold();
        let pending = 0;
        let written: Promise<unknown> = Promise.resolve();
        const send = (text: string) => {
          pending += text.length;
          if (pending > MAX_PENDING_BYTES) return out.abort();
          written = written
            .then(() => out.write(text))
            .then(() => {
              pending -= text.length;
            });
        };
        send("\n");
        const stop = engine.on((event) => send(`${JSON.stringify(event)}\n`));
        let forgetBeat = () => {};
        const beat = () => {
          send("\n");
          forgetBeat = clock.after(HEARTBEAT_MS, beat);
        };
        forgetBeat = clock.after(HEARTBEAT_MS, beat);
        await new Promise<void>((resolve) => {
          out.onAbort(resolve);
          over.addEventListener("abort", () => resolve(), { once: true });
          if (out.aborted || over.aborted) resolve();
        });
        forgetBeat();
        stop();
        release();
        if (pages.get(pageId) === ending) pages.delete(pageId);
      });
    },
  };
}
