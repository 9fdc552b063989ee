import { foldAddress } from "../../../../shared/addresses.ts";
import { checkSyntax } from "../../addresses/index.ts";
import type { ColumnStore } from "../../store/index.ts";
import { ADDRESS_BIT, TYPOS_TABLE } from "../format.ts";
import type { Judgement } from "./judge.ts";
import type { RowTable } from "./row-table.ts";

/** Writes the likely typos, and those whose correction was accepted, into `list.db`. */
export function storeTypos({ db }: ColumnStore, table: RowTable, judged: Judgement): void {
  db.exec(TYPOS_TABLE);
  const insert = db.prepare(
    "INSERT OR IGNORE INTO typos (folded, address, suggestion, rows, accepted) VALUES (?, ?, ?, ?, ?)",
  );
  for (const [folded, { address, suggestion, rows }] of table.corrected) {
    insert.run(folded, address, suggestion, rows, 1);
  }
  if (judged.meant.size === 0) return;
  const rowsOf = new Uint32Array(table.addresses.size);
  for (let row = 0; row < table.rows; row++) {
    const id = table.rowAddress[row] as number;
    if (id >= 0) rowsOf[id] = (rowsOf[id] as number) + 1;
  }
  for (let id = 0; id < table.addresses.size; id++) {
    if (((judged.bits[id] as number) & ADDRESS_BIT.typo) === 0) continue;
    const domain = judged.meant.get(table.addressDomain[id] as number);
    if (domain === undefined) continue;
    const address = table.addresses.textOf(id);
    const suggestion = address.slice(0, address.lastIndexOf("@") + 1) + domain;
    // Too long, perhaps, in a longer domain.
    if (checkSyntax(suggestion) !== null) continue;
    insert.run(foldAddress(address), address, suggestion, rowsOf[id], 0);
  }
}
