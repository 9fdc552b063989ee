import type { SegmentCount, Unwanted } from "../../../../../shared/bridge/answer.ts";
import type { Segment } from "../../../../../shared/segments.ts";
import type { VerdictColumns } from "../../results-file.ts";
import type { Scale } from "./column-types.ts";

/** Rows that pass a filter (1 per row), and their number. */
export interface RowMask {
  readonly mask: Uint8Array;
  readonly total: number;
}

export interface ReviewCache {
  readonly masks: Recent<RowMask>;
  readonly orders: Recent<Uint32Array>;
  readonly selections: Recent<Uint32Array>;
  readonly columns: Recent<string[]>;
  readonly values: Recent<ColumnValues>;
  readonly traits: Recent<Traits>;
  readonly domains: Recent<Domains>;
  readonly segments: Recent<Segments>;
  /** Addresses another service calls unwanted; `null` if there are none. */
  readonly unwanted: Recent<Unwanted | null>;
  readonly joins: Recent<Joined>;
  /** Earlier verdict of each address, by the earlier cleaning's ID. */
  readonly earlier: Recent<Uint8Array>;
  /** Invalidates what depends on verdicts. */
  resultsChanged(): void;
  marksChanged(): void;
  suppressedChanged(): void;
  expectedChanged(): void;
}

/** An LRU cache. */
export interface Recent<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): T;
  clear(): void;
}

/** Number of columns cached: four bytes per row plus the distinct texts, each. */
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

export interface Traits {
  readonly ofAddress: Uint16Array;
  readonly ofEmpty: number;
  readonly ofMalformed: number;
}

/** The list's domains; spellings of the same domain count as one. */
export interface Domains {
  /** By domain index: the index of its first spelling; `null` if every domain has only one. */
  readonly first: Uint32Array | null;
  /** Returns the index of a domain in any spelling, or -1. */
  find(domain: string): number;
}

/** A dictionary-encoded column; case and surrounding whitespace are ignored. */
export interface ColumnValues {
  /** Value index by row. */
  readonly codes: Uint32Array;
  /** Values in their first spelling, trimmed. */
  readonly texts: readonly string[];
  /** Index of the empty value, or -1. */
  readonly empty: number;
  /** Returns the index of a value in any spelling, or -1. */
  find(value: string): number;
  /** `null` unless the column holds numbers or dates. */
  readonly scale: Scale | null;
}

/** Segment of each row: an index in `SEGMENTS`, or `NO_DOOR` if it has none. */
export interface Segments {
  readonly ofRow: Uint8Array;
  readonly counts: Readonly<Record<Segment, SegmentCount>>;
  readonly acceptAll: number;
}

/** Two cleanings joined by address, the basis of each comparison. */
export interface Joined {
  /** The joined results; the join is stale if they changed. */
  readonly left: VerdictColumns;
  readonly right: VerdictColumns;
  /** Left address index by right address, or -1. */
  readonly leftOf: Int32Array;
  /** Right addresses whose verdict changed, that only have a verdict on the right, or only on the left. */
  readonly changed: Uint32Array;
  readonly gained: Uint32Array;
  readonly lost: Uint32Array;
  /** Right addresses that are new, and left addresses that are gone. */
  readonly new: Uint32Array;
  readonly gone: Uint32Array;
  /** Number of addresses with the same verdict on both sides, and without one on either. */
  readonly same: number;
  readonly none: number;
  /** Number of addresses by verdict code before × `VERDICT_CODES` + code after. */
  readonly moves: Uint32Array;
}
