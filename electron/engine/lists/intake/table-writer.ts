import type { Problem } from "../../../../shared/problems.ts";
import { quoteCell } from "../../text/index.ts";
import { createLimitedWriter, type LimitedWriter } from "../workbook/bounded-text.ts";

/** Thrown from callbacks to abort reading a file with a problem. */
export class IntakeError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.code);
    this.problem = problem;
  }
}

/** Writes a CSV table (UTF-8, commas, CRLF) of up to `most` bytes to `target` and syncs it. `fill` writes the rows. */
export async function writeTable(
  target: string,
  most: number,
  fill: (row: (cells: readonly string[]) => void) => void | Promise<void>,
): Promise<void> {
  const file: LimitedWriter = createLimitedWriter(target, most);
  try {
    await fill((cells) => file.write(`${cells.map((cell) => quoteCell(cell, ",")).join(",")}\r\n`));
    file.finish();
  } finally {
    file.close();
  }
}
