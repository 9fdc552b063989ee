import type { Clock } from "../../engine/handlers.ts";
import type { HostLimits } from "./limits.ts";
import { watchTransfer } from "./transfer-watch.ts";

/** `too_long`: longer than allowed; `busy`: too much in memory already; `broken`: it stopped coming. */
export type BodyRefusal = "too_long" | "busy" | "broken";

export type Body =
  | { readonly ok: true; readonly text: string; readonly release: () => void }
  | { readonly ok: false; readonly why: BodyRefusal };

/** Reads the bodies of requests into memory, within one budget for all of them. */
export interface Bodies {
  /** All of a body, as text. Its bytes count against the budget until it is released. */
  read(request: Request, mostBytes: number): Promise<Body>;
}

export function createBodies(
  clock: Clock,
  limits: Pick<HostLimits, "bodyBytes" | "stallBytes" | "stallMs">,
): Bodies {
  let inMemory = 0;
  return {
    async read(request, mostBytes) {
      const declared = Number(request.headers.get("content-length") ?? 0);
      if (declared > mostBytes) return { ok: false, why: "too_long" };
      if (inMemory + declared > limits.bodyBytes) return { ok: false, why: "busy" };
      const reader = request.body?.getReader();
      if (reader === undefined) return { ok: true, text: "", release: () => {} };

      const chunks: Uint8Array[] = [];
      let length = 0;
      const release = () => {
        inMemory -= length;
        length = 0;
      };
      const refuse = (why: BodyRefusal): Body => {
        release();
        reader.cancel().catch(() => undefined);
        return { ok: false, why };
      };
      let giveUp = () => {};
      const stalled = new Promise<"stalled">((resolve) => {
        giveUp = () => resolve("stalled");
      });
      const watch = watchTransfer(clock, limits, () => giveUp());
      try {
        while (true) {
          const next = await Promise.race([reader.read(), stalled]);
          if (next === "stalled") return refuse("broken");
          if (next.done) break;
          // What came counts, whatever was declared.
          length += next.value.length;
          inMemory += next.value.length;
          watch.moved(next.value.length);
          if (length > mostBytes) return refuse("too_long");
          if (inMemory > limits.bodyBytes) return refuse("busy");
          chunks.push(next.value);
        }
        return { ok: true, text: Buffer.concat(chunks).toString("utf8"), release };
      } catch {
        return refuse("broken");
      } finally {
        watch.end();
      }
    },
  };
}
