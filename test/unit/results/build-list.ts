import { appendFileSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import {
  CELLS_TABLE,
  EMPTY,
  LIST_COLUMNS,
  LIST_META,
  type ListMeta,
  MALFORMED,
  TYPOS_TABLE,
} from "../../../electron/engine/lists/format.ts";
import { type Column, type ListLayout, layoutOf, openColumns } from "../../../electron/engine/store/index.ts";
import { domainOf, foldAddress } from "../../../shared/fold-addresses.ts";

export interface BuiltList {
  readonly dataDir: string;
  readonly list: ListLayout;
  readonly meta: ListMeta;
  /** Distinct addresses, in order. */
  readonly addresses: string[];
}

export interface ListText {
  /** Bytes before the first record: BOM and header, including the line end. */
  readonly head?: Buffer;
  readonly bomBytes?: number;
  /** Bytes of each record in the file, including the line end. */
  readonly records: readonly Buffer[];
  /** Bytes between the head and the records, which take no space on disk. */
  readonly hole?: number;
  /** Address of each record: an empty string for an empty cell, `null` if malformed. */
  readonly addresses: readonly (string | null)[];
  readonly meta?: Partial<ListMeta>;
  /** Returns the key by which addresses are equal; `foldAddress` by default. */
  readonly fold?: (address: string) => string;
  /** Returns the ADDRESS_BITs of an address; none by default. */
  readonly bits?: (address: string) => number;
  /** Accepted corrections, from the folded mistyped address to the one in `addresses`. */
  readonly corrections?: ReadonlyMap<string, string>;
}

/** Writes `list.db` and the records of a list in the format of lists/format.ts, without parsing CSV. */
export function buildList(text: ListText, listId = "list-1", dataDir = makeDataDir()): BuiltList {
  const list = layoutOf(dataDir).list(listId);
  mkdirSync(list.dir, { recursive: true });
  const head = text.head ?? Buffer.from("email\n");
  const start = head.length + (text.hole ?? 0);
  writeFileSync(list.original, head);
  truncateSync(list.original, start);
  appendFileSync(list.original, Buffer.concat(text.records));
  const n = text.records.length;
  const rowStart = new Float64Array(n);
  const rowEnd = new Float64Array(n);
  const rowAddress = new Int32Array(n);
  const ids = new Map<string, number>();
  const addresses: string[] = [];
  const first: number[] = [];
  let at = start;
  for (const [row, record] of text.records.entries()) {
    rowStart[row] = at;
    at += record.length;
    rowEnd[row] = at;
    const address = text.addresses[row];
    if (address === "" || address === undefined) rowAddress[row] = EMPTY;
    else if (address === null) rowAddress[row] = MALFORMED;
    else {
      const folded = (text.fold ?? foldAddress)(address);
      const known = ids.get(folded);
      rowAddress[row] = known ?? addresses.length;
      if (known !== undefined) continue;
      ids.set(folded, addresses.length);
      addresses.push(address);
      first.push(row);
    }
  }
  const domains = [...new Set(addresses.map(domainOf))];
  const bom = text.bomBytes ?? 0;
  const meta: ListMeta = {
    version: 1,
    name: "contacts.csv",
    kind: "csv",
    records: "original",
    recordsBytes: at,
    encoding: "utf-8",
    bomBytes: bom,
    preamble: { start: 0, end: bom },
    delimiter: ",",
    quote: '"',
    spacedQuotes: false,
    flow: false,
    newline: "\n",
    hasHeader: head.length > bom,
    header: head.length > bom ? { start: bom, end: head.length } : null,
    columns: ["email"],
    addressColumn: 0,
    ...text.meta,
  };
  const store = openColumns(list.columns);
  store.transaction(() => {
    store.put(LIST_COLUMNS.rowStart, rowStart);
    store.put(LIST_COLUMNS.rowEnd, rowEnd);
    store.put(LIST_COLUMNS.rowAddress, rowAddress);
    putTexts(store, addresses, LIST_COLUMNS.addressText, LIST_COLUMNS.addressEnd);
    store.put(LIST_COLUMNS.addressFirst, Uint32Array.from(first));
    store.put(LIST_COLUMNS.addressBits, Uint8Array.from(addresses, text.bits ?? (() => 0)));
    const domainIds = new Map(domains.map((domain, id) => [domain, id]));
    store.put(
      LIST_COLUMNS.addressDomain,
      Uint32Array.from(addresses, (address) => domainIds.get(domainOf(address)) ?? 0),
    );
    putTexts(store, domains, LIST_COLUMNS.domainText, LIST_COLUMNS.domainEnd);
    store.putMeta(LIST_META, meta);
    store.db.exec(`${TYPOS_TABLE};${CELLS_TABLE}`);
    const typo = store.db.prepare(
      "INSERT INTO typos (folded, address, suggestion, rows, accepted) VALUES (?, ?, ?, 1, 1)",
    );
    for (const [folded, meant] of text.corrections ?? []) typo.run(folded, folded, meant);
  });
  store.close();
  return { dataDir, list, meta, addresses };
}

function putTexts(
  store: ReturnType<typeof openColumns>,
  texts: readonly string[],
  text: Column<"u8">,
  end: Column<"u32">,
) {
  const pieces = texts.map((piece) => Buffer.from(piece, "utf8"));
  let total = 0;
  store.put(text, Buffer.concat(pieces));
  store.put(
    end,
    Uint32Array.from(pieces, (piece) => {
      total += piece.length;
      return total;
    }),
  );
}

/** Builds a list with these addresses in its only column. */
export function listOf(addresses: readonly string[], fold = foldAddress): BuiltList {
  return buildList({ records: addresses.map((address) => Buffer.from(`${address}\n`)), addresses, fold });
}

const made: string[] = [];
afterAll(() => {
  for (const dir of made) rmSync(dir, { recursive: true, force: true });
});

/** Creates a data folder that is removed after the tests. */
export function makeDataDir(): string {
  const dir = mkdtempSync(join(tmpdir(), "winnow-results-"));
  made.push(dir);
  return dir;
}
