import { existsSync, readFileSync, statSync } from "node:fs";
import { ok, type Result } from "../../../../shared/result.ts";
import { type FoldedText, foldTexts, indexAddresses } from "../../addresses/index.ts";
import { cellText, scanRecords } from "../../csv/index.ts";
import { isCheckedAlone, type OpenList } from "../../lists/index.ts";
import type { Layout } from "../../store/index.ts";
import { FATE } from "../format.ts";
import { emptyResults } from "../results-file.ts";
import { readDownload } from "./download.ts";
import { MOST_IMPORTED } from "./file-verdicts.ts";
import { broughtHome } from "./from-archive.ts";
import type { KnownPart, RemakeInput } from "./known-cleaning.ts";

const COMMA = 44;

/**
 * Which part each address of the list is of, from what there still is of a cleaning: the uploads, which hold exactly the
 * addresses of their parts in the list's order; else the files that the service sent; else the archive. Addresses of
 * which nothing says so have the fate `undecided`.
 */
export function findParts(input: RemakeInput, layout: Layout, list: OpenList): Result<Uint16Array> {
  const fate = new Uint16Array(list.addresses);
  const files = layout.cleaning(input.cleaningId);
  let next = 0;
  for (const part of input.parts) {
    const ids = idsOfUpload(files.upload(part.ordinal), part, input.options.allColumns, list, next);
    if (ids === null) continue;
    for (const id of ids) fate[id] = part.ordinal;
    next = (ids.at(-1) ?? next - 1) + 1;
  }
  const folded = foldTexts(list.addressText, list.addressEnd);
  for (const part of lacking(input.parts, fate)) {
    addReceived(files.download(part.ordinal), part, input.options.allColumns, list, folded, fate);
  }
  const [short, ...others] = lacking(input.parts, fate);
  if (short === undefined || others.length > 0) return ok(fate);
  const open = idsOf(fate, FATE.undecided);
  for (const id of broughtHome(layout.archive, input, folded, open).keys()) fate[id] = short.ordinal;
  const { suppressed, known, beyondLimit } = input.price;
  const left = idsOf(fate, FATE.undecided);
  const gap = (short.addresses ?? 0) - countOf(fate, short.ordinal);
  // Where everything was sent, whatever is of no other part is of this one.
  if (suppressed + known + beyondLimit === 0 && left.length === gap)
    for (const id of left) fate[id] = short.ordinal;
  return ok(fate);
}

/** How many addresses have that fate. */
export function countOf(fate: Uint16Array, wanted: number): number {
  return fate.reduce((sum, one) => sum + (one === wanted ? 1 : 0), 0);
}

function lacking(parts: readonly KnownPart[], fate: Uint16Array): KnownPart[] {
  return parts.filter(({ ordinal, addresses }) => countOf(fate, ordinal) !== addresses);
}

export function idsOf(fate: Uint16Array, wanted: number): Uint32Array {
  const ids = new Uint32Array(countOf(fate, wanted));
  for (let id = 0, at = 0; id < fate.length; id++) if (fate[id] === wanted) ids[at++] = id;
  return ids;
}

/** The addresses in a part's upload, which follow each other in the list from `first` on; null: it is not its upload. */
function idsOfUpload(
  path: string,
  { addresses, bytes }: KnownPart,
  allColumns: boolean,
  list: OpenList,
  first: number,
): number[] | null {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined || addresses === undefined || (bytes !== null && size !== bytes)) return null;
  const column = allColumns && !isCheckedAlone(addresses) ? (list.meta.addressColumn ?? 0) : 0;
  const { addressText, addressEnd } = list;
  const text = Buffer.from(addressText.buffer, addressText.byteOffset, addressText.byteLength);
  const ids: number[] = [];
  const upload = readFileSync(path);
  let id = first;
  let isHeader = true;
  scanRecords(upload, 0, COMMA, (record) => {
    if (isHeader) {
      isHeader = false;
      return true;
    }
    if (column >= record.cells) return false;
    const cell = Buffer.from(cellText(upload, record, column));
    for (; id < addressEnd.length; id++) {
      const start = id === 0 ? 0 : (addressEnd[id - 1] as number);
      if (cell.compare(text, start, addressEnd[id]) === 0) break;
    }
    if (id === addressEnd.length) return false;
    ids.push(id++);
    return true;
  });
  return ids.length === addresses ? ids : null;
}

/** Gives a part the addresses that came back for it. */
function addReceived(
  path: string,
  { ordinal, expectedTotal }: KnownPart,
  allColumns: boolean,
  list: OpenList,
  folded: FoldedText,
  fate: Uint16Array,
): void {
  if (!existsSync(path) || statSync(path).size > MOST_IMPORTED) return;
  const found = emptyResults(list.addresses);
  const isFree = (id: number) => fate[id] === FATE.undecided || fate[id] === ordinal;
  const read = readDownload(readFileSync(path), indexAddresses(folded, isFree), found, {
    expectedTotal,
    uploaded: allColumns ? (id) => list.cells(list.addressFirst[id] ?? 0) : null,
  });
  if (!read.ok) return;
  for (let id = 0; id < fate.length; id++) if (found.source[id] !== 0) fate[id] = ordinal;
}
