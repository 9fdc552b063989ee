import type { SegmentCount, Unwanted } from "../../../../../shared/bridge/answer.ts";
import type { Segment } from "../../../../../shared/segments.ts";
import type { VerdictColumns } from "../../results-file.ts";
import type { Scale } from "./scale.ts";

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
  readonly segments: Recent<Segments>;
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
  /** Addresses are expected to bounce at other rates. */
  expectedChanged(): void;
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
  const segments = createRecent<Segments>(2);
  const unwanted = createRecent<Unwanted | null>(2);
  const joins = createRecent<Joined>(1);
  const earlier = createRecent<Uint8Array>(2);
  const forgetChosen = () => {
    segments.clear();
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
    segments,
    unwanted,
    joins,
    earlier,
    resultsChanged() {
      joins.clear();
      traits.clear();
      segments.clear();
      unwanted.clear();
      masks.clear();
      orders.clear();
      selections.clear();
    },
    marksChanged: forgetChosen,
    suppressedChanged: forgetChosen,
    expectedChanged: forgetChosen,
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

/** The traits of every address, and those of rows that have none. */
export interface Traits {
  /** u: two bytes an address. */
  readonly ofAddress: Uint16Array;
  readonly ofEmpty: number;
  readonly ofMalformed: number;
}

/** The list's domains, those that are one domain in two spellings as one. */
export interface Domains {
  /** d: the number of the first spelling of each; null: each is its own. */
  readonly first: Uint32Array | null;
  /** The number of a domain in any spelling, or -1. */
  find(domain: string): number;
}

/** A column as numbers of its distinct values; case and blanks around do not make another value. */
export interface ColumnValues {
  /** n: the value of each row. */
  readonly codes: Uint32Array;
  /** The values as they are first written, blanks around taken away. */
  readonly texts: readonly string[];
  /** The number of the empty value, or -1. */
  readonly empty: number;
  /** The number of a value in any spelling, or -1. */
  find(value: string): number;
  /** Null: it does not hold numbers or dates throughout. */
  readonly scale: Scale | null;
}

/** Behind which segment each row is: the place of the segment in SEGMENTS, or NO_DOOR. */
export interface Segments {
  /** n */
  readonly ofRow: Uint8Array;
  /** By segment: its rows, its distinct addresses, and the rows of its file. */
  readonly counts: Readonly<Record<Segment, SegmentCount>>;
  /** Of the addresses behind `risky`, those that are accept-all. */
  readonly acceptAll: number;
}

/** Two cleanings joined by address: what each comparison is worked out from. */
export interface Joined {
  /** The results that were joined: other ones make the join stale. */
  readonly left: VerdictColumns;
  readonly right: VerdictColumns;
  /** The left address of each right one, or -1. */
  readonly leftOf: Int32Array;
  /** Right addresses whose verdict is another one, that have one only here, only in the left. */
  readonly changed: Uint32Array;
  readonly gained: Uint32Array;
  readonly lost: Uint32Array;
  /** Right addresses that are new, left addresses that are gone. */
  readonly new: Uint32Array;
  readonly gone: Uint32Array;
  /** With the same verdict in both; without one in either. */
  readonly same: number;
  readonly none: number;
  /** Addresses by the code of their verdict before, times VERDICT_CODES, plus that after. */
  readonly moves: Uint32Array;
}
