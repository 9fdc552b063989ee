import type { Timer } from "./timer.ts";
import { type TransferLimits, watchTransfer } from "./transfer-watch.ts";
import { untilAborted } from "./until-aborted.ts";

/** `too_long`: longer than allowed; `busy`: too much in memory already; `broken`: it stopped coming. */
export type BodyRefusal = "too_long" | "busy" | "broken";

export type Body =
  | { readonly ok: true; readonly bytes: Uint8Array<ArrayBuffer>; readonly release: () => void }
  | { readonly ok: false; readonly why: BodyRefusal };

export interface BodyLimits extends TransferLimits {
  /** Bodies in memory, all together. */
  readonly bodyBytes: number;
}

/** Reads the bodies of requests into memory, within one budget for all of them. */
export interface Bodies {
  /** All of a body. `declared`: how long it says it is, in bytes; 0 where it does not say. Its bytes count against the budget until it is released. */
  read(body: AsyncIterable<Uint8Array>, declared: number, mostBytes: number): Promise<Body>;
}

export function createBodies(timer: Timer, limits: BodyLimits): Bodies {
  let inMemory = 0;
  return {
    async read(body, declared, mostBytes) {
      if (declared > mostBytes) return { ok: false, why: "too_long" };
      if (inMemory + declared > limits.bodyBytes) return { ok: false, why: "busy" };
      const chunks: Uint8Array[] = [];
      let length = 0;
      const release = () => {
        inMemory -= length;
        length = 0;
      };
      const stalled = new AbortController();
      const watch = watchTransfer(timer, limits, () => stalled.abort());
      try {
        for await (const chunk of untilAborted(body, stalled.signal)) {
          // What came counts, whatever was declared.
          length += chunk.length;
          inMemory += chunk.length;
          watch.moved(chunk.length);
          const isTooLong = length > mostBytes;
          if (isTooLong || inMemory > limits.bodyBytes) {
            release();
            return { ok: false, why: isTooLong ? "too_long" : "busy" };
          }
          chunks.push(chunk);
        }
        return { ok: true, bytes: Buffer.concat(chunks), release };
      } catch {
        release();
        return { ok: false, why: "broken" };
      } finally {
        watch.end();
      }
    },
  };
}
