import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { ListLayout } from "../store/index.ts";
import { openList } from "./open.ts";
import type { OpenList } from "./open-list.ts";

export interface UploadLimits {
  /** Most bytes of one file, as sent. */
  readonly bytes: number;
  /** Most addresses of one file. */
  readonly addresses: number;
}

export interface UploadInput {
  readonly list: ListLayout;
  /** u: 1 where the address is to be sent. */
  readonly selected: Uint8Array;
  /** Every column of the first record of each address, as UTF-8 CSV, instead of the addresses alone. */
  readonly allColumns: boolean;
  readonly limits: UploadLimits;
  /** Where part `ordinal`, counted from 1, is written. */
  readonly path: (ordinal: number) => string;
}

export interface UploadPart {
  readonly ordinal: number;
  readonly addresses: number;
  readonly bytes: number;
}

export interface Uploads {
  readonly parts: UploadPart[];
  /** u: the ordinal of the part that each address is sent in; 0: not sent. */
  readonly partOf: Uint16Array;
}

const COMMA = 44;
const QUOTE = 34;
const NEWLINE = "\n";

/**
 * Writes what is sent to the service: CSV files, each within both limits, in the order of the list, fsynced.
 * Problems: `file_too_large` (one record alone is over the limit), `disk_full`, `out_unwritable`.
 */
export function writeUploads(input: UploadInput): Result<Uploads> {
  const list = openList(input.list);
  let path = "";
  try {
    const partOf = new Uint16Array(list.addresses);
    const parts: UploadPart[] = [];
    const header = Buffer.from(input.allColumns ? headerLine(list) : `Email${NEWLINE}`);
    const buffer = Buffer.allocUnsafe(input.limits.bytes);
    const line = input.allColumns ? recordLine(list) : addressLine(list);
    let length = 0;
    let addresses = 0;
    const finish = () => {
      const ordinal = parts.length + 1;
      path = input.path(ordinal);
      writeWhole(path, buffer.subarray(0, length));
      parts.push({ ordinal, addresses, bytes: length });
      length = 0;
      addresses = 0;
    };
    for (let id = 0; id < list.addresses; id++) {
      if (input.selected[id] !== 1) continue;
      const bytes = line(id);
      if (addresses > 0 && (length + bytes.length > buffer.length || addresses >= input.limits.addresses))
        finish();
      if (addresses === 0) length = header.copy(buffer);
      if (header.length + bytes.length > buffer.length) {
        const why = "one of its records alone is over the service's limit; send only the addresses";
        return fail(problem("file_too_large", { name: list.meta.name, why }));
      }
      length += copyTo(buffer, length, bytes);
      addresses++;
      partOf[id] = parts.length + 1;
    }
    if (addresses > 0) finish();
    return ok({ parts, partOf });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOSPC" || code === "EDQUOT") return fail(problem("disk_full", { path }));
    if (path !== "" && code.startsWith("E")) return fail(problem("out_unwritable", { path, why: code }));
    throw error;
  } finally {
    list.close();
  }
}

function copyTo(buffer: Buffer, at: number, bytes: Uint8Array): number {
  buffer.set(bytes, at);
  return bytes.length;
}

/** The line of an address alone, quoted where CSV needs it. */
function addressLine(list: OpenList): (id: number) => Uint8Array {
  const { addressText, addressEnd } = list;
  const room = new Uint8Array(2 * 1024);
  return (id) => {
    const start = id === 0 ? 0 : (addressEnd[id - 1] as number);
    const end = addressEnd[id] as number;
    for (let i = start; i < end; i++) {
      const byte = addressText[i];
      if (byte === COMMA || byte === QUOTE || byte === 10 || byte === 13) {
        return Buffer.from(csvCell(list.address(id)) + NEWLINE);
      }
    }
    room.set(addressText.subarray(start, end));
    room[end - start] = 10;
    return room.subarray(0, end - start + 1);
  };
}

function headerLine(list: OpenList): string {
  const { columns, addressColumn, hasHeader } = list.meta;
  const names = columns.map((name, index) => (index === addressColumn && !hasHeader ? "Email" : name));
  return names.map(csvCell).join(",") + NEWLINE;
}

/** The whole first record of an address, with the address cell as it is to be verified. */
function recordLine(list: OpenList): (id: number) => Uint8Array {
  const { columns, addressColumn } = list.meta;
  return (id) => {
    const cells = list.cells(list.addressFirst[id] as number);
    const line = columns.map((_, index) =>
      csvCell(index === addressColumn ? list.address(id) : (cells[index] ?? "")),
    );
    return Buffer.from(line.join(",") + NEWLINE);
  };
}

/** RFC 4180 §2. */
function csvCell(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function writeWhole(path: string, bytes: Uint8Array): void {
  const file = openSync(path, "w", 0o600);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
