import type { Problem } from "../../../../shared/problems.ts";
import type { Clock } from "../../handlers.ts";
import { nextStep } from "../part/machine.ts";
import type { Records } from "../records.ts";
import { keyOf } from "./part-key.ts";
import { createPauses, type Pause } from "./pauses.ts";
import { peerOf } from "./peer.ts";

export interface HeldUpOptions {
  readonly records: Records;
  readonly clock: Clock;
  /** What holds up the cleaning has changed. */
  readonly changed: (cleaningId: string) => void;
}

/** Which cleanings the service's pauses hold up, and who was told so. */
export interface HeldUp {
  /** A pause of `delay` milliseconds for what `names` say: one that is worth a word is told of everybody whom it holds up. */
  begin(cleaningId: string, names: readonly string[], delay: number, why: Problem): void;
  /** By the ordinals of the cleaning's parts. */
  of(cleaningId: string): ReadonlyMap<number, Pause>;
  /** What was told of a pause is told of again once it is over, also where nothing else has changed. */
  tellIfOver(cleaningId: string): void;
  end(name: string): void;
  endAll(): void;
}

export function createHeldUp({ records, clock, changed }: HeldUpOptions): HeldUp {
  const pauses = createPauses(clock);
  const told = new Set<string>();

  function of(cleaningId: string): ReadonlyMap<number, Pause> {
    const found = new Map<number, Pause>();
    const cleaning = records.cleaning(cleaningId);
    if (cleaning === null || !cleaning.watching) return found;
    const { account, host } = peerOf(cleaning);
    for (const { ordinal, record } of records.parts(cleaningId)) {
      if (nextStep(record) === null) continue;
      const pause = pauses.of([keyOf(cleaningId, ordinal), account, host]);
      if (pause !== null) found.set(ordinal, pause);
    }
    return found;
  }

  return {
    begin(cleaningId, names, delay, why) {
      if (!names.map((name) => pauses.begin(name, delay, why)).includes(true)) return;
      for (const id of new Set([cleaningId, ...(names.length > 1 ? records.active() : [])])) {
        if (of(id).size === 0) continue;
        told.add(id);
        changed(id);
      }
    },
    of,
    tellIfOver(cleaningId) {
      if (!told.has(cleaningId) || of(cleaningId).size > 0) return;
      told.delete(cleaningId);
      changed(cleaningId);
    },
    end: pauses.end,
    endAll: pauses.endAll,
  };
}
