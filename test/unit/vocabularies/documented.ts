import { readFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { z } from "zod";
import { root } from "../../support/winnow.ts";

/**
 * Files of other programs as documented by their vendors, and the meaning of each word, as a letter:
 * - verdicts: D deliverable, U undeliverable, A accept-all, ? unknown
 * - verdicts with a flag: m malformed (U), t trap (U), r role, d disposable, f free, w unwanted, p perhaps a trap (?)
 * - outcomes: H hard, h perhaps hard, B policy, S soft, N unsubscribed, C complained, M suppressed, X sent, O opened,
 *   K clicked
 * - `-`: nothing
 *
 * A word can depend on words in other columns: `word|column=word`.
 */
export interface Documented {
  readonly source: string;
  readonly header: readonly string[];
  readonly status: string;
  readonly meanings: string;
  readonly constantCells: Readonly<Record<string, string>>;
}

const pair = (text: string) => text.split("=") as [string, string];
const rowsSchema = z.array(
  z
    .tuple([z.string(), z.string(), z.string(), z.string(), z.string()])
    .transform(([source, header, status, constants, meanings]): Documented => {
      const constantCells = Object.fromEntries(constants.split("; ").filter(Boolean).map(pair));
      return { source, header: header.split(",").filter(Boolean), status, meanings, constantCells };
    }),
);
const text = readFileSync(join(root, "test/fixtures/documented-words.csv"), "utf8");
const all = rowsSchema.parse(Papa.parse(text.trim()).data.slice(1));

/** Documented files with their full header. */
export const DOCUMENTED = all.filter(({ header }) => header.length > 0);
/** Documented words of files whose full header is not documented. */
export const DOCUMENTED_WORDS = all.filter(({ header }) => header.length === 0);

/** Cells of a row by column, and the letter of its meaning. */
export interface DocumentedRow {
  readonly cells: Readonly<Record<string, string>>;
  readonly letter: string;
}

/** Returns one row per word of a documented file. */
export function rowsOf({ meanings, status, constantCells }: Documented): DocumentedRow[] {
  return meanings.split("; ").map((one) => {
    const [word = "", ...beside] = one.slice(0, -2).split(/\|(?=[\w .]+=)/);
    return {
      cells: { ...constantCells, [status]: word, ...Object.fromEntries(beside.map(pair)) },
      letter: one.slice(-1),
    };
  });
}

export function inOrder(
  header: readonly string[],
  cells: Readonly<Record<string, string>>,
  row: number,
): string[] {
  const address = header.findIndex((name) => /mail|address|input|subscriber|recipient/i.test(name));
  return header.map((name, index) => cells[name] ?? (index === address ? `person${row}@example.com` : ""));
}
