import type { Oddity } from "../../../../shared/bridge/lists.ts";

const LINES_KEPT = 20;

/** Counts what is odd in a file, with the first lines on which it was met. */
export class OddityCounter {
  readonly #found = new Map<Oddity["code"], { count: number; lines: number[] }>();

  add(code: Oddity["code"], line: number, count = 1): void {
    let entry = this.#found.get(code);
    if (entry === undefined) {
      entry = { count: 0, lines: [] };
      this.#found.set(code, entry);
    }
    entry.count += count;
    if (line > 0 && entry.lines.length < LINES_KEPT) entry.lines.push(line);
  }

  /** Adds `count` of them at once, met on these lines first. */
  addLines(code: Oddity["code"], lines: readonly number[], count: number): void {
    this.#found.set(code, { count, lines: lines.slice(0, LINES_KEPT) });
  }

  has(code: Oddity["code"]): boolean {
    return this.#found.has(code);
  }

  /** Says every line anew. */
  renumber(rowOf: (line: number) => number): void {
    for (const entry of this.#found.values()) entry.lines = entry.lines.map(rowOf);
  }

  list(): Oddity[] {
    return [...this.#found].map(([code, { count, lines }]) => ({ code, count, lines }));
  }
}
