import { ArchiveRefusal, type EntryReader } from "./archive.ts";
import type { CellType } from "./cell-types.ts";
import { isoDateText, numberText } from "./number-formats.ts";
import type { Workbook } from "./parts.ts";
import { MOST_TOKEN, plainText, xmlReader } from "./xml.ts";

/** The last column of a sheet, XFD. */
export const MOST_SHEET_COLUMNS = 16_384;
/** Characters of all cells of one row. */
export const MOST_ROW_CHARACTERS = 16 * 1024 * 1024;

/** What a sheet is made of as it is read. Rows are counted from 1, as the spreadsheet shows them. */
export interface SheetListener {
  /** The cells of a row, as text; those that are missing are empty. `types`: what they were; undefined: texts. */
  row(number: number, cells: string[], types: readonly (CellType | undefined)[]): void;
  /** A formula of that row whose value was not saved with the workbook: its cell is empty. */
  unsaved(row: number): void;
}

/** Reads the rows of a sheet of an XLSX workbook. */
export function sheetReader(workbook: Workbook, listener: SheetListener): EntryReader {
  let number = 0;
  let cells: string[] = [];
  let types: (CellType | undefined)[] = [];
  const typeOf = typesOfCells(workbook);
  let column = -1;
  let type = "";
  let style = 0;
  let text = "";
  let inValue = false;
  let phonetic = false;
  let isFormula = false;
  let characters = 0;
  return xmlReader({
    open(element, attributes) {
      switch (element) {
        case "row":
          number = rowNumber(attributes.r) ?? number + 1;
          cells = [];
          types = [];
          characters = 0;
          column = -1;
          break;
        case "c":
          column = columnOf(attributes.r) ?? column + 1;
          if (column >= MOST_SHEET_COLUMNS) throw new ArchiveRefusal("damaged");
          // Only one of them would be read.
          if (cells[column] !== undefined) throw new ArchiveRefusal("damaged");
          type = attributes.t ?? "n";
          style = Number(attributes.s ?? 0);
          text = "";
          isFormula = false;
          break;
        case "f":
          isFormula = true;
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
      if (!inValue) return;
      text += piece;
      if (text.length > MOST_TOKEN) throw new ArchiveRefusal("too_large");
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
        case "c": {
          const cell = cellText(type, text, style, workbook);
          characters += cell.length;
          if (characters > MOST_ROW_CHARACTERS) throw new ArchiveRefusal("too_large");
          if (column >= 0) cells[column] = cell;
          const of = cell === "" ? undefined : typeOf(type, style, isFormula);
          if (of !== undefined && column >= 0) types[column] = of;
          if (isFormula && text === "" && type !== "str") listener.unsaved(number);
          break;
        }
        case "row":
          listener.row(number, cells, types);
          break;
      }
    },
  });
}

/** What a row says of its place; null: nothing that can be. */
function rowNumber(written: string | undefined): number | null {
  const number = Number(written);
  return Number.isInteger(number) && number > 0 && number < 2 ** 31 ? number : null;
}

/** Answers what a cell of type `t` and of that style is, the same object each time; undefined: a text. */
function typesOfCells({ codes }: Workbook) {
  const known = new Map<string, CellType | undefined>();
  return (type: string, style: number, isFormula: boolean): CellType | undefined => {
    const key = `${type} ${style} ${isFormula}`;
    if (known.has(key)) return known.get(key);
    const formula = isFormula ? ({ formula: true } as const) : {};
    const found: CellType = { ...kindOf(type, codes[style] ?? 0), ...formula };
    const isText = found.kind === "text" && !isFormula;
    known.set(key, isText ? undefined : found);
    return isText ? undefined : found;
  };
}

function kindOf(type: string, format: number | string): CellType {
  if (type === "n" || type === "d") return { kind: "number", format };
  if (type === "b") return { kind: "boolean" };
  return { kind: type === "e" ? "other" : "text" };
}

/** The value of a cell of type `t` (ECMA-376 §18.18.11). */
function cellText(type: string, text: string, style: number, workbook: Workbook): string {
  switch (type) {
    case "s": {
      if (text.trim() === "") return "";
      const shared = workbook.shared[Number(text)];
      if (shared === undefined) throw new ArchiveRefusal("damaged");
      return shared;
    }
    case "b":
      return text === "1" ? "TRUE" : text === "0" ? "FALSE" : text;
    case "n":
      return numberText(text, workbook.formats[style], workbook.since1904);
    case "d":
      return isoDateText(text, workbook.formats[style]);
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
