import { isDeepStrictEqual } from "node:util";
import { systemCodeOf } from "../../../../shared/problems/values.ts";
import { type Problem, problem } from "../../../../shared/problems.ts";
import type { Clock } from "../../handlers.ts";
import { type Journal, type Layout, storeProblem } from "../../store/index.ts";
import type { PartEvent } from "../part/events.ts";
import { transition } from "../part/machine.ts";
import { type PartRecord, spentOn } from "../part/record.ts";
import type { Records } from "../records.ts";
import type { PartRow } from "../rows.ts";
import { Stuck } from "./stuck.ts";

export interface MovesOptions {
  readonly journal: Pick<Journal, "commit">;
  readonly records: Records;
  readonly layout: Layout;
  readonly clock: Clock;
  /**
   * Commits what credits may be spent after, so that no older journal is taken for this one from then on. `error`: what
   * kept the disk from that; nothing may be spent then.
   */
  readonly commitSpending: <T>(work: () => T) => { readonly drawn: T; readonly error: unknown };
  /** Why nothing may be sent: what Winnow has open are not the files of their names any more; null: they are. */
  readonly misplaced: () => Problem | null;
  /** Whether the cleaning's record is to be stored anew, and told of, also where nothing in it has changed. */
  readonly isTroubled: (cleaningId: string) => boolean;
  /** Counts what an account's balance is less by from then on, in the commit of the move. */
  readonly spent: (accountId: string, credits: number) => void;
  /** A move is committed. */
  readonly stored: (moved: Moved) => void;
}

/** What became of an intent to spend. `unsafe`: it is stored, but must not be followed, for what the disk did. */
export type Spending =
  | { kind: "unchanged" }
  | { kind: "committed"; record: PartRecord }
  | { kind: "unsafe"; problem: Problem };

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
  /** The same for an intent after which credits may be spent. */
  commitSpending(part: PartRow, event: PartEvent): Spending;
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
    const spent = spentOn(record) - spentOn(before);
    const accountId = spent === 0 ? undefined : records.cleaning(cleaningId)?.account_id;
    if (accountId !== undefined) options.spent(accountId, spent);
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
    commitSpending(part, event) {
      const before = options.misplaced();
      if (before !== null) throw new Stuck(before);
      const { drawn: moved, error } = options.commitSpending(() => draw(part, event));
      if (moved === null) return { kind: "unchanged" };
      tell(moved);
      // Replaced at this very moment, the file that it was committed to is nobody's.
      const since = options.misplaced();
      if (since !== null) return { kind: "unsafe", problem: since };
      if (error === null) return { kind: "committed", record: moved.after };
      const { identity, dataDir } = options.layout;
      const why =
        storeProblem(error, identity) ??
        problem("store_failing", { dir: dataDir, code: systemCodeOf(error) });
      return { kind: "unsafe", problem: why };
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
