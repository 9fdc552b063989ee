import { closeSync, existsSync, mkdirSync, openSync, renameSync, statSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { seededRandom } from "../../support/random.ts";
import { HEADER, RESULT_HEADER, resultLine, rowAddress, rowRecord } from "./rows.ts";

/** Must be increased whenever the generated files change. */
const VERSION = 4;
const SLICE = 4 * 1024 * 1024;

export interface Workload {
  readonly rows: number;
  /** Path of the list, a CSV file. */
  readonly list: string;
  readonly listBytes: number;
  /** Path of the service's results for each distinct address, shuffled. */
  readonly results: string;
  readonly resultsBytes: number;
}

/** Returns the workload of `rows` rows in `cache`, generated if missing. The bytes are the same each time. */
export function workloadOf(cache: string, rows: number): Workload {
  const list = workloadList(cache, rows);
  const results = join(dirname(list), "results.txt");
  if (!existsSync(results)) writeWhole(results, resultLines(rows));
  return { rows, list, results, listBytes: statSync(list).size, resultsBytes: statSync(results).size };
}

/** Returns the path of the workload's list alone, generated if missing. */
export function workloadList(cache: string, rows: number): string {
  const list = join(cache, `workload-${VERSION}-${rows}`, "list.csv");
  mkdirSync(dirname(list), { recursive: true });
  if (!existsSync(list)) writeWhole(list, records(rows));
  return list;
}

function* records(rows: number): Generator<string> {
  yield HEADER;
  for (let row = 0; row < rows; row++) yield rowRecord(row);
}

function* resultLines(rows: number): Generator<string> {
  yield RESULT_HEADER;
  const random = seededRandom(rows);
  const order = Uint32Array.from({ length: rows }, (_, row) => row);
  for (let at = rows - 1; at >= 0; at--) {
    const other = Math.floor(random() * (at + 1));
    const row = order[other] ?? 0;
    order[other] = order[at] ?? 0;
    const address = rowAddress(row);
    if (address.kind === "first") yield resultLine(row, address.text);
  }
}

function writeWhole(path: string, pieces: Iterable<string>): void {
  const file = openSync(`${path}.new`, "w");
  let held = "";
  for (const piece of pieces) {
    held += piece;
    if (held.length < SLICE) continue;
    writeSync(file, held);
    held = "";
  }
  writeSync(file, held);
  closeSync(file);
  renameSync(`${path}.new`, path);
}
