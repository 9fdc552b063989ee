import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "../../../shared/errors.ts";
import { systemCodeOf } from "../../../shared/problems/define-problem.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { OpenList } from "./stored/open-list.ts";

export interface UploadLimits {
  /** Maximum size of one file, in bytes as sent. */
  readonly bytes: number;
  readonly addresses: number;
}

export interface UploadInput {
  readonly list: OpenList;
  /** u: 1 for each address to send. */
  readonly selected: Uint8Array;
  readonly limits: UploadLimits;
  readonly path: (ordinal: number) => string;
}

export interface UploadPart {
  readonly ordinal: number;
  readonly addresses: number;
  readonly bytes: number;
}

export interface Uploads {
  readonly parts: UploadPart[];
  /** u: ordinal of the part that each address is sent in; 0 if it is not sent. */
  readonly partOf: Uint16Array;
}

const COMMA = 44;
const QUOTE = 34;
const NEWLINE = "\n";
const HEADER = Buffer.from(`Email${NEWLINE}`);
/** Upper bound for ordinals, which the results store in two bytes. */
const MAX_PARTS = 60_000;

export function usesSingleCheck(addresses: number): boolean {
  return addresses === 1;
}

/** Plans as few, evenly sized parts as the limits allow. Fails with `file_too_large` if that is impossible. */
export function planUploads(
  list: OpenList,
  { selected, limits }: Pick<UploadInput, "selected" | "limits">,
): Result<UploadPart[]> {
  const cut = splitList(list, selected, limits);
  return cut.ok
    ? ok(cut.value.map(({ ordinal, ids, bytes }) => ({ ordinal, addresses: ids.length, bytes })))
    : cut;
}

/** Writes and syncs the CSV files to upload. Fails like `planUploads`, or with `disk_full` or `store_failing`. */
export function writeUploads(input: UploadInput): Result<Uploads> {
  const { list, selected } = input;
  let path = "";
  try {
    const cut = splitList(list, selected, input.limits);
    if (!cut.ok) return cut;
    const partOf = new Uint16Array(selected.length);
    const parts: UploadPart[] = [];
    for (const part of cut.value) {
      const { ordinal, ids, bytes } = part;
      path = input.path(ordinal);
      writeAndSync(path, contentOf(list, part));
      for (const id of ids) partOf[id] = ordinal;
      parts.push({ ordinal, addresses: ids.length, bytes });
    }
    return ok({ parts, partOf });
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOSPC" || code === "EDQUOT") return fail(problem("disk_full", { path }));
    if (path !== "" && code.startsWith("E"))
      return fail(problem("store_failing", { dir: dirname(path), code: systemCodeOf(error) }));
    throw error;
  }
}

interface PlannedPart {
  readonly ordinal: number;
  readonly ids: Uint32Array;
  readonly bytes: number;
}

/** Splits the selected addresses into parts. Pricing and sending both use it, so that they agree. */
function splitList(list: OpenList, selection: Uint8Array, limits: UploadLimits): Result<PlannedPart[]> {
  const line = addressLine(list);
  const ids = selectedIds(selection);
  const sizes = ids.map((id) => line(id).length);
  const ends = splitEvenly(sizes, HEADER.length, limits);
  if (ends.length > MAX_PARTS)
    return fail(problem("file_too_large", { name: list.meta.name, why: "uploads", most: MAX_PARTS }));
  return ok(
    ends.map((end, index): PlannedPart => {
      const start = ends[index - 1] ?? 0;
      const size = sizes.subarray(start, end).reduce((sum, one) => sum + one, 0);
      return { ordinal: index + 1, ids: ids.subarray(start, end), bytes: HEADER.length + size };
    }),
  );
}

function selectedIds(selection: Uint8Array): Uint32Array {
  const ids = new Uint32Array(selection.reduce((sum, one) => sum + (one === 1 ? 1 : 0), 0));
  for (let id = 0, at = 0; id < selection.length; id++) if (selection[id] === 1) ids[at++] = id;
  return ids;
}

function contentOf(list: OpenList, { ids, bytes }: PlannedPart): Buffer {
  const line = addressLine(list);
  const content = Buffer.allocUnsafe(bytes);
  let length = HEADER.copy(content);
  for (const id of ids) {
    const own = line(id);
    content.set(own, length);
    length += own.length;
  }
  return content;
}

/** Returns a function that encodes an address as one CSV line. The line is valid until the next call. */
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

/** Parses the address from the file of a single-check part; `null` if it is empty. */
export function parseSingleAddress(text: string): string | null {
  const line = text.split(NEWLINE).slice(1).join(NEWLINE).replace(/\n$/, "");
  if (line === "") return null;
  return line.startsWith('"') ? line.slice(1, -1).replaceAll('""', '"') : line;
}

/** Quotes per RFC 4180 §2. */
function csvCell(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function writeAndSync(path: string, bytes: Uint8Array): void {
  const file = openSync(path, "w", 0o600);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

export interface CutLimits {
  /** Bytes, header included. */
  readonly bytes: number;
  readonly addresses: number;
}

/**
 * Splits lines of `sizes` bytes evenly into as few runs as the limits allow, and returns their exclusive end indexes.
 * Each run starts with `header` bytes; no line may exceed the byte limit.
 */
export function splitEvenly(sizes: Uint32Array, header: number, limits: CutLimits): number[] {
  const room = limits.bytes - header;
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const byBytes = total / room > sizes.length / limits.addresses;
  const weight = (at: number) => (byBytes ? (sizes[at] ?? 0) : 1);
  const earliest = runStarts(sizes, room, limits.addresses);
  const runs = earliest.length - 1;
  const ends: number[] = [];
  let left = byBytes ? total : sizes.length;
  for (let run = 1, start = 0; run <= runs; run++) {
    const after = runs - run;
    // The remaining lines must fit into the remaining runs, and each of those needs at least one line.
    const first = Math.max(start + 1, earliest[after] ?? 0);
    const last = sizes.length - after;
    const wanted = left / (after + 1);
    let end = start;
    let bytes = 0;
    let taken = 0;
    while (end < last) {
      const size = sizes[end] ?? 0;
      if (bytes + size > room || end - start >= limits.addresses) break;
      // Add the line only if that brings this run closer to its share.
      if (end >= first && taken + weight(end) / 2 > wanted) break;
      bytes += size;
      taken += weight(end);
      end++;
    }
    ends.push(end);
    left -= taken;
    start = end;
  }
  return ends;
}

/** Returns the earliest start of the last 0, 1, 2 … runs; the last entry is 0. */
function runStarts(sizes: Uint32Array, room: number, most: number): number[] {
  const starts = [sizes.length];
  for (let end = sizes.length; end > 0; ) {
    let start = end;
    let bytes = 0;
    while (start > 0 && end - start < most && bytes + (sizes[start - 1] ?? 0) <= room) {
      start--;
      bytes += sizes[start] ?? 0;
    }
    starts.push(start);
    end = start;
  }
  return starts;
}
