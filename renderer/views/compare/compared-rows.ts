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
      if (!blocks.has(block)) return block;
    return null;
  };

  const fetch = async (): Promise<void> => {
    const block = missing();
    if (busy || stopped || problem || block === null) return;
    busy = true;
    const answer = await bridge.call("results.compare", { ...query, offset: block * BLOCK, limit: BLOCK });
    busy = false;
    if (stopped) return;
    if (answer.ok) {
      summary = answer.value;
      blocks.set(block, answer.value.rows);
      for (const oldest of blocks.keys()) {
        if (blocks.size <= KEPT_BLOCKS) break;
        blocks.delete(oldest);
      }
    } else problem = answer.problem;
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
