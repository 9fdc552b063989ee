import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { stream } from "hono/streaming";
import type { Clock } from "../../engine/handlers.ts";
import type { EngineFace } from "./uploads.ts";

const HEARTBEAT_MS = 15_000;
/** A page that lets so much pile up is cut off; it comes back and reads the present state. */
const MOST_PENDING_BYTES = 4 * 1024 * 1024;

export interface EventStreamOptions {
  readonly engine: EngineFace;
  readonly clock: Clock;
  /** Ends every stream. */
  readonly closing: AbortSignal;
  /** A page hears events until the answer is called. */
  readonly hold: () => () => void;
}

/** The streams of events to pages: one for each page. */
export interface EventStreams {
  /** `pageId`: the page's own name for itself; its earlier stream ends. */
  open(c: Context, pageId: string | undefined): Response;
}

/** Streams every event of the engine as lines of JSON, until either side goes; an empty line says that the host is there. */
export function createEventStreams({ engine, clock, closing, hold }: EventStreamOptions): EventStreams {
  const pages = new Map<string, AbortController>();

  return {
    open(c, pageId = randomUUID()) {
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
          if (pending > MOST_PENDING_BYTES) return out.abort();
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
