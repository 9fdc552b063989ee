import type { CellType } from "./cell-types.ts";
import { isoDateText, numberText } from "./number-formats.ts";
import type { Workbook } from "./parts.ts";
import { MAX_TOKEN_LENGTH, plainText, xmlReader } from "./xml.ts";
import { ArchiveError, type EntryReader } from "./zip-archive.ts";

/** Maximum columns of a sheet (the last is XFD). */
export const MAX_SHEET_COLUMNS = 16_384;
export const MAX_ROW_CHARACTERS = 16 * 1024 * 1024;

/** Receives a sheet's rows while it is read. Row numbers start at 1, as shown in the spreadsheet. */
export interface SheetListener {
  /**
   * Called with a row's cells as text, sparse if cells are missing, and their types (`undefined` is text). `isHidden`
   * rows are those that a filter or the user hides.
   */
  row(number: number, cells: string[], types: readonly (CellType | undefined)[], isHidden: boolean): void;
  /** Called for a formula whose value was not saved with the workbook; its cell is empty. */
  unsaved(row: number): void;
}

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
  let isHidden = false;
  const hides = rowVisibility();
  return xmlReader({
    open(element, attributes) {
      switch (element) {
        case "sheetFormatPr":
          hides.byDefault(attributes);
          break;
        case "row":
          isHidden = hides.row(attributes);
          number = rowNumber(attributes.r) ?? number + 1;
          cells = [];
          types = [];
          characters = 0;
          column = -1;
          break;
        case "c":
          column = columnOf(attributes.r) ?? column + 1;
          if (column >= MAX_SHEET_COLUMNS) throw new ArchiveError("damaged");
          // A duplicate cell would silently replace the first one.
          if (cells[column] !== undefined) throw new ArchiveError("damaged");
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
      if (text.length > MAX_TOKEN_LENGTH) throw new ArchiveError("too_large");
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
          if (characters > MAX_ROW_CHARACTERS) throw new ArchiveError("too_large");
          if (column >= 0) cells[column] = cell;
          const of = cell === "" ? undefined : typeOf(type, style, isFormula);
          if (of !== undefined && column >= 0) types[column] = of;
          if (isFormula && text === "" && type !== "str") listener.unsaved(number);
          break;
        }
        case "row":
          listener.row(number, cells, types, isHidden);
          break;
      }
    },
  });
}

/**
 * Tells which rows are hidden (ECMA-376 §18.3.1.73). Where rows are hidden by default (`zeroHeight`), Excel leaves out
 * the rows that it hides, so a row without an attribute counts as hidden only if others are marked as visible.
 */
function rowVisibility() {
  let isDefault = false;
  let marksVisible = false;
  return {
    byDefault({ zeroHeight }: Readonly<Record<string, string>>): void {
      isDefault = isTrue(zeroHeight);
    },
    row({ hidden, ht }: Readonly<Record<string, string>>): boolean {
      if (isTrue(hidden) || (ht !== undefined && Number(ht) === 0)) return true;
      const isMarked = hidden !== undefined || ht !== undefined;
      marksVisible ||= isMarked;
      return isDefault && marksVisible && !isMarked;
    },
  };
}

function isTrue(written: string | undefined): boolean {
  return written === "1" || written === "true";
}

function rowNumber(written: string | undefined): number | null {
  const number = Number(written);
  return Number.isInteger(number) && number > 0 && number < 2 ** 31 ? number : null;
}

/** Returns a function that maps a cell's `t`, style and formula to its type, memoized; `undefined` is text. */
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

/** Returns the text of a cell of type `t` (ECMA-376 §18.18.11). */
function cellText(type: string, text: string, style: number, workbook: Workbook): string {
  switch (type) {
    case "s": {
      if (text.trim() === "") return "";
      const shared = workbook.shared[Number(text)];
      if (shared === undefined) throw new ArchiveError("damaged");
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

/** Returns the column index of a reference such as `AB12`, from 0; `null` if it is invalid. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/i.exec(reference ?? "")?.[0];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
