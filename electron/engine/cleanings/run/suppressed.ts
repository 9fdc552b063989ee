import type { Result } from "../../../../shared/result.ts";
import type { Clock } from "../../handlers.ts";
import { mayBePaid } from "../part/record.ts";
import type { Records } from "../records.ts";
import type { CleaningRow, PartRow } from "../rows.ts";
import type { Asking } from "./asking.ts";
import type { PartLeft } from "./leave-out.ts";
import type { Moves } from "./moves.ts";
import { removeList } from "./removal.ts";
import { Stuck } from "./stuck.ts";

export interface SuppressedOptions {
  readonly records: Records;
  readonly clock: Clock;
  readonly moves: Moves;
  /** Takes who is suppressed by now out of a part's files; with `write` false it is only looked at. Null: nobody is. */
  readonly leaveOut: (
    cleaning: CleaningRow,
    part: PartRow,
    write: boolean,
    signal: AbortSignal,
  ) => Promise<Result<PartLeft | null>>;
}

/** Keeps who came onto a suppression list since a cleaning was agreed to from being sent, and from being paid for. */
export function createSuppressed({ records, clock, moves, leaveOut }: SuppressedOptions) {
  /** By the suppression lists as they are when it ends. */
  async function look({ cleaning, part, signal }: Asking, write: boolean): Promise<PartLeft | null> {
    if (!cleaning.options.suppress) return null;
    for (;;) {
      const lists = records.suppressionLists();
      const left = await leaveOut(cleaning, part, write, signal);
      if (!left.ok) {
        if (signal.aborted) return null;
        throw new Stuck(left.problem);
      }
      if (left.value !== null || signal.aborted || records.suppressionLists() === lists) return left.value;
    }
  }

  return {
    /** Before the part is sent. True: it is another part now, and is looked at anew. */
    async beforeSending(asking: Asking): Promise<boolean> {
      const { part } = asking;
      const left = await look(asking, true);
      if (left === null) return false;
      const { cleaningId, ordinal } = part;
      moves.commitAll([part], { type: "suppressed.left_out", ...left }, () => {
        const cleaning = records.cleaning(cleaningId);
        const now = records.part(cleaningId, ordinal);
        if (cleaning === null || now === null) return;
        const addresses = left.leftOut - part.record.leftOut;
        const { kind } = now.record.state;
        records.leaveOut(cleaning, addresses, part.record.agreed - now.record.agreed);
        records.note(cleaningId, ordinal, clock.now(), kind, kind, {
          code: "suppressed.left_out",
          addresses,
        });
      });
      return true;
    },
    /** Before the job is started. True: it is not, but sent anew without them. */
    async beforeStarting(asking: Asking, jobId: string): Promise<boolean> {
      const { part, client, signal } = asking;
      if (mayBePaid(part.record) || (await look(asking, false)) === null) return false;
      if (signal.aborted || moves.commit(part, { type: "suppressed.found" }) === null) return false;
      // It was never started: what is left of it is purged by itself.
      await removeList(client, jobId);
      return true;
    },
  };
}
