import type { Peers } from "./peers.ts";
import type { Line } from "./report/line.ts";

export interface BenchContext {
  /** Folder kept between runs: the workload, the peers' databases, the archive. */
  readonly cache: string;
  readonly work: string;
  readonly quick: boolean;
  readonly runs: number;
  readonly peers: Peers;
  /** URLs of the built worker threads. */
  readonly workers: { readonly tasks: string; readonly reader: string };
  say(text: string): void;
}

export interface Benchmark {
  readonly name: string;
  /** Runs with `--only` alone. */
  readonly isApart?: true;
  run(context: BenchContext): Promise<Line[]>;
}

export const ROWS = 500_000;
