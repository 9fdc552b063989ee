import type { CellType } from "./cell-types.ts";
import { isoDateText, isoDurationText, numberText } from "./number-formats.ts";
import { MAX_SHEETS, MAX_STYLES, type Sheet, type Workbook } from "./parts.ts";
import { MAX_ROW_CHARACTERS, MAX_SHEET_COLUMNS, type SheetListener } from "./sheet-rows.ts";
import { MAX_TOKEN_LENGTH, xmlReader } from "./xml.ts";
import { ArchiveError, type EntryReader, readArchive } from "./zip-archive.ts";

export type Attributes = Readonly<Record<string, string>>;

/** Returns the value of a cell (OpenDocument 1.3, part 3, §19.385). `shown` is its text as displayed. */
function cellText(attributes: Attributes, shown: string): string {
  switch (attributes["office:value-type"]) {
    case "float":
    case "percentage":
    case "currency": {
      const value = attributes["office:value"] ?? "";
      // Keep leading zeros of postcodes and customer numbers.
      return /^0\d+$/.test(shown) ? shown : numberText(value, undefined, false);
    }
    case "date": {
      const written = attributes["office:date-value"];
      return written === undefined ? shown : isoDateText(written);
    }
    case "time":
      return clockOf(attributes) ?? shown;
    case "boolean":
      return (attributes["office:boolean-value"] ?? shown).toUpperCase();
    default:
      return shown !== "" ? shown : (attributes["office:string-value"] ?? "");
  }
}

function clockOf(attributes: Attributes): string | null {
  return isoDurationText(attributes["office:time-value"] ?? "");
}

const PERCENT = 10;
const MONEY = 4;
const DAY = 14;
const DAY_AND_TIME = 22;
const TIME = 21;
const DURATION = 46;

/** Returns the cell's type, with a built-in format of XLSX; `undefined` for text. */
function typeOf(attributes: Attributes): CellType | undefined {
  const formula = attributes["table:formula"] === undefined ? {} : ({ formula: true } as const);
  switch (attributes["office:value-type"]) {
    case "float":
      return { kind: "number", format: 0, ...formula };
    case "percentage":
      return { kind: "number", format: PERCENT, ...formula };
    case "currency":
      return { kind: "number", format: MONEY, ...formula };
    case "date": {
      const isDay = !/T(?!00:00:00)/.test(attributes["office:date-value"] ?? "");
      return { kind: "number", format: isDay ? DAY : DAY_AND_TIME, ...formula };
    }
    case "boolean":
      return { kind: "boolean", ...formula };
    case "time": {
      const clock = clockOf(attributes);
      if (clock === null) return { kind: "other", ...formula };
      return { kind: "number", format: Number.parseInt(clock, 10) < 24 ? TIME : DURATION, ...formula };
    }
    default:
      return attributes["table:formula"] === undefined ? undefined : { kind: "text", formula: true };
  }
}

const MAX_SHEET_ROWS = 1_048_576;
/** Maximum non-empty cells, repetitions included. */
const MAX_SHEET_CELLS = 200_000_000;
const NAME_SHOWN = 255;
const CONTENT = "content.xml";
const MANIFEST = "meta-inf/manifest.xml";

/** Reads the sheet names of the OpenDocument workbook at `path`. Throws {@link ArchiveError}. */
export async function readOds(path: string): Promise<Workbook> {
  const sheets: Sheet[] = [];
  const hiddenStyles = new Set<string>();
  let style = "";
  let isSpreadsheet = false;
  let depth = 0;
  await refuseLocked(path);
  await readArchive(path, (name) => {
    if (name.toLowerCase() !== CONTENT) return null;
    return xmlReader({
      open(element, attributes) {
        if (element === "style") style = attributes["style:name"] ?? "";
        else if (element === "table-properties" && attributes["table:display"] === "false") {
          if (hiddenStyles.size < MAX_STYLES) hiddenStyles.add(style);
        } else if (element === "spreadsheet") isSpreadsheet = true;
        else if (element === "table" && depth++ === 0 && !isOfAnotherFile(attributes)) {
          if (sheets.length >= MAX_SHEETS) throw new ArchiveError("too_large");
          sheets.push({
            name: (attributes["table:name"] ?? "").slice(0, NAME_SHOWN),
            part: `${CONTENT}#${sheets.length}`,
            hidden: hiddenStyles.has(attributes["table:style-name"] ?? ""),
          });
        }
      },
      close(element) {
        if (element === "table") depth--;
      },
    });
  });
  if (!isSpreadsheet) throw new ArchiveError("no_workbook");
  return { format: "ods", sheets, shared: [], formats: [], codes: [], since1904: false };
}

/** Detects cached sheets of external references, whose names are like `'file:///path/list.ods'#Sheet1`. */
function isOfAnotherFile(table: Attributes): boolean {
  return /^'[a-z][a-z\d+.-]*:.*'#/is.test(table["table:name"] ?? "");
}

async function refuseLocked(path: string): Promise<void> {
  await readArchive(path, (name) => {
    if (name.toLowerCase() !== MANIFEST) return null;
    return xmlReader({
      open(element) {
        if (element === "encryption-data") throw new ArchiveError("locked");
      },
    });
  });
}

export function odsReader(
  sheets: readonly Sheet[],
  listenerOf: (sheet: Sheet) => SheetListener | null,
): EntryReader {
  let next = 0;
  let depth = 0;
  let rows: OdsRows | null = null;
  return xmlReader({
    open(element, attributes) {
      if (element === "table" && depth++ === 0) {
        const sheet = isOfAnotherFile(attributes) ? undefined : sheets[next++];
        const listener = sheet === undefined ? null : listenerOf(sheet);
        rows = listener === null ? null : new OdsRows(listener);
      } else if (depth === 1) rows?.open(element, attributes);
    },
    text(piece) {
      if (depth === 1) rows?.text(piece);
    },
    close(element) {
      if (element === "table" && --depth === 0) rows = null;
      else if (depth === 1) rows?.close(element);
    },
  });
}

/** Reads the rows of one sheet and expands repetitions (OpenDocument 1.3, part 3, §9.1 and §6.1). */
class OdsRows {
  readonly #listener: SheetListener;
  #number = 1;
  #written = 0;
  #repeated = 1;
  #isHidden = false;
  #cells: string[] = [];
  #types: (CellType | undefined)[] = [];
  readonly #known = new Map<string, CellType>();
  #column = 0;
  #characters = 0;
  #cell: Attributes | null = null;
  #text = "";
  #paragraphs = 0;
  #inParagraph = false;
  /** Nesting depth inside an element that is anchored in the cell but not its text: comment, shape, pronunciation. */
  #anchorDepth = 0;

  constructor(listener: SheetListener) {
    this.#listener = listener;
  }

  open(element: string, attributes: Attributes): void {
    if (this.#anchorDepth > 0 || (this.#cell !== null && isAnchored(element))) {
      this.#anchorDepth++;
      return;
    }
    switch (element) {
      case "table-row":
        this.#repeated = repeats(attributes["table:number-rows-repeated"]);
        this.#isHidden = /^(?:collapse|filter)$/.test(attributes["table:visibility"] ?? "");
        this.#cells = [];
        this.#types = [];
        this.#column = 0;
        this.#characters = 0;
        break;
      case "table-cell":
      case "covered-table-cell":
        this.#cell = attributes;
        this.#text = "";
        this.#paragraphs = 0;
        break;
      case "p":
        if (this.#cell === null) break;
        if (this.#paragraphs++ > 0) this.#add("\n");
        this.#inParagraph = true;
        break;
      case "s":
        if (this.#inParagraph)
          this.#add(" ".repeat(Math.min(MAX_TOKEN_LENGTH, repeats(attributes["text:c"]))));
        break;
      case "tab":
        if (this.#inParagraph) this.#add("\t");
        break;
      case "line-break":
        if (this.#inParagraph) this.#add("\n");
        break;
    }
  }

  text(piece: string): void {
    // OpenDocument collapses whitespace.
    if (this.#inParagraph && this.#anchorDepth === 0) this.#add(piece.replace(/[ \t\r\n]+/g, " "));
  }

  close(element: string): void {
    // End of a table inside a drawing, whose start was not passed on.
    if (element === "table") return;
    if (this.#anchorDepth > 0) {
      this.#anchorDepth--;
      return;
    }
    switch (element) {
      case "p":
        this.#inParagraph = false;
        break;
      case "table-cell":
      case "covered-table-cell":
        this.#endCell();
        break;
      case "table-row":
        this.#endRow();
        break;
    }
  }

  /** Returns one shared object per distinct type, since this is called for every cell. */
  #typeOf(attributes: Attributes): CellType | undefined {
    const type = typeOf(attributes);
    if (type === undefined) return undefined;
    const key = `${type.kind} ${type.format} ${type.formula}`;
    const known = this.#known.get(key) ?? type;
    this.#known.set(key, known);
    return known;
  }

  #add(piece: string): void {
    this.#text += piece;
    if (this.#text.length > MAX_TOKEN_LENGTH) throw new ArchiveError("too_large");
  }

  #endCell(): void {
    const attributes = this.#cell ?? {};
    this.#cell = null;
    const count = repeats(attributes["table:number-columns-repeated"]);
    const text = cellText(attributes, this.#text);
    const isUnsaved =
      attributes["table:formula"] !== undefined && attributes["office:value-type"] === undefined;
    if (isUnsaved && text === "") this.#listener.unsaved(this.#number);
    if (text !== "") {
      if (this.#column + count > MAX_SHEET_COLUMNS) {
        throw new ArchiveError("damaged");
      }
      this.#characters += text.length * count;
      if (this.#characters > MAX_ROW_CHARACTERS) throw new ArchiveError("too_large");
      const type = this.#typeOf(attributes);
      for (let i = 0; i < count; i++) this.#cells[this.#column + i] = text;
      for (let i = 0; type !== undefined && i < count; i++) this.#types[this.#column + i] = type;
    }
    this.#column += count;
  }

  #endRow(): void {
    const number = this.#number;
    this.#number += this.#repeated;
    if (this.#cells.length === 0) return;
    if (this.#number - 1 > MAX_SHEET_ROWS) throw new ArchiveError("too_large");
    this.#written += this.#cells.length * this.#repeated;
    if (this.#written > MAX_SHEET_CELLS) throw new ArchiveError("too_large");
    for (let i = 0; i < this.#repeated; i++)
      this.#listener.row(number + i, this.#cells, this.#types, this.#isHidden);
  }
}

/** Elements anchored in a cell that are not its text (§10, §14.1); also ruby text, which XLSX omits too. */
const BESIDE: ReadonlySet<string> = new Set([
  "annotation",
  "caption",
  "circle",
  "connector",
  "control",
  "custom-shape",
  "ellipse",
  "frame",
  "g",
  "line",
  "measure",
  "page-thumbnail",
  "path",
  "polygon",
  "polyline",
  "rect",
  "regular-polygon",
  "ruby-text",
  "scene",
]);
const isAnchored = (element: string) => BESIDE.has(element);

function repeats(written: string | undefined): number {
  const count = Number(written ?? 1);
  return Number.isSafeInteger(count) && count > 0 ? count : 1;
}
