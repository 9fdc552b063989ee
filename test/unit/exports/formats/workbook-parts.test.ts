import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import { workbook } from "../../../fixtures/workbooks.ts";
import { readWorkbook } from "../../../support/read-workbook.ts";
import { cleanedFile } from "../cleaned-file.ts";
import { targetFolder, writeOne, writeWorkbook } from "../write-one.ts";

const xlsx = { kind: "xlsx", formulaGuard: true } as const;

/** Number formats written by Excel, LibreOffice, Google Sheets and reporting programs. */
const FORMATS = [
  "General",
  "#,##0.00",
  "0.00%",
  "0.00E+00",
  "# ??/??",
  "@",
  "00000",
  '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)',
  '"$"#,##0_);[Red]\\("$"#,##0\\)',
  "$&0",
  "$'0",
  "[$$-409]#,##0.00",
  "#,##0.00\\ [$€-407]",
  "[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy",
  "[h]:mm:ss",
  'yyyy"年"m"月"d"日"',
  '[>=1000000]0.0,,"M";[>=1000]0.0,"K";0',
  '0" & more"',
  '0"<b>"',
  '0"]]>"',
  '0"_x0041_"',
  "0\t",
  ";;;",
  '"a""b" 0',
  '0" 😀"',
];

const attribute = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll('"', "&quot;")
    .replace(/[\t\n\r]/g, (blank) => `&#${blank.charCodeAt(0)};`);

/** Returns the elements of all XML parts of a workbook. Throws if a part is not well-formed. */
function elementsOf(bytes: Uint8Array) {
  const found: { name: string; attributes: Record<string, string>; part: string }[] = [];
  for (const [part, content] of Object.entries(unzipSync(bytes))) {
    const parser = new SaxesParser();
    parser.on("error", (error) => {
      throw new Error(`${part}: ${error.message}`);
    });
    parser.on("opentag", ({ name, attributes }) => found.push({ name, attributes: { ...attributes }, part }));
    parser.write(strFromU8(content)).close();
  }
  return found;
}

/** Returns the type and number format (code or ID) of the cell `at` on the first sheet. */
function cellAt(elements: ReturnType<typeof elementsOf>, at: string) {
  const of = (name: string) =>
    elements.filter((one) => one.name === name).map(({ attributes }) => attributes);
  const codes = new Map(of("numFmt").map(({ numFmtId, formatCode }) => [numFmtId, formatCode]));
  const cell = of("c").find(({ r }) => r === at);
  const styles = of("cellStyleXfs").length === 1 ? of("xf").slice(1) : [];
  const id = styles[Number(cell?.s ?? 0)]?.numFmtId;
  return { type: cell?.t ?? "n", format: codes.get(id ?? "") ?? id };
}

/** Builds a workbook with one number per format. `numFmtId` returns the format ID of each style. */
function inFormats(formats: readonly string[], numFmtId = (at: number) => String(200 + at)): Uint8Array {
  const rows = formats.map((_, at) => [`p${at}@firm.example`, { number: "1234.5", style: at + 1 }]);
  const parts = unzipSync(workbook([{ name: "One", rows: [["Email", "Revenue"], ...rows] }]));
  const ids = formats.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${attribute(code)}"/>`);
  const xfs = formats.map((_, at) => `<xf numFmtId="${attribute(numFmtId(at))}"/>`);
  const styles = `<?xml version="1.0"?><styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts>${ids.join("")}</numFmts><cellXfs><xf numFmtId="0"/>${xfs.join("")}</cellXfs></styleSheet>`;
  return zipSync({ ...parts, "xl/styles.xml": strToU8(styles) });
}

async function written(bytes: Uint8Array, request = {}) {
  const target = join(targetFolder(), "out.xlsx");
  const made = await cleanedFile(bytes, { name: "list.xlsx" });
  const { outcome } = await writeOne(made, { format: xlsx, ...request }, { target });
  if (!outcome.ok) throw new Error(outcome.problem.detail);
  return { ...outcome.value, target, elements: elementsOf(readFileSync(target)) };
}

describe("the number formats of a workbook", () => {
  it("are kept in an exported workbook that can be opened", async () => {
    const { elements, asText, target } = await written(inFormats(FORMATS));
    expect(asText).toBe(0);
    const [sheet] = readWorkbook(readFileSync(target));
    FORMATS.forEach((code, at) => {
      const format = code.replaceAll("_x0041_", "A");
      expect(cellAt(elements, `B${at + 2}`)).toEqual({ type: "n", format });
      expect(sheet?.[at + 1]?.[1]).toBe("1234.5");
    });
  });

  it.each(["164", ""])(
    "are not mixed up when a format id is unknown, and the workbook can be opened: %j",
    async (id) => {
      const { elements } = await written(inFormats(["0.00", '"$"0'], (at) => (at === 0 ? id : "201")));
      expect(cellAt(elements, "B2")).toEqual({ type: "n", format: "0" });
      expect(cellAt(elements, "B3")).toEqual({ type: "n", format: '"$"0' });
    },
  );
});

describe("texts in an exported workbook", () => {
  const words = fc.string({
    maxLength: 12,
    unit: fc.constantFrom(
      ...["$&", "$'", "$$", "]]>", "<!--", "_x0041_", "_x", "\r\n", "\ud800", ..."&<>\"'\t\n😀éa"],
      ..."\u0000\u0001\u001b\u007f\u0085\u2028\ufffe\uffff",
      ...["http://a.example/?b=1&c=2", '=HYPERLINK("http://a.example")'],
    ),
  });

  it("read back unchanged in the header and in cells", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(words, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 }),
        async (table) => {
          const { bytes } = await writeWorkbook({ formulaGuard: true }, table);
          elementsOf(bytes);
          const plain = (cell: string) =>
            cell.replace(/_x([0-9A-F]{4})_/g, (_, code: string) =>
              String.fromCharCode(Number.parseInt(code, 16)),
            );
          const trimmed = (cells: readonly string[]) => cells.join("\u241f").replace(/\u241f+$/, "");
          expect((readWorkbook(bytes)[0] ?? []).map((cells) => trimmed(cells.map(plain)))).toEqual(
            table.map((cells) => trimmed(cells.map((cell) => cell.toWellFormed()))),
          );
        },
      ),
      { numRuns: 15 },
    );
  });
});

describe("a sheet's dimension", () => {
  const dimensionsOf = (bytes: Uint8Array) =>
    elementsOf(bytes).flatMap(({ name, attributes }) => (name === "dimension" ? attributes.ref : []));

  it("covers the longest row and the verdict columns", async () => {
    const text = "Email,Name\na@a.example\nb@b.example,Bob,x,y\nc@c.example,Cat\n";
    const dimensionsIn = async (request: object) => {
      const target = join(targetFolder(), "out.xlsx");
      await writeOne(await cleanedFile(text), { format: xlsx, ...request }, { target });
      return dimensionsOf(readFileSync(target));
    };
    expect(await dimensionsIn({ withVerdicts: false })).toEqual(["A1:D4"]);
    expect(await dimensionsIn({ columns: [0], withVerdicts: false })).toEqual(["A1:A4"]);
    expect(await dimensionsIn({ withVerdicts: true })).toEqual(["A1:K4"]);
  });

  it("counts the rows of each sheet", async () => {
    const options = { formulaGuard: true, size: { rows: 5, columns: 2 }, sheetRows: 4 };
    const rows = ["Email", "a", "b", "c", "d", "e"].map((cell) => [cell]);
    const { bytes } = await writeWorkbook(options, rows, ["one", "two", "three"]);
    expect(dimensionsOf(bytes)).toEqual(["A1:C4", "A1:B4"]);
  });
});

describe("the styles of an exported workbook", () => {
  it("include the default style that openpyxl and pandas require", async () => {
    const { elements } = await written(inFormats(["0.00"]));
    const named = elements.filter(({ name }) => name === "cellStyle").map(({ attributes }) => attributes);
    expect(named).toEqual([{ name: "Normal", xfId: "0", builtinId: "0" }]);
  });
});
