import type { Anomaly } from "../../../../shared/bridge/lists.ts";
import { foldAddress } from "../../../../shared/fold-addresses.ts";
import type { ColumnStore } from "../../store/index.ts";
import { checkSyntax } from "../../text/index.ts";
import { ADDRESS_BIT, TYPOS_TABLE } from "../format.ts";
import type { Classification } from "./classify.ts";
import type { RowTable } from "./row-table.ts";

const LINES_KEPT = 20;

/** Counts a file's oddities and keeps the first lines of each. */
export class WarningCounter {
  readonly #found = new Map<Anomaly["code"], { count: number; lines: number[] }>();

  add(code: Anomaly["code"], line: number, count = 1): void {
    let entry = this.#found.get(code);
    if (entry === undefined) {
      entry = { count: 0, lines: [] };
      this.#found.set(code, entry);
    }
    entry.count += count;
    if (line > 0 && entry.lines.length < LINES_KEPT) entry.lines.push(line);
  }

  /** Sets the count of an oddity and the first lines it occurred on. */
  addLines(code: Anomaly["code"], lines: readonly number[], count: number): void {
    this.#found.set(code, { count, lines: lines.slice(0, LINES_KEPT) });
  }

  has(code: Anomaly["code"]): boolean {
    return this.#found.has(code);
  }

  /** Maps all recorded lines, such as CSV lines to rows of a sheet. */
  mapLines(rowOf: (line: number) => number): void {
    for (const entry of this.#found.values()) entry.lines = entry.lines.map(rowOf);
  }

  list(): Anomaly[] {
    return [...this.#found].map(([code, { count, lines }]) => ({ code, count, lines }));
  }
}

export function storeTypos({ db }: ColumnStore, table: RowTable, classified: Classification): void {
  db.exec(TYPOS_TABLE);
  const insert = db.prepare(
    "INSERT OR IGNORE INTO typos (folded, address, suggestion, rows, accepted) VALUES (?, ?, ?, ?, ?)",
  );
  for (const [folded, { address, suggestion, rows }] of table.corrected) {
    insert.run(folded, address, suggestion, rows, 1);
  }
  if (classified.meant.size === 0) return;
  const rowsOf = new Uint32Array(table.addresses.size);
  for (let row = 0; row < table.rows; row++) {
    const id = table.rowAddress[row] as number;
    if (id >= 0) rowsOf[id] = (rowsOf[id] as number) + 1;
  }
  for (let id = 0; id < table.addresses.size; id++) {
    if (((classified.bits[id] as number) & ADDRESS_BIT.typo) === 0) continue;
    const domain = classified.meant.get(table.addressDomain[id] as number);
    if (domain === undefined) continue;
    const address = table.addresses.textOf(id);
    const suggestion = address.slice(0, address.lastIndexOf("@") + 1) + domain;
    // The suggested domain may make the address too long.
    if (checkSyntax(suggestion) !== null) continue;
    insert.run(foldAddress(address), address, suggestion, rowsOf[id], 0);
  }
}
