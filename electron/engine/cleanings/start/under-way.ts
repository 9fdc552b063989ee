import { existsSync } from "node:fs";
import type { OpenList } from "../../lists/index.ts";
import { MAX_PART } from "../../results/format.ts";
import { openCleaning } from "../../results/index.ts";
import type { Layout } from "../../store/index.ts";

/** A cleaning with the ordinals of its parts that are not over, or are without what was paid for. */
export interface UnderWay {
  readonly listId: string;
  readonly cleaningId: string;
  /** Parts that come to their end unasked. */
  readonly moving: readonly number[];
  /** Parts of a paused cleaning, and those that wait for somebody. */
  readonly held: readonly number[];
  /** Parts that were paid for, or may have been, and whose results did not come. */
  readonly paid: readonly number[];
}

type Other = ReturnType<typeof openCleaning>;

/** Of an address in several of them, the highest counts. */
const MOVING = 3;
const HELD = 2;
const PAID = 1;

/** Addresses of a list that are in parts of other cleanings, or were checked by themselves, each counted once. */
export interface Elsewhere {
  /** Of a cleaning that brings them home unasked. */
  readonly underWay: number;
  /** The cleanings that do, by their ids. */
  readonly underWayIn: readonly string[];
  /** Of one that is paused, or waits for somebody. */
  readonly held: number;
  /** Paid for, or perhaps, in a cleaning or a single check whose results did not come. */
  readonly paid: number;
}

export const NOWHERE_ELSE: Elsewhere = { underWay: 0, underWayIn: [], held: 0, paid: 0 };

/**
 * How many of the `selected` addresses of `list` are in parts of other cleanings, by whether those go on unasked, wait, or
 * were paid for and are not here, or are `checked`: in single checks that were never answered, by their numbers. Compared
 * as they are folded, byte for byte.
 */
export function countElsewhere(
  layout: Layout,
  list: OpenList,
  selected: Uint8Array,
  { others, checked }: { readonly others: readonly UnderWay[]; readonly checked: readonly number[] },
): Elsewhere {
  const found = new Uint8Array(selected.length);
  const underWayIn: string[] = [];
  for (const id of checked) if (selected[id] === 1) found[id] = PAID;
  for (const { listId, cleaningId, moving, held, paid } of others) {
    const kinds = new Map([
      ...paid.map((ordinal): [number, number] => [ordinal, PAID]),
      ...held.map((ordinal): [number, number] => [ordinal, HELD]),
      ...moving.map((ordinal): [number, number] => [ordinal, MOVING]),
    ]);
    const { results } = layout.cleaning(cleaningId);
    // Between a cleaning's first entry and its files there is a moment without them.
    if (kinds.size === 0 || !existsSync(results)) continue;
    try {
      const other = openCleaning(layout.list(listId), results, { readonly: true, lazy: true });
      const met = look(list, other, selected, kinds, found);
      if (met.has(MOVING)) underWayIn.push(cleaningId);
    } catch {
      // One whose files are damaged or gone says so itself. It is not in the way of others, for this is only a hint.
    }
  }
  const count = (kind: number) => found.reduce((sum, one) => sum + (one === kind ? 1 : 0), 0);
  return { underWay: count(MOVING), underWayIn, held: count(HELD), paid: count(PAID) };
}

/** Notes in `found` what of the `selected` addresses is in parts of `other` that are in `kinds`, and closes it; the kinds met. */
function look(
  list: OpenList,
  other: Other,
  selected: Uint8Array,
  kinds: ReadonlyMap<number, number>,
  found: Uint8Array,
): ReadonlySet<number> {
  const met = new Set<number>();
  try {
    const { fate, verdict } = other.results;
    const { addressText, addressEnd } = other.list;
    for (let id = 0, start = 0; id < fate.length; id++) {
      const end = addressEnd[id] ?? start;
      const part = fate[id] ?? 0;
      if (part >= 1 && part <= MAX_PART && verdict[id] === 0) {
        const kind = kinds.get(part) ?? 0;
        const own = kind === 0 ? -1 : list.find(addressText.subarray(start, end));
        if (own >= 0 && selected[own] === 1) {
          found[own] = Math.max(found[own] ?? 0, kind);
          met.add(kind);
        }
      }
      start = end;
    }
    return met;
  } finally {
    other.close();
  }
}
