import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { systemCodeOf } from "../../../../shared/problems/values.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { isResultColumnName } from "../../service/index.ts";
import type { ListLayout } from "../../store/index.ts";
import { openList } from "../stored/open.ts";
import type { OpenList } from "../stored/open-list.ts";
import { cutEvenly } from "./cut.ts";

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
/** More than this could not be told apart in the results, whose columns hold a part's ordinal in two bytes. */
const MOST_PARTS = 60_000;

/** Whether a part of so many addresses is verified by a single check instead of a job: one address alone. */
export function isCheckedAlone(addresses: number): boolean {
  return addresses === 1;
}

/**
 * The parts in which the addresses are sent, without writing them: as few as the limits allow, and even.
 * Problem: `file_too_large` (one record alone is over the limit, or there would be too many parts).
 */
export function planUploads(list: OpenList, input: Omit<UploadInput, "list" | "path">): Result<UploadPart[]> {
  const cut = cutList(list, input);
  return cut.ok
    ? ok(cut.value.map(({ ordinal, ids, bytes }) => ({ ordinal, addresses: ids.length, bytes })))
    : cut;
}

/**
 * Writes what is sent to the service: CSV files, each within both limits, in the order of the list, fsynced; of a part
 * that is checked alone only its address.
 * Problems: those of `planUploads`, `disk_full`, `store_failing`.
 */
export function writeUploads(input: UploadInput): Result<Uploads> {
  const list = openList(input.list);
  let path = "";
  try {
    const cut = cutList(list, input);
    if (!cut.ok) return cut;
    const partOf = new Uint16Array(list.addresses);
    const parts: UploadPart[] = [];
    for (const { ordinal, ids, bytes, lines } of cut.value) {
      path = input.path(ordinal);
      const buffer = Buffer.allocUnsafe(bytes);
      let length = lines.header.copy(buffer);
      for (const id of ids) {
        length += copyTo(buffer, length, lines.line(id));
        partOf[id] = ordinal;
      }
      writeWhole(path, buffer.subarray(0, length));
      parts.push({ ordinal, addresses: ids.length, bytes: length });
    }
    return ok({ parts, partOf });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOSPC" || code === "EDQUOT") return fail(problem("disk_full", { path }));
    if (path !== "" && code.startsWith("E"))
      return fail(problem("store_failing", { dir: dirname(path), code: systemCodeOf(error) }));
    throw error;
  } finally {
    list.close();
  }
}

/**
 * Writes a part's file anew at `path`, in place of the one that is there, with those of its addresses that are still
 * `selected`; with none of them there is no file. Answers its bytes. Throws the file system's errors.
 */
export function rewriteUpload(
  list: OpenList,
  path: string,
  input: Pick<UploadInput, "selected" | "allColumns">,
): Result<number> {
  // It was within them with more addresses.
  const limits = { bytes: Number.POSITIVE_INFINITY, addresses: Number.POSITIVE_INFINITY };
  const cut = cutList(list, { ...input, limits });
  if (!cut.ok) return cut;
  const [part] = cut.value;
  if (part === undefined) {
    rmSync(path, { force: true });
    return ok(0);
  }
  const { lines, ids, bytes } = part;
  const buffer = Buffer.allocUnsafe(bytes);
  let length = lines.header.copy(buffer);
  for (const id of ids) length += copyTo(buffer, length, lines.line(id));
  writeWhole(`${path}.new`, buffer.subarray(0, length));
  renameSync(`${path}.new`, path);
  return ok(length);
}

/** What a part's file consists of. */
interface Lines {
  readonly header: Buffer;
  readonly line: (id: number) => Uint8Array;
}

/** A part before it is written: which addresses, and how many bytes. */
interface Cut {
  readonly ordinal: number;
  readonly ids: Uint32Array;
  readonly bytes: number;
  readonly lines: Lines;
}

function linesOf(list: OpenList, allColumns: boolean): Lines {
  return allColumns
    ? { header: Buffer.from(headerLine(list)), line: recordLine(list) }
    : { header: Buffer.from(`Email${NEWLINE}`), line: addressLine(list) };
}

/** Cuts the selected addresses into parts: the one place for it, for the price as for what is sent. */
function cutList(list: OpenList, input: Omit<UploadInput, "list" | "path">): Result<Cut[]> {
  const bare = linesOf(list, false);
  const lines = input.allColumns ? linesOf(list, true) : bare;
  let selected = 0;
  for (const one of input.selected) selected += one === 1 ? 1 : 0;
  const ids = new Uint32Array(selected);
  for (let id = 0, at = 0; id < list.addresses; id++) if (input.selected[id] === 1) ids[at++] = id;
  const sizes = ids.map((id) => lines.line(id).length);
  const cut = cutEvenly(sizes, lines.header.length, input.limits);
  if ("tooLong" in cut) {
    return fail(problem("file_too_large", { name: list.meta.name, why: "record" }));
  }
  if (cut.ends.length > MOST_PARTS) {
    return fail(problem("file_too_large", { name: list.meta.name, why: "uploads", most: MOST_PARTS }));
  }
  return ok(
    cut.ends.map((end, index): Cut => {
      const start = cut.ends[index - 1] ?? 0;
      const own = ids.subarray(start, end);
      const as = isCheckedAlone(own.length) ? bare : lines;
      const size = isCheckedAlone(own.length)
        ? bare.line(own[0] ?? 0).length
        : sizes.subarray(start, end).reduce((sum, one) => sum + one, 0);
      return { ordinal: index + 1, ids: own, bytes: as.header.length + size, lines: as };
    }),
  );
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

/** The service's own name for the addresses, and for no other column one of its own: results tell them apart by it. */
function headerLine(list: OpenList): string {
  const { columns, addressColumn } = list.meta;
  const names = columns.map((name, index) => {
    if (index === addressColumn) return "Email";
    return isResultColumnName(name) ? `Uploaded ${name}` : name;
  });
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

/** The address of a part that is checked alone, from the text of its file; null: there is none. */
export function readOnlyAddress(text: string): string | null {
  const line = text.split(NEWLINE).slice(1).join(NEWLINE).replace(/\n$/, "");
  if (line === "") return null;
  return line.startsWith('"') ? line.slice(1, -1).replaceAll('""', '"') : line;
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
