import type { Peers } from "./peers.ts";
import type { Line } from "./report/line.ts";

/** What every benchmark gets. */
export interface BenchContext {
  /** What is made once and kept between runs: the workload, the peers' databases, the archive. */
  readonly cache: string;
  /** A folder of this run alone. */
  readonly work: string;
  readonly quick: boolean;
  /** How often each contestant runs. */
  readonly runs: number;
  readonly peers: Peers;
  /** The built worker threads, as addresses. */
  readonly workers: { readonly tasks: string; readonly reader: string };
  say(text: string): void;
}

export interface Benchmark {
  readonly name: string;
  run(context: BenchContext): Promise<Line[]>;
}

/** The list that the targets speak of. */
export const ROWS = 500_000;
