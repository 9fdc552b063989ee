import type { Unwanted } from "../../../../../shared/bridge/answer.ts";
import type { Joined } from "../view/joined.ts";
import type { ColumnValues, Domains, Doors, Traits } from "./worked-out.ts";

/** What a filter lets through: 1 a row, and how many they are. */
export interface RowMask {
  readonly mask: Uint8Array;
  readonly total: number;
}

/** What was worked out of an open cleaning, to be used again. */
export interface ReviewCache {
  readonly masks: Recent<RowMask>;
  /** All rows, in the order of a sort. */
  readonly orders: Recent<Uint32Array>;
  /** Rows filtered and sorted. */
  readonly selections: Recent<Uint32Array>;
  /** A column's cells. */
  readonly columns: Recent<string[]>;
  /** A column's cells as numbers of its distinct values. */
  readonly values: Recent<ColumnValues>;
  /** What addresses are counted by, and the list's domains. */
  readonly traits: Recent<Traits>;
  readonly domains: Recent<Domains>;
  readonly doors: Recent<Doors>;
  /** Who is not to be mailed by another service's words; null: nobody. */
  readonly unwanted: Recent<Unwanted | null>;
  /** This cleaning and another, joined by address. */
  readonly joins: Recent<Joined>;
  /** The verdict that each address had in an earlier cleaning. */
  readonly earlier: Recent<Uint8Array>;
  /** Verdicts have come in: what rests on them is forgotten. */
  resultsChanged(): void;
  /** The user has marked rows. */
  marksChanged(): void;
  /** Other addresses are on a suppression list. */
  suppressedChanged(): void;
}

/** A map that keeps what was used last. */
export interface Recent<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): T;
  clear(): void;
}

/** Columns whose values are kept: four bytes a row and the distinct texts, each. */
const KEPT_VALUES = 4;

export function createReviewCache(): ReviewCache {
  const masks = createRecent<RowMask>(12);
  const orders = createRecent<Uint32Array>(6);
  const selections = createRecent<Uint32Array>(6);
  const columns = createRecent<string[]>(2);
  const values = createRecent<ColumnValues>(KEPT_VALUES);
  const traits = createRecent<Traits>(1);
  const domains = createRecent<Domains>(1);
  const doors = createRecent<Doors>(2);
  const unwanted = createRecent<Unwanted | null>(2);
  const joins = createRecent<Joined>(1);
  const earlier = createRecent<Uint8Array>(2);
  const forgetChosen = () => {
    doors.clear();
    unwanted.clear();
    masks.clear();
    selections.clear();
  };
  return {
    masks,
    orders,
    selections,
    columns,
    values,
    traits,
    domains,
    doors,
    unwanted,
    joins,
    earlier,
    resultsChanged() {
      joins.clear();
      traits.clear();
      doors.clear();
      unwanted.clear();
      masks.clear();
      orders.clear();
      selections.clear();
    },
    marksChanged: forgetChosen,
    suppressedChanged: forgetChosen,
  };
}

function createRecent<T>(size: number): Recent<T> {
  const entries = new Map<string, T>();
  return {
    get(key) {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      for (const oldest of entries.keys()) {
        if (entries.size <= size) break;
        entries.delete(oldest);
      }
      return value;
    },
    clear: () => entries.clear(),
  };
}
