import type { ResultFilter, ResultRow, ResultSort } from "../../../../shared/bridge/results.ts";
import type { Problem } from "../../../../shared/problems.ts";
import type { Bridge } from "../../../bridge.ts";

const BLOCK = 100;
/** Blocks kept around what is on screen; the page never holds more of the list than this. */
const KEPT_BLOCKS = 40;

export interface RowsSource {
  /** Rows that pass the filter; null until the first answer. */
  total(): number | null;
  /** The row at that position of the filtered, sorted list; undefined while it is not here. */
  row(position: number): ResultRow | undefined;
  problem(): Problem | null;
  /** Says what is on screen: positions `first` to `last`, both included. */
  need(first: number, last: number): void;
  /** Reads again what is on screen; the old rows stay until the new ones are here. */
  refresh(): void;
  /** Grows with everything that arrives. */
  version(): number;
  subscribe(listener: () => void): () => void;
  stop(): void;
}

interface Query {
  readonly cleaningId: string;
  readonly filter: ResultFilter;
  readonly sort: ResultSort;
  /** Who asks, apart from other windows. */
  readonly page?: string;
}

/**
 * Windows of one filtered, sorted list, fetched as they come on screen, one request at a time: while one is under way
 * only the newest need is remembered. `nextSequence` grows with every request of the page, so that the engine can
 * drop those of an older query.
 */
export function createRowsSource(bridge: Bridge, query: Query, nextSequence: () => number): RowsSource {
  const blocks = new Map<number, ResultRow[]>();
  const listeners = new Set<() => void>();
  let total: number | null = null;
  let problem: Problem | null = null;
  // After a problem nothing is asked until it is wished for anew; it is shown until there is an answer.
  let failed = false;
  let version = 0;
  let wanted = { first: 0, last: BLOCK - 1 };
  let busy = false;
  let stopped = false;
  // Rows that were read before the last refresh, or for a request that was under way then, are not to be kept.
  let stale = false;
  let age = 0;

  const changed = (): void => {
    version += 1;
    for (const listener of listeners) listener();
  };

  const missing = (): { from: number; to: number } | null => {
    const end = total === null ? wanted.last : Math.min(wanted.last, total - 1);
    const from = Math.floor(wanted.first / BLOCK);
    const to = Math.min(Math.floor(Math.max(end, 0) / BLOCK), from + 3);
    if (stale) return { from, to };
    const absent: number[] = [];
    for (let block = from; block <= to; block++) if (!blocks.has(block)) absent.push(block);
    const [first] = absent;
    return first === undefined ? null : { from: first, to: absent[absent.length - 1] ?? first };
  };

  const forget = (): void => {
    const middle = Math.floor((wanted.first + wanted.last) / 2 / BLOCK);
    const far = [...blocks.keys()].sort((a, b) => Math.abs(b - middle) - Math.abs(a - middle));
    for (const block of far.slice(0, Math.max(0, blocks.size - KEPT_BLOCKS))) blocks.delete(block);
  };

  const fetch = async (): Promise<void> => {
    if (busy || stopped) return;
    const gap = missing();
    if (!gap || failed) return;
    busy = true;
    const asked = age;
    const offset = gap.from * BLOCK;
    const limit = (gap.to - gap.from + 1) * BLOCK;
    const answer = await bridge.call("results.rows", {
      ...query,
      offset,
      limit,
      sequence: nextSequence(),
    });
    busy = false;
    if (stopped) return;
    if (answer.ok && asked === age) {
      if (stale) blocks.clear();
      stale = false;
      problem = null;
      total = answer.value.total;
      for (let block = gap.from; block <= gap.to; block++) {
        const start = (block - gap.from) * BLOCK;
        blocks.set(block, answer.value.rows.slice(start, start + BLOCK));
      }
      forget();
      changed();
    } else if (!answer.ok && answer.problem.code !== "cancelled") {
      problem = answer.problem;
      failed = true;
      changed();
    }
    await fetch();
  };

  return {
    total: () => total,
    row: (position) => blocks.get(Math.floor(position / BLOCK))?.[position % BLOCK],
    problem: () => problem,
    need(first, last) {
      wanted = { first, last };
      failed = false;
      void fetch();
    },
    refresh() {
      stale = true;
      age += 1;
      failed = false;
      void fetch();
    },
    version: () => version,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      stopped = true;
    },
  };
}
