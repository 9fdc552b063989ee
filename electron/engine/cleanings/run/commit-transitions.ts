import { isDeepStrictEqual } from "node:util";
import type { Clock } from "../../clock.ts";
import type { Ledger } from "../../ledger/index.ts";
import type { Journal } from "../../store/index.ts";
import { transition } from "../part/machine.ts";
import type { PartEvent } from "../part/part-events.ts";
import { claimOf, isSettled, type PartRecord } from "../part/record.ts";
import type { PartRow, Records } from "../records.ts";

export interface CommittedTransition {
  readonly part: PartRow;
  readonly after: PartRecord;
  readonly event: PartEvent;
}

/** Applies events to parts through the state machine; commits before notifying. */
export type TransitionCommitter = ReturnType<typeof createMoves>;

export function createMoves(options: {
  readonly journal: Pick<Journal, "commit">;
  readonly records: Records;
  readonly ledger: Pick<Ledger, "mark">;
  readonly clock: Clock;
  /** Returns whether the cleaning's record must be stored and reported even if unchanged. */
  readonly isTroubled: (cleaningId: string) => boolean;
  readonly stored: (moved: CommittedTransition) => void;
}) {
  const { journal, records, clock } = options;

  /** A move within the open transaction. `isStored` is `false` if the record is unchanged. */
  type Drawn = CommittedTransition & { readonly isStored: boolean };

  function computeMove({ cleaningId, ordinal }: PartRow, event: PartEvent): Drawn | null {
    const part = records.part(cleaningId, ordinal);
    const next = part === null ? null : transition(part.record, event);
    if (part === null || next === null) return null;
    const before = part.record;
    const { record, why } = next;
    // Skip the disk write for an unchanged record: a sync would block everything else.
    if (isDeepStrictEqual(record, before) && !options.isTroubled(cleaningId))
      return { part, after: record, event, isStored: false };
    const notable = record.state.kind !== before.state.kind || record.problem?.code !== before.problem?.code;
    const at = clock.now();
    records.savePart(cleaningId, ordinal, record, at);
    options.ledger.mark(cleaningId, ordinal, claimOf(record), !isSettled(record.state), at);
    if (notable) records.note(cleaningId, ordinal, at, before.state.kind, record.state.kind, why);
    return { part, after: record, event, isStored: true };
  }

  function notify(moved: Drawn): void {
    if (moved.isStored) options.stored(moved);
  }

  return {
    /** Returns the record after `event`; `null` if nothing changes. */
    commit(part: PartRow, event: PartEvent): PartRecord | null {
      const moved = journal.commit(() => computeMove(part, event));
      if (moved === null) return null;
      notify(moved);
      return moved.after;
    },
    /** Applies `event` to all `parts` in one commit; `also` runs in it if at least one part changed. */
    commitAll(
      parts: readonly PartRow[],
      event: PartEvent,
      also?: () => void,
    ): readonly CommittedTransition[] {
      const moved = journal.commit(() => {
        const all = parts.flatMap((part) => computeMove(part, event) ?? []);
        if (all.length > 0) also?.();
        return all;
      });
      for (const one of moved) notify(one);
      return moved;
    },
  };
}
