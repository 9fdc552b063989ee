import { BYTE, byteClasses, CLASS, type Dialect } from "./dialect.ts";

/** Bounds of one field within a record, and whether quotes enclose it. */
export interface FieldBounds {
  start: number;
  end: number;
  quoted: boolean;
}

/**
 * The fields of the one record in `bytes[start, end)` (its line end may be included), by the same rules as
 * the scanner.
 */
export function fieldsOf(bytes: Uint8Array, start: number, end: number, dialect: Dialect): FieldBounds[] {
  const { outside } = byteClasses(dialect);
  const fields: FieldBounds[] = [];
  let at = start;
  for (;;) {
    const from = at;
    let quoted = false;
    if (dialect.spacedQuotes) {
      let ahead = at;
      while (ahead < end && (bytes[ahead] === BYTE.space || bytes[ahead] === BYTE.tab)) ahead++;
      if (ahead < end && bytes[ahead] === BYTE.quote) at = ahead;
    }
    if (at < end && bytes[at] === BYTE.quote) {
      quoted = true;
      at++;
      while (at < end) {
        if (bytes[at++] !== BYTE.quote) continue;
        if (at < end && bytes[at] === BYTE.quote) at++;
        else break;
      }
    }
    while (at < end) {
      const what = outside[bytes[at] as number];
      if (what === CLASS.delimiter || what === CLASS.lf || what === CLASS.cr) break;
      at++;
    }
    fields.push({ start: from, end: at, quoted });
    if (at >= end || outside[bytes[at] as number] !== CLASS.delimiter || dialect.flow) return fields;
    at++;
  }
}

/** The text of a cell as it stands in the file: without its enclosing quotes, doubled quotes undone. */
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
    // What follows the closing quote belongs to the cell, unless it is only blanks.
    return text + raw.slice(at, quote) + (tail.trim() === "" ? "" : tail);
  }
  return text;
}
