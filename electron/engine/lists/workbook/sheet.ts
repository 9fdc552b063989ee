import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { ArchiveRefusal, readArchive } from "./archive.ts";
import { numberText } from "./number-formats.ts";
import type { Sheet, Workbook } from "./parts.ts";
import { keepRowNumbers, type RowNumbers } from "./row-numbers.ts";
import { plainText, xmlReader } from "./xml.ts";

const FLUSH_CHARACTERS = 1024 * 1024;
/** The last column of a sheet, XFD. */
const MOST_COLUMNS = 16_384;
/** Texts can be referred to over and over: what is written out is bounded too. */
const MOST_WRITTEN = 4 * 1024 ** 3;

/**
 * Writes the rows of `sheet` to `target` as UTF-8 CSV with commas and CRLF, each at least as wide as those before it;
 * rows without a single value are left out. fsynced. Throws {@link ArchiveRefusal} and the file system's errors.
 */
export function writeSheet(
  path: string,
  workbook: Workbook,
  sheet: Sheet,
  target: string,
  progress: (bytesRead: number, rows: number) => void,
): RowNumbers {
  const file = openSync(target, "w", 0o600);
  let pending = "";
  let written = 0;
  let width = 0;
  let rows = 0;
  let read = false;
  const flush = () => {
    const bytes = Buffer.from(pending);
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    written += bytes.length;
    if (written > MOST_WRITTEN)
      throw new ArchiveRefusal("too_large", "its rows are larger than any list needs");
    pending = "";
  };
  const numbers = keepRowNumbers();
  const row = (number: number, cells: string[]) => {
    if (cells.every((cell) => cell === undefined || cell === "")) return;
    width = Math.max(width, cells.length);
    const line = Array.from({ length: Math.max(width, cells.length) }, (_, i) => csvCell(cells[i] ?? ""));
    const record = `${line.join(",")}\r\n`;
    rows++;
    numbers.wrote(number, record.match(/\r\n|\r|\n/g)?.length ?? 1);
    pending += record;
    if (pending.length > FLUSH_CHARACTERS) flush();
  };
  try {
    const want = (name: string) => {
      if (name.toLowerCase() !== sheet.part.toLowerCase()) return null;
      read = true;
      return sheetReader(workbook, row);
    };
    readArchive(path, want, (bytesRead) => progress(bytesRead, rows));
    if (!read) throw new ArchiveRefusal("damaged", `the sheet '${sheet.name}' is missing from it`);
    flush();
    fsyncSync(file);
    return numbers;
  } finally {
    closeSync(file);
  }
}

function sheetReader(workbook: Workbook, row: (number: number, cells: string[]) => void) {
  let number = 0;
  let cells: string[] = [];
  let column = -1;
  let type = "";
  let style = 0;
  let text = "";
  let inValue = false;
  let phonetic = false;
  return xmlReader({
    open(element, attributes) {
      switch (element) {
        case "row":
          number = Number(attributes.r) || number + 1;
          cells = [];
          column = -1;
          break;
        case "c":
          column = columnOf(attributes.r) ?? column + 1;
          if (column >= MOST_COLUMNS) throw new ArchiveRefusal("damaged", "a row has too many columns");
          type = attributes.t ?? "n";
          style = Number(attributes.s ?? 0);
          text = "";
          break;
        case "rPh":
          phonetic = true;
          break;
        case "v":
        case "t":
          inValue = !phonetic;
          break;
      }
    },
    text(piece) {
      if (inValue) text += piece;
    },
    close(element) {
      switch (element) {
        case "v":
        case "t":
          inValue = false;
          break;
        case "rPh":
          phonetic = false;
          break;
        case "c":
          cells[column] = cellText(type, text, style, workbook);
          break;
        case "row":
          row(number, cells);
          break;
      }
    },
  });
}

/** The value of a cell of type `t` (ECMA-376 §18.18.11). */
function cellText(type: string, text: string, style: number, workbook: Workbook): string {
  switch (type) {
    case "s":
      return text === "" ? "" : (workbook.shared[Number(text)] ?? "");
    case "b":
      return text === "1" ? "TRUE" : text === "0" ? "FALSE" : text;
    case "n":
      return numberText(text, workbook.formats[style], workbook.since1904);
    default:
      return plainText(text);
  }
}

/** Column of a reference such as `AB12`, counted from 0. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/i.exec(reference ?? "")?.[0];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** RFC 4180 §2. */
function csvCell(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
