import { isDeepStrictEqual } from "node:util";
import type { Clock } from "../../handlers.ts";
import type { Ledger } from "../../ledger/index.ts";
import type { Journal } from "../../store/index.ts";
import type { PartEvent } from "../part/events.ts";
import { transition } from "../part/machine.ts";
import { claimOf, isSettled, type PartRecord } from "../part/record.ts";
import type { PartRow, Records } from "../records.ts";

export interface MovesOptions {
  readonly journal: Pick<Journal, "commit">;
  readonly records: Records;
  readonly ledger: Pick<Ledger, "mark">;
  readonly clock: Clock;
  /** Whether the cleaning's record is to be stored anew, and told of, also where nothing in it has changed. */
  readonly isTroubled: (cleaningId: string) => boolean;
  /** A move is committed. */
  readonly stored: (moved: Moved) => void;
}

/** A part as it was, and its record after something happened to it. */
export interface Moved {
  readonly part: PartRow;
  readonly after: PartRecord;
  readonly event: PartEvent;
}

/** What happens to parts, by the state machine: stored before anybody hears of it. */
export interface Moves {
  /** The record after `event`; null: it changes nothing. */
  commit(part: PartRow, event: PartEvent): PartRecord | null;
  /** The same `event` for all of `parts`, in one commit with what `also` writes, which it does where it changes one. */
  commitAll(parts: readonly PartRow[], event: PartEvent, also?: () => void): readonly Moved[];
}

export function createMoves(options: MovesOptions): Moves {
  const { journal, records, clock } = options;

  /** A move within the transaction that is under way. `isStored` is false where it came to the very same record. */
  type Drawn = Moved & { readonly isStored: boolean };

  function draw({ cleaningId, ordinal }: PartRow, event: PartEvent): Drawn | null {
    const part = records.part(cleaningId, ordinal);
    const next = part === null ? null : transition(part.record, event);
    if (part === null || next === null) return null;
    const before = part.record;
    const { record, why } = next;
    // An answer that says nothing new is no reason to make the disk write, and everybody wait for it.
    if (isDeepStrictEqual(record, before) && !options.isTroubled(cleaningId))
      return { part, after: record, event, isStored: false };
    const notable = record.state.kind !== before.state.kind || record.problem?.code !== before.problem?.code;
    const at = clock.now();
    records.savePart(cleaningId, ordinal, record, at);
    options.ledger.mark(cleaningId, ordinal, claimOf(record), !isSettled(record.state), at);
    if (notable) records.note(cleaningId, ordinal, at, before.state.kind, record.state.kind, why);
    return { part, after: record, event, isStored: true };
  }

  function tell(moved: Drawn): void {
    if (moved.isStored) options.stored(moved);
  }

  return {
    commit(part, event) {
      const moved = journal.commit(() => draw(part, event));
      if (moved === null) return null;
      tell(moved);
      return moved.after;
    },
    commitAll(parts, event, also) {
      const moved = journal.commit(() => {
        const all = parts.flatMap((part) => draw(part, event) ?? []);
        if (all.length > 0) also?.();
        return all;
      });
      for (const one of moved) tell(one);
      return moved;
    },
  };
}
