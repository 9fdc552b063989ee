import { closeSync, existsSync, fsyncSync, openSync, readSync, writeSync } from "node:fs";
import { foldAddress } from "../../../shared/addresses.ts";
import { EMPTY, LIST_COLUMNS, type OpenList, openList } from "../lists/index.ts";
import type { IsErased } from "../memory/index.ts";
import { type ListLayout, openColumns } from "../store/index.ts";
import { blankFile, type Unit } from "./blank.ts";
import { closeErased, eraseTexts } from "./database.ts";
import { removeOverwritten } from "./remove.ts";

/** What was found in a list. */
export interface ErasedList {
  readonly rows: number;
  readonly places: number;
  /** The numbers of the addresses that are nobody's any more. */
  readonly gone: ReadonlySet<number>;
}

/**
 * Erases everybody from a list as it is kept: the rows that are theirs are blank from then on, without an address, and other
 * cells that name them lose the name. A workbook or an archive cannot be blanked: its copy goes, what was read of it stays.
 * How many rows and places there were. Throws the errors of the file system and of SQLite.
 */
export function eraseList(list: ListLayout, isErased: IsErased): ErasedList {
  if (!existsSync(list.columns)) {
    // It was never read, and may be anything.
    if (existsSync(list.original)) removeOverwritten(list.original);
    return { rows: 0, places: 0, gone: new Set() };
  }
  const opened = openList(list);
  let rows = 0;
  let places = 0;
  const { meta } = opened;
  const unit = unitOf(meta.encoding);
  const gone = erasedNumbers(opened, isErased);
  try {
    rows = blankRows(opened, gone, meta.delimiter, unit === "bytes" ? 1 : 2);
    places = blankFile(opened.recordsPath, isErased, { unit });
  } finally {
    opened.close();
  }
  if (rows + places === 0 && gone.size === 0) return { rows, places, gone };
  if (meta.records === "records" && existsSync(list.original)) removeOverwritten(list.original);
  const store = openColumns(list.columns, { readonly: false, mustExist: true });
  const { addressText, addressEnd, addressDomain, domainText, domainEnd, rowAddress } = LIST_COLUMNS;
  store.transaction(() => {
    const text = store.get(addressText.name, addressText.kind) ?? new Uint8Array();
    const ends = store.get(addressEnd.name, addressEnd.kind) ?? new Uint32Array();
    const addresses = store.get(rowAddress.name, rowAddress.kind) ?? new Int32Array();
    blankTexts(text, ends, gone);
    store.put(addressText.name, text);
    const names = store.get(domainText.name, domainText.kind) ?? new Uint8Array();
    const domains = store.get(addressDomain.name, addressDomain.kind) ?? new Uint32Array();
    const empty = new Set([...gone].flatMap((id) => domains[id] ?? []));
    for (const [id, domain] of domains.entries()) if (!gone.has(id)) empty.delete(domain);
    blankTexts(names, store.get(domainEnd.name, domainEnd.kind) ?? new Uint32Array(), empty);
    store.put(domainText.name, names);
    store.put(
      rowAddress.name,
      addresses.map((id) => (gone.has(id) ? EMPTY : id)),
    );
  });
  eraseTexts(store.db, isErased);
  closeErased(store.db);
  return { rows, places, gone };
}

/** Makes the texts of these numbers unreadable, as long as they were. */
function blankTexts(text: Uint8Array, ends: Uint32Array, numbers: ReadonlySet<number>): void {
  for (const number of numbers) text.fill(120, number === 0 ? 0 : ends[number - 1], ends[number]);
}

function unitOf(encoding: string): Unit {
  if (/^utf-?16be$/i.test(encoding)) return "utf16be";
  return /^utf-?16/i.test(encoding) ? "utf16le" : "bytes";
}

function erasedNumbers(opened: OpenList, isErased: IsErased): Set<number> {
  const gone = new Set<number>();
  for (let id = 0; id < opened.addresses; id++) if (isErased(foldAddress(opened.address(id)))) gone.add(id);
  return gone;
}

/** Blanks the cells of every row of these addresses: what tells cells and rows apart stays. */
function blankRows(opened: OpenList, gone: ReadonlySet<number>, delimiter: string, width: 1 | 2): number {
  if (gone.size === 0) return 0;
  const kept = new Set([`"`, "\r", "\n", delimiter].map((one) => one.charCodeAt(0)));
  const file = openSync(opened.recordsPath, "r+");
  const big = /be$/i.test(opened.meta.encoding);
  let rows = 0;
  try {
    for (let row = 0; row < opened.rows; row++) {
      if (!gone.has(opened.rowAddress[row] ?? EMPTY)) continue;
      const start = opened.rowStart[row] ?? 0;
      const record = Buffer.alloc((opened.rowEnd[row] ?? start) - start);
      readSync(file, record, 0, record.length, start);
      for (let at = 0; at + width <= record.length; at += width) {
        const code = width === 1 ? record[at] : big ? record.readUInt16BE(at) : record.readUInt16LE(at);
        if (kept.has(code ?? 0)) continue;
        if (width === 1) record[at] = 32;
        else if (big) record.writeUInt16BE(32, at);
        else record.writeUInt16LE(32, at);
      }
      writeSync(file, record, 0, record.length, start);
      rows++;
    }
    if (rows > 0) fsyncSync(file);
    return rows;
  } finally {
    closeSync(file);
  }
}
