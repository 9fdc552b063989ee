const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** Returns the start of a sheet with `frozen` rows. `range` is its cells, such as `A1:C9`, if known. */
export function sheetHead(frozen: number, range: string | null): string {
  const dimension = range === null ? "" : `<dimension ref="${range}"/>`;
  return `${HEAD}<worksheet xmlns="${MAIN}">${dimension}<sheetViews><sheetView workbookViewId="0"><pane ySplit="${frozen}" topLeftCell="A${frozen + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
}

export const PACKAGE_RELATIONS = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** Formats 0 (plain), 1 (bold header) and 2 (marked as text), all with the number format `@`. */
const OWN_STYLES = [
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>',
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/>',
];
/** Index of the first cell format for the list's own cells. */
export const FIRST_LIST_STYLE = OWN_STYLES.length;
/** Number formats below this ID are built in. */
const FIRST_CODED_FORMAT = 164;

/** Returns the styles with a cell format per number format: a built-in ID or a format code. */
export function stylesWith(formats: readonly (number | string)[]): string {
  const codes = [...new Set(formats.filter((format) => typeof format === "string"))];
  const described = codes.map(
    (code, at) => `<numFmt numFmtId="${FIRST_CODED_FORMAT + at}" formatCode="${escapeAttribute(code)}"/>`,
  );
  const styles = formats.map((format) => {
    const id = typeof format === "number" ? builtIn(format) : FIRST_CODED_FORMAT + codes.indexOf(format);
    return `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`;
  });
  const numFmts =
    codes.length === 0 ? "" : `<numFmts count="${codes.length}">${described.join("")}</numFmts>`;
  const xfs = [...OWN_STYLES, ...styles];
  return `${HEAD}<styleSheet xmlns="${MAIN}">${numFmts}<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${xfs.length}">${xfs.join("")}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}

/** Unknown IDs are dropped, as they could collide with those of custom formats. */
function builtIn(format: number): number {
  return Number.isInteger(format) && format >= 0 && format < FIRST_CODED_FORMAT ? format : 0;
}

export function contentTypes(sheets: number): string {
  return `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${each(
    sheets,
    (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
  )}</Types>`;
}

export function workbook(sheets: number): string {
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each(
    sheets,
    (n) => `<sheet name="${n === 1 ? "List" : `List ${n}`}" sheetId="${n}" r:id="rId${n}"/>`,
  )}</sheets></workbook>`;
}

export function workbookRelations(sheets: number): string {
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${each(
    sheets,
    (n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
  )}<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;
}

function each(count: number, text: (n: number) => string): string {
  return Array.from({ length: count }, (_, index) => text(index + 1)).join("");
}

/** Returns `A`, `B`, … `Z`, `AA`, … for a zero-based column. */
export function columnName(column: number): string {
  let name = "";
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name;
  }
  return name;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold
const SPECIAL = /[&<>\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g;
const NAMED: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Escapes a cell's text for XML; invalid characters become `_x0000_` (ECMA-376, 22.9.2.19). */
export function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(
      SPECIAL,
      (char) => NAMED[char] ?? `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
    );
}

/** Escapes attribute values, where tabs and line feeds would otherwise be normalised to spaces. */
function escapeAttribute(text: string): string {
  return escapeText(text)
    .replaceAll('"', "&quot;")
    .replace(/[\t\n]/g, (blank) => `&#${blank.charCodeAt(0)};`);
}
