import { becomesKnown, type SingleAnswer } from "../part/record.ts";
import type { Records } from "../records.ts";
import type { CleaningRow, PartRow } from "../rows.ts";
import { keyOf, partOf } from "./part-key.ts";

export interface KnownSinceOptions {
  readonly records: Records;
  /** The fresh verdict of the part's only address, however it came to be known; null: none is. May reject. */
  readonly known: (cleaning: CleaningRow, part: PartRow) => Promise<SingleAnswer | null>;
  readonly tell: (part: PartRow, answer: SingleAnswer) => void;
  readonly log: (line: string) => void;
}

/** Spares the user from being asked to pay again for an address whose verdict came home by another check or list. */
export interface KnownSince {
  /** Looks the part up, if it waits for the user's yes to a single check. */
  look(part: PartRow): void;
  /** A verdict was learned: all that wait so are looked up. */
  lookAll(): void;
  /** Resolves when no part of the cleaning is being looked up. */
  looked(cleaningId: string): Promise<void>;
}

export function createKnownSince({ records, known, tell, log }: KnownSinceOptions): KnownSince {
  /** Look-ups under way, by the keys of their parts. */
  const underWay = new Map<string, Promise<void>>();

  function failed(what: string, error: unknown): void {
    log(`looking up ${what}: ${error instanceof Error ? error.message : String(error)}`);
  }

  async function lookUp(cleaning: CleaningRow, part: PartRow): Promise<void> {
    try {
      const answer = await known(cleaning, part);
      if (answer !== null) tell(part, answer);
    } catch (error) {
      // What cannot be looked up now is asked about as before.
      failed(`the check of ${part.cleaningId}`, error);
    }
  }

  function look(part: PartRow): void {
    if (!becomesKnown(part.record)) return;
    const cleaning = records.cleaning(part.cleaningId);
    if (cleaning === null || !cleaning.watching || !cleaning.options.reuseKnown) return;
    const key = keyOf(part.cleaningId, part.ordinal);
    // What was learned since a look-up began may not have been seen by it.
    const before = underWay.get(key) ?? Promise.resolve();
    const looking = before
      .then(() => lookUp(cleaning, part))
      .finally(() => {
        if (underWay.get(key) === looking) underWay.delete(key);
      });
    underWay.set(key, looking);
  }

  return {
    look,
    lookAll() {
      try {
        for (const part of records.checkedAlone()) look(part);
      } catch (error) {
        // Whatever was learned is here all the same.
        failed("checks in doubt", error);
      }
    },
    async looked(cleaningId) {
      for (const [key, looking] of underWay) if (partOf(key).cleaningId === cleaningId) await looking;
    },
  };
}
