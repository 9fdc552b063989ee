import type { Problem } from "../../shared/problems.ts";
import type { Result } from "../../shared/result.ts";

const BLOCK = 100;
/** Maximum number of blocks held in memory, around the visible rows. */
const KEPT_BLOCKS = 40;
const BLOCKS_ASKED = 4;

export interface RowsWindow {
  readonly offset: number;
  readonly limit: number;
}

export interface WindowAnswer<Row> {
  readonly total: number;
  readonly rows: readonly Row[];
}

export interface WindowedRows<Row, Answer extends WindowAnswer<Row> = WindowAnswer<Row>> {
  /** Returns the latest response of any window; `null` before the first. */
  answer(): Answer | null;
  total(): number | null;
  row(position: number): Row | undefined;
  problem(): Problem | null;
  /** Sets the visible positions, `first` to `last` inclusive. */
  need(first: number, last: number): void;
  /** Reloads the visible rows; the old ones stay until the response arrives. */
  refresh(): void;
  version(): number;
  subscribe(listener: () => void): () => void;
  stop(): void;
}

/**
 * Fetches windows of rows as they become visible, one request at a time; only the newest position is remembered while
 * one is in flight. A `cancelled` response was superseded by a newer request and is not a problem.
 */
export function createWindowedRows<Row, Answer extends WindowAnswer<Row>>(
  ask: (window: RowsWindow) => Promise<Result<Answer>>,
): WindowedRows<Row, Answer> {
  const blocks = new Map<number, readonly Row[]>();
  const listeners = new Set<() => void>();
  let newest: Answer | null = null;
  let problem: Problem | null = null;
  // After a problem, wait for the next `need` or `refresh`; the problem stays visible until a response arrives.
  let failed = false;
  let version = 0;
  let wanted = { first: 0, last: BLOCK - 1 };
  let busy = false;
  let stopped = false;
  // Rows loaded or requested before the last refresh must not be kept.
  let stale = false;
  let age = 0;

  const changed = (): void => {
    version += 1;
    for (const listener of listeners) listener();
  };

  const missing = (): { from: number; to: number } | null => {
    const end = newest === null ? wanted.last : Math.min(wanted.last, newest.total - 1);
    const from = Math.floor(wanted.first / BLOCK);
    const to = Math.min(Math.floor(Math.max(end, 0) / BLOCK), from + BLOCKS_ASKED - 1);
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
    const answer = await ask({ offset: gap.from * BLOCK, limit: (gap.to - gap.from + 1) * BLOCK });
    busy = false;
    if (stopped) return;
    if (answer.ok && asked === age) {
      if (stale) blocks.clear();
      stale = false;
      problem = null;
      newest = answer.value;
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
    answer: () => newest,
    total: () => newest?.total ?? null,
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
