import type { Problem } from "../../../../shared/problems.ts";
import { quoteCell } from "../../text/index.ts";
import { type BoundedText, openBoundedText } from "../workbook/bounded-text.ts";

/** Ends the reading of a file with a problem, from inside a callback. */
export class IntakeRefusal extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.code);
    this.problem = problem;
  }
}

/** Writes a CSV table of up to `most` bytes to `target`: UTF-8, commas, CRLF. `fill` writes its rows. fsynced. */
export async function writeTable(
  target: string,
  most: number,
  fill: (row: (cells: readonly string[]) => void) => void | Promise<void>,
): Promise<void> {
  const file: BoundedText = openBoundedText(target, most);
  try {
    await fill((cells) => file.write(`${cells.map((cell) => quoteCell(cell, ",")).join(",")}\r\n`));
    file.finish();
  } finally {
    file.close();
  }
}
