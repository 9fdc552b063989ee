import iconv from "iconv-lite";
import { foldAddress } from "../../../../shared/fold-addresses.ts";
import type { ColumnStore } from "../../store/index.ts";
import {
  cellKey,
  type Dialect,
  decode,
  type Encoding,
  fieldsOf,
  maskNonAscii,
  readCell,
  unquote,
} from "../../text/index.ts";

/** Returns the accepted corrections: folded address or cell key → the address verified and written instead. */
export function acceptedCorrections({ db }: ColumnStore): ReadonlyMap<string, string> {
  const accepted =
    "SELECT folded, suggestion FROM typos WHERE accepted = 1 UNION ALL SELECT key, address FROM cells WHERE accepted = 1";
  return new Map(pairs(db.prepare(accepted).raw().all()));
}

function pairs(rows: readonly unknown[]): [string, string][] {
  return rows.map((row) => (Array.isArray(row) ? [String(row[0]), String(row[1])] : ["", ""]));
}

export interface CorrectorInput {
  readonly corrections: ReadonlyMap<string, string>;
  readonly encoding: Encoding;
  readonly dialect: Dialect;
  readonly column: number;
  readonly allCells: boolean;
}

/**
 * Returns a function that writes the correction into a record, or strips invisible characters and separators around its
 * address. All other bytes stay the same. It returns `null` if there is nothing to correct.
 */
export function createCorrector(input: CorrectorInput): (record: Uint8Array) => Buffer | null {
  const { corrections, encoding, dialect, column, allCells } = input;
  const { unit } = encoding;
  const encode = (text: string) =>
    encoding.name === "UTF-8"
      ? Buffer.from(text, "utf8")
      : iconv.encode(text, encoding.name, { addBOM: false });

  return (record) => {
    const units = Math.floor(record.length / unit);
    const view = maskNonAscii(record, record.length, encoding, new Uint8Array(units + 1));
    const field = fieldsOf(view, 0, units, dialect, column + 1)[column];
    if (field === undefined) return null;
    const from = field.start * unit;
    const cell = Buffer.from(record.subarray(from, field.end * unit));
    const text = (bytes: Buffer) => unquote(decode(bytes, encoding), field.quoted);
    const reading = readCell(text(cell));
    if (reading.kind !== "address" && reading.kind !== "fixable") return null;
    const { address } = reading;
    const key = cellKey(text(cell));
    const isFixed =
      reading.kind === "fixable" ? allCells || corrections.get(key) === address : reading.isTrimmed;
    const meant = corrections.get(foldAddress(address)) ?? address;
    if (!isFixed && (reading.kind === "fixable" || meant === address)) return null;
    const at = address.lastIndexOf("@") + 1;
    const domain = meant.slice(meant.lastIndexOf("@") + 1);
    const wanted = foldAddress(meant);
    const instead = encode(field.quoted ? `"${meant.replaceAll('"', '""')}"` : meant);
    const corrected = isFixed
      ? whole(instead)
      : (replaced(cell, encode(address), encode(address.slice(0, at) + domain)) ??
        replaced(cell, encode(address.slice(at)), encode(domain)) ??
        whole(instead));
    if (corrected === null) return null;
    return Buffer.concat([record.subarray(0, from), corrected, record.subarray(field.end * unit)]);

    function replaced(bytes: Buffer, old: Buffer, next: Buffer): Buffer | null {
      for (let found = bytes.indexOf(old); found >= 0; found = bytes.indexOf(old, found + 1)) {
        if (found % unit !== 0) continue;
        const cut = Buffer.concat([bytes.subarray(0, found), next, bytes.subarray(found + old.length)]);
        if (reads(cut)) return cut;
      }
      return null;
    }

    function whole(bytes: Buffer): Buffer | null {
      return reads(bytes) ? bytes : null;
    }

    function reads(bytes: Buffer): boolean {
      const now = readCell(text(bytes));
      return now.kind === "address" && foldAddress(now.address) === wanted;
    }
  };
}
