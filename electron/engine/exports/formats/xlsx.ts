import { type CellType, valueReader } from "../../lists/index.ts";
import { runsInSpreadsheet } from "../../text/index.ts";
import type { ByteSink } from "../files/byte-sink.ts";
import type { TableSize, TableWriter } from "./table.ts";
import {
  columnName,
  contentTypes,
  escapeText,
  FIRST_LIST_STYLE,
  PACKAGE_RELATIONS,
  sheetHead,
  stylesWith,
  workbook,
  workbookRelations,
} from "./xlsx-parts.ts";
import { createZip, type ZipEntry } from "./zip.ts";

/** Rows that one sheet holds, its header included. */
const SHEET_ROWS = 1_048_576;
/** Columns that one sheet has: the last one is XFD. */
const SHEET_COLUMNS = 16_384;
/** Bytes after which a sheet is full: well below what a file inside a ZIP can hold. */
const SHEET_BYTES = 3 * 1024 ** 3;
/** Characters that one cell holds, in UTF-16 units. */
const CELL_TEXT = 32_767;
const BATCH = 256 * 1024;
/** The time of the parts inside the workbook: always the same, so that the same rows make the same bytes. */
const PART_TIME = new Date(2000, 0, 1).getTime();
/** Cell formats of `STYLES`: the header's, and text that is marked as such. */
const HEADER_STYLE = 1;
const TEXT_STYLE = 2;

/** How cells of a type are written. */
interface TypedCell {
  read(text: string): string | null;
  readonly attributes: string;
}

/**
 * Writes rows as a workbook. Cells are texts: `00012`, `+44…` and long numbers stay as they are; those that were numbers,
 * dates or truth values in the workbook that they come from are that again, in their number format. The first
 * row is the header: frozen with what stands above it, with filters, and repeated on every further sheet once one is full. What a
 * spreadsheet would run is marked as text, which changes nothing in it. Sheets state their dimension if `size` is given.
 */
export function createXlsxWriter(
  options: { formulaGuard: boolean; size?: TableSize; sheetRows?: number; sheetBytes?: number },
  sink: ByteSink,
): TableWriter {
  const sheetRows = options.sheetRows ?? SHEET_ROWS;
  const sheetBytes = options.sheetBytes ?? SHEET_BYTES;
  const zip = createZip((bytes) => sink.write(bytes));
  let sheets = 0;
  let sheet: ZipEntry | null = null;
  let header: readonly string[] | null = null;
  const above: (readonly string[])[] = [];
  let headerRow = 1;
  let rowsLeft = options.size?.rows ?? 0;
  let rowsOnSheet = 0;
  let bytesOnSheet = 0;
  let guarded = 0;
  let cut = 0;
  let values = 0;
  let asText = 0;
  /** Number formats of the list's own cells, in the order of their styles. */
  const formats: (number | string)[] = [];
  const typed = new Map<CellType, TypedCell>();
  let batch = "";

  function part(name: string, text: string): void {
    zip.add(name, 6, PART_TIME).push(Buffer.from(text, "utf8"), true);
  }

  function flush(last: boolean): void {
    if (sheet === null) return;
    const bytes = Buffer.from(batch, "utf8");
    bytesOnSheet += bytes.length;
    sheet.push(bytes, last);
    batch = "";
  }

  function openSheet(): void {
    sheets++;
    rowsOnSheet = 0;
    bytesOnSheet = 0;
    sheet = zip.add(`xl/worksheets/sheet${sheets}.xml`, 3, PART_TIME);
    const lines = sheets === 1 ? above : [];
    headerRow = lines.length + 1;
    batch = sheetHead(headerRow, dimensionOf(lines));
    for (const line of lines) put(line, 0);
    if (header !== null) put(header, HEADER_STYLE);
  }

  /** The range of the sheet that begins with `lines`; `null` if the size of the table is not known. */
  function dimensionOf(lines: readonly (readonly string[])[]): string | null {
    if (options.size === undefined) return null;
    const columns = Math.max(options.size.columns, header?.length ?? 1, ...lines.map((line) => line.length));
    return rangeFrom(1, columns, Math.min(sheetRows, headerRow + rowsLeft));
  }

  function closeSheet(): void {
    const filtered = rangeFrom(headerRow, header?.length ?? 1, Math.max(headerRow, rowsOnSheet));
    batch += `</sheetData><autoFilter ref="${filtered}"/></worksheet>`;
    flush(true);
    sheet = null;
  }

  function typedAs(type: CellType): TypedCell {
    const known = typed.get(type);
    if (known !== undefined) return known;
    const format = type.format ?? 0;
    const at = formats.indexOf(format);
    const style = FIRST_LIST_STYLE + (at >= 0 ? at : formats.push(format) - 1);
    const isTyped = type.kind === "number" || type.kind === "boolean";
    const made = {
      read: valueReader(type),
      attributes: `${isTyped ? ` s="${style}"` : ""}${type.kind === "boolean" ? ' t="b"' : ""}`,
    };
    typed.set(type, made);
    return made;
  }

  /** The cell as it was in the workbook that it comes from; null: it is written as a text. */
  function asItWas(cell: string, at: number, type: CellType): string | null {
    if (type.formula === true) values++;
    if (type.kind === "text") return null;
    const how = typedAs(type);
    const value = how.read(cell);
    if (value !== null) return `<c r="${columnName(at)}${rowsOnSheet}"${how.attributes}><v>${value}</v></c>`;
    asText++;
    return null;
  }

  function put(cells: readonly string[], style: number, types: readonly (CellType | undefined)[] = []): void {
    rowsOnSheet++;
    // The header is counted once, however many sheets repeat it.
    const isCounted = style !== HEADER_STYLE || sheets === 1;
    batch += `<row r="${rowsOnSheet}">`;
    for (let at = 0; at < cells.length; at++) {
      const cell = cells[at] ?? "";
      if (cell === "") continue;
      if (at >= SHEET_COLUMNS) {
        if (isCounted) cut++;
        continue;
      }
      // A row may be longer than one text of JavaScript can.
      if (batch.length > BATCH) flush(false);
      const type = types[at];
      const kept = type === undefined ? null : asItWas(cell, at, type);
      if (kept !== null) {
        batch += kept;
        continue;
      }
      const isGuarded = options.formulaGuard && runsInSpreadsheet(cell);
      if (isGuarded) guarded++;
      const format = style !== 0 ? style : isGuarded ? TEXT_STYLE : 0;
      const attribute = format === 0 ? "" : ` s="${format}"`;
      const text = escapeText(fitting(cell));
      if (cell.length > CELL_TEXT && isCounted) cut++;
      batch += `<c r="${columnName(at)}${rowsOnSheet}" t="inlineStr"${attribute}><is><t xml:space="preserve">${text}</t></is></c>`;
    }
    batch += "</row>";
    if (batch.length > BATCH) flush(false);
  }

  return {
    mostCells: SHEET_COLUMNS,
    above: (cells) => void above.push([...cells]),
    row(cells, types) {
      if (header === null) {
        header = [...cells];
        openSheet();
        return;
      }
      if (rowsOnSheet >= sheetRows || bytesOnSheet >= sheetBytes) {
        closeSheet();
        openSheet();
      }
      put(cells, 0, types);
      rowsLeft--;
    },
    finish() {
      if (sheet === null) openSheet();
      closeSheet();
      part("[Content_Types].xml", contentTypes(sheets));
      part("_rels/.rels", PACKAGE_RELATIONS);
      part("xl/workbook.xml", workbook(sheets));
      part("xl/_rels/workbook.xml.rels", workbookRelations(sheets));
      part("xl/styles.xml", stylesWith(formats));
      zip.end();
      // The cells of a workbook are text by their type: none of them runs, guarded or not.
      return { guarded, cut, asText, values };
    },
  };
}

/** Returns the range of so many columns from row `first` to row `last`, such as `A1:C9`. */
function rangeFrom(first: number, columns: number, last: number): string {
  return `A${first}:${columnName(Math.min(SHEET_COLUMNS, Math.max(1, columns)) - 1)}${last}`;
}

/** As much of `cell` as a workbook's cell holds, no character cut in two. */
function fitting(cell: string): string {
  if (cell.length <= CELL_TEXT) return cell;
  const splits = cell.codePointAt(CELL_TEXT - 1) !== cell.charCodeAt(CELL_TEXT - 1);
  return cell.slice(0, splits ? CELL_TEXT - 1 : CELL_TEXT);
}
