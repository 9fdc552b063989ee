import { type Problem, problem } from "../../../../shared/problems.ts";
import { BYTE, byteClasses, CLASS, type Dialect } from "./dialect.ts";

export interface FieldBounds {
  start: number;
  end: number;
  quoted: boolean;
}

export const MAX_COLUMNS = 2_000;

/** Maximum cells of a record, as in a spreadsheet; more indicate a damaged line. */
export const MAX_CELLS = 16_384;

export function tooManyCells(name: string, line: number): Problem {
  return problem("file_damaged", { name, why: "cells", line, most: MAX_CELLS });
}

/** Returns the first `most` fields of the record in `bytes[start, end)`, line end allowed. Same rules as scan.ts. */
export function fieldsOf(
  bytes: Uint8Array,
  start: number,
  end: number,
  dialect: Dialect,
  most = Number.POSITIVE_INFINITY,
): FieldBounds[] {
  const { outside } = byteClasses(dialect);
  const fields: FieldBounds[] = [];
  let at = start;
  for (;;) {
    const from = at;
    let quoted = false;
    if (dialect.spacedQuotes) {
      let ahead = at;
      while (ahead < end && isBlank(bytes[ahead] as number, outside)) ahead++;
      if (ahead < end && bytes[ahead] === BYTE.quote) at = ahead;
    }
    if (at < end && bytes[at] === BYTE.quote) {
      const close = closingQuote(bytes, at + 1, end, outside);
      quoted = close >= 0;
      if (quoted) at = close + 1;
    }
    while (at < end) {
      const what = outside[bytes[at] as number];
      if (what === CLASS.delimiter || what === CLASS.lf || what === CLASS.cr) break;
      at++;
    }
    fields.push({ start: from, end: at, quoted });
    if (fields.length >= most) return fields;
    if (at >= end || outside[bytes[at] as number] !== CLASS.delimiter || dialect.flow) return fields;
    at++;
  }
}

function isBlank(byte: number, outside: Uint8Array): boolean {
  return (byte === BYTE.space || byte === BYTE.tab) && outside[byte] === 0;
}

/** Returns the index of the quote that closes the one before `at`; -1 if that is no opening quote (see scan.ts). */
function closingQuote(bytes: Uint8Array, at: number, end: number, outside: Uint8Array): number {
  let lines = false;
  for (let i = at; i < end; i++) {
    if (bytes[i] === BYTE.lf || bytes[i] === BYTE.cr) lines = true;
    if (bytes[i] !== BYTE.quote) continue;
    if (bytes[i + 1] === BYTE.quote && i + 1 < end) {
      i++;
      continue;
    }
    let after = i + 1;
    while (after < end && isBlank(bytes[after] as number, outside)) after++;
    const what = after < end ? outside[bytes[after] as number] : CLASS.lf;
    return lines && (what === 0 || what === CLASS.quote) ? -1 : i;
  }
  return -1;
}

/** Returns a cell's text without enclosing quotes and with doubled quotes undone. */
export function unquote(raw: string, quoted: boolean): string {
  if (!quoted) return raw;
  const open = raw.indexOf('"');
  let at = open + 1;
  let text = "";
  while (at <= raw.length) {
    const quote = raw.indexOf('"', at);
    if (quote < 0) return text + raw.slice(at);
    if (raw[quote + 1] === '"') {
      text += raw.slice(at, quote + 1);
      at = quote + 2;
      continue;
    }
    const tail = raw.slice(quote + 1);
    // Text after the closing quote belongs to the cell, unless it is blank.
    return text + raw.slice(at, quote) + (tail.trim() === "" ? "" : tail);
  }
  return text;
}
