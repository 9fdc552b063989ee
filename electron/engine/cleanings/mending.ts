import type { Clock } from "../handlers.ts";
import type { Remade, RemakeInput } from "../results/index.ts";
import type { Journal } from "../store/index.ts";
import type { Finisher } from "./finish.ts";
import { isSettled, type PartRecord } from "./part/record.ts";
import type { Records } from "./records.ts";
import { IMPORTED_PART } from "./start/plan.ts";

/** What the journal knows of a cleaning, for its files to be made anew; null: it knows too little of it. */
export type ToRemake = Omit<RemakeInput, "dataDir">;

export interface MendingOptions {
  readonly journal: Journal;
  readonly records: Records;
  readonly clock: Clock;
  readonly finisher: Pick<Finisher, "sumUpAgain">;
  readonly changed: (id: string) => void;
}

/** What was made anew of a cleaning's files. */
export interface MendedFiles {
  readonly cleaning: Remade;
}

/** What making a cleaning's files anew needs to know of it, and what follows from it. */
export function createMending({ journal, records, clock, finisher, changed }: MendingOptions) {
  return {
    toRemake(id: string): ToRemake | null {
      const row = records.cleaning(id);
      if (row === null || row.unreadable === true) return null;
      const imported = row.state === "imported";
      const parts = records.parts(id).map(({ ordinal, bytes, record }) => ({
        ordinal,
        bytes: record.leftOut === 0 ? bytes : record.uploadBytes,
        leftOut: record.leftOut,
        addresses: record.addresses,
        isDone: record.state.kind === "done",
        missing: record.missing,
        isOpen: !isSettled(record.state),
        answer: record.answer,
        expectedTotal: Math.min(record.total ?? record.addresses, record.addresses),
      }));
      const own = {
        ordinal: IMPORTED_PART,
        bytes: null,
        leftOut: 0,
        isDone: true,
        missing: row.missing,
        isOpen: false,
        answer: null,
        expectedTotal: null,
      };
      return {
        cleaningId: id,
        listId: row.list_id,
        name: row.name,
        scope: row.scope,
        createdAt: row.created_at,
        options: row.options,
        price: row.price,
        imported,
        parts: imported ? [own] : parts,
      };
    },

    /** Notes what was made anew, and sums the cleaning up once more where its results were. */
    remade(id: string, { cleaning: { results, uploads, missing } }: MendedFiles): void {
      const row = records.cleaning(id);
      if (row === null) return;
      const at = clock.now();
      journal.commit(() => {
        if (results) records.note(id, null, at, row.state, row.state, "results.remade");
        if (uploads > 0) records.note(id, null, at, row.state, row.state, "uploads.remade");
        for (const one of missing) {
          const part = records.part(id, one.ordinal);
          if (part?.record.state.kind === "done" && part.record.missing !== one.missing)
            records.savePart(id, one.ordinal, asNow(part.record, one.missing), at);
        }
      });
      if (results && row.state !== "active") void finisher.sumUpAgain(id);
      changed(id);
    },
  };
}

/** Where less is here than was, what the service still has is not deleted there. */
function asNow(record: PartRecord, missing: number): PartRecord {
  return { ...record, missing, removal: missing <= record.missing && record.removal };
}
