import { type CellType, valueReader } from "../../lists/index.ts";
import { runsInSpreadsheet } from "../../text/index.ts";
import type { ByteSink } from "../files/byte-sink.ts";
import type { TableSize, TableWriter } from "./row-layout.ts";
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

/** Excel's limits per sheet. */
const SHEET_ROWS = 1_048_576;
const SHEET_COLUMNS = 16_384;
/** Size at which a sheet is full, well below the limit of a ZIP entry. */
const SHEET_BYTES = 3 * 1024 ** 3;
const CELL_TEXT = 32_767;
const BATCH = 256 * 1024;
/** Constant, so that the same rows make the same bytes. */
const PART_TIME = new Date(2000, 0, 1).getTime();
/** Indexes in `OWN_STYLES`. */
const HEADER_STYLE = 1;
const TEXT_STYLE = 2;

interface TypedCell {
  read(text: string): string | null;
  readonly attributes: string;
}

/**
 * Creates a writer of workbooks. Cells are text (`00012`, `+44…`), except typed cells of a source workbook. The header
 * is repeated on each further sheet. Formulas are marked as text, which doesn't change them.
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
  /** Number formats of the list's cells, in the order of their styles. */
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

  /** Returns the cell with its original type; `null` if it is written as text. */
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
    // Count the repeated header once.
    const isCounted = style !== HEADER_STYLE || sheets === 1;
    batch += `<row r="${rowsOnSheet}">`;
    for (let at = 0; at < cells.length; at++) {
      const cell = cells[at] ?? "";
      if (cell === "") continue;
      if (at >= SHEET_COLUMNS) {
        if (isCounted) cut++;
        continue;
      }
      // A row may exceed the maximum length of a JavaScript string.
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
      // Text cells never run as formulas, guarded or not.
      return { guarded, cut, asText, values };
    },
  };
}

function rangeFrom(first: number, columns: number, last: number): string {
  return `A${first}:${columnName(Math.min(SHEET_COLUMNS, Math.max(1, columns)) - 1)}${last}`;
}

/** Truncates a cell to Excel's limit without splitting a surrogate pair. */
function fitting(cell: string): string {
  if (cell.length <= CELL_TEXT) return cell;
  const splits = cell.codePointAt(CELL_TEXT - 1) !== cell.charCodeAt(CELL_TEXT - 1);
  return cell.slice(0, splits ? CELL_TEXT - 1 : CELL_TEXT);
}
