import type { CutSample, ReadOptions } from "../../../../shared/bridge/lists.ts";

const KEPT = 20;
const CELL_SHOWN = 300;

/** Addresses that were taken out of longer cells: how many, and the first of them before and after. */
export class CutAddresses {
  /** Cells of which it is not certain that this address is meant, or that it alone is. */
  asked = 0;
  /** All others. */
  certain = 0;
  readonly #samples = { asked: [] as CutSample[], certain: [] as CutSample[] };
  readonly #answer: ReadOptions["cut"];

  /** `answer`: what the user said of those that are not certain. */
  constructor(answer: ReadOptions["cut"]) {
    this.#answer = answer;
  }

  /** Counts one; whether its address is to be taken. */
  takes(cut: "asked" | "certain", cell: string, address: string, line: number): boolean {
    this[cut]++;
    const samples = this.#samples[cut];
    if (samples.length < KEPT) samples.push({ line, cell: cell.slice(0, CELL_SHOWN), address });
    return cut === "certain" || this.#answer !== "leave";
  }

  get isAnswered(): boolean {
    return this.#answer !== undefined;
  }

  samples(cut: "asked" | "certain"): CutSample[] {
    return this.#samples[cut];
  }

  /** Says every line anew. */
  renumber(rowOf: (line: number) => number): void {
    for (const cut of ["asked", "certain"] as const) {
      this.#samples[cut] = this.#samples[cut].map((one) => ({ ...one, line: rowOf(one.line) }));
    }
  }
}
