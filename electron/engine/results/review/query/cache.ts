import type { SegmentCount, Unwanted } from "../../../../../shared/bridge/answer.ts";
import type { Segment } from "../../../../../shared/segments.ts";
import type { VerdictColumns } from "../../results-store.ts";
import type { Scale } from "./column-types.ts";

/** Rows that pass a filter (1 per row), and their number. */
export interface RowMask {
  readonly mask: Uint8Array;
  readonly total: number;
}

/** An LRU cache. */
export interface LruCache<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): T;
  clear(): void;
}

/** Maximum number of columns in the cache of values. A column takes four bytes per row plus its distinct texts. */
const MAX_CACHED_COLUMNS = 4;

export type ReviewCache = ReturnType<typeof createReviewCache>;

export function createReviewCache() {
  const masks = createLruCache<RowMask>(12);
  const orders = createLruCache<Uint32Array>(6);
  const selections = createLruCache<Uint32Array>(6);
  const columns = createLruCache<ColumnCells>(2);
  const values = createLruCache<ColumnValues>(MAX_CACHED_COLUMNS);
  const traits = createLruCache<Traits>(1);
  const domains = createLruCache<Domains>(1);
  const segments = createLruCache<Segments>(2);
  const unwanted = createLruCache<Unwanted | null>(2);
  const joins = createLruCache<Joined>(1);
  const earlier = createLruCache<Uint8Array>(2);
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
    /** Addresses another service calls unwanted; `null` if there are none. */
    unwanted,
    joins,
    /** Earlier verdict of each address, by the earlier cleaning's ID. */
    earlier,
    /** Invalidates what depends on verdicts. */
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
    expectedChanged: forgetChosen,
  };
}

function createLruCache<T>(size: number): LruCache<T> {
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
  readonly byAddress: Uint16Array;
  readonly ofEmpty: number;
  readonly ofMalformed: number;
}

/** The list's domains; spellings of the same domain count as one. */
export interface Domains {
  /** By domain index: the index of its first spelling; `null` if every domain has only one. */
  readonly canonicalId: Uint32Array | null;
  /** Returns the index of a domain in any spelling, or -1. */
  find(domain: string): number;
}

/** A dictionary-encoded column, exactly as written. */
export interface ColumnCells {
  /** Index in `distinct` by row. */
  readonly codes: Uint32Array;
  /** In the order of their first rows. */
  readonly distinct: readonly string[];
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
  /** Right addresses that are not in the left cleaning. */
  readonly new: Uint32Array;
  /** Left addresses that are not in the right cleaning. */
  readonly gone: Uint32Array;
  /** Number of addresses with the same verdict on both sides. */
  readonly same: number;
  /** Number of addresses without a verdict on either side. */
  readonly none: number;
  /** Number of addresses by verdict code before × `VERDICT_CODES` + code after. */
  readonly moves: Uint32Array;
}
