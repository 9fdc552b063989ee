import type { Compared, Comparison } from "../../../shared/bridge/results.ts";
import type { CallInput } from "../../../shared/bridge.ts";
import type { Problem } from "../../../shared/problems.ts";
import type { Bridge } from "../../bridge.ts";

const BLOCK = 200;
const KEPT_BLOCKS = 30;

export type CompareQuery = Omit<CallInput<"results.compare">, "offset" | "limit">;

export interface ComparedRows {
  /** Counts and moves, with the first answer. */
  summary(): Pick<Comparison, "counts" | "moves" | "total"> | null;
  row(position: number): Compared | undefined;
  problem(): Problem | null;
  /** Says what is on screen, both included. */
  need(first: number, last: number): void;
  /** Reads again what is on screen; the old rows stay until the new ones are here. */
  refresh(): void;
  version(): number;
  subscribe(listener: () => void): () => void;
  stop(): void;
}

/** Windows of a comparison, fetched as they come on screen, one request at a time. */
export function createComparedRows(bridge: Bridge, query: CompareQuery): ComparedRows {
  const blocks = new Map<number, readonly Compared[]>();
  const listeners = new Set<() => void>();
  let summary: Pick<Comparison, "counts" | "moves" | "total"> | null = null;
  let problem: Problem | null = null;
  // After a problem nothing is asked until it is wished for anew; it is shown until there is an answer.
  let failed = false;
  // Rows that were read before the last refresh, or for a request that was under way then, are not to be kept.
  let stale = false;
  let age = 0;
  let wanted = { first: 0, last: 0 };
  let version = 0;
  let busy = false;
  let stopped = false;

  const missing = (): number | null => {
    const last = summary === null ? wanted.last : Math.min(wanted.last, summary.total - 1);
    for (
      let block = Math.floor(wanted.first / BLOCK);
      block <= Math.floor(Math.max(0, last) / BLOCK);
      block++
    )
      if (stale || !blocks.has(block)) return block;
    return null;
  };

  const fetch = async (): Promise<void> => {
    const block = missing();
    if (busy || stopped || failed || block === null) return;
    busy = true;
    const asked = age;
    const answer = await bridge.call("results.compare", { ...query, offset: block * BLOCK, limit: BLOCK });
    busy = false;
    if (stopped) return;
    if (answer.ok && asked !== age) return await fetch();
    if (answer.ok) {
      if (stale) blocks.clear();
      stale = false;
      problem = null;
      summary = answer.value;
      blocks.set(block, answer.value.rows);
      for (const oldest of blocks.keys()) {
        if (blocks.size <= KEPT_BLOCKS) break;
        blocks.delete(oldest);
      }
    } else {
      problem = answer.problem;
      failed = true;
    }
    version += 1;
    for (const listener of listeners) listener();
    await fetch();
  };

  return {
    summary: () => summary,
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
