import { strFromU8, unzipSync } from "fflate";
import { SaxesParser } from "saxes";

/** Returns the texts of a workbook by sheet, row and cell, without any code of Winnow. */
export function readWorkbook(bytes: Uint8Array): string[][][] {
  const parts = unzipSync(bytes);
  const names = Object.keys(parts).filter((name) => /^xl\/worksheets\/[^/]+\.xml$/.test(name));
  const shared = textsOf(parts["xl/sharedStrings.xml"], "si");
  return names
    .sort((a, b) => Number(/\d+/.exec(a)?.[0]) - Number(/\d+/.exec(b)?.[0]))
    .map((name) => rowsOf(strFromU8(parts[name] ?? new Uint8Array()), shared));
}

function columnOf(reference: string): number {
  const letters = /^[A-Z]+/.exec(reference)?.[0] ?? "";
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function textsOf(part: Uint8Array | undefined, of: string): string[] {
  const texts: string[] = [];
  if (part === undefined) return texts;
  let text: string | null = null;
  let within = false;
  const parser = new SaxesParser();
  parser.on("opentag", ({ name }) => {
    if (name === of) text = "";
    within = name === "t";
  });
  parser.on("text", (piece) => {
    if (within && text !== null) text += piece;
  });
  parser.on("closetag", ({ name }) => {
    if (name === "t") within = false;
    if (name !== of || text === null) return;
    texts.push(text);
    text = null;
  });
  parser.write(strFromU8(part)).close();
  return texts;
}

function rowsOf(xml: string, shared: readonly string[]): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = { column: 0, type: "", text: "" };
  let within = false;
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => {
    if (name === "row") row = [];
    if (name === "c") {
      const reference = String(attributes.r ?? "");
      cell = {
        column: reference ? columnOf(reference) : row.length,
        type: String(attributes.t ?? ""),
        text: "",
      };
    }
    within = name === "v" || name === "t";
  });
  parser.on("text", (piece) => {
    if (within) cell.text += piece;
  });
  parser.on("closetag", ({ name }) => {
    if (name === "v" || name === "t") within = false;
    if (name === "c") row[cell.column] = cell.type === "s" ? (shared[Number(cell.text)] ?? "") : cell.text;
    if (name === "row") rows.push(Array.from(row, (text) => text ?? ""));
  });
  parser.write(xml).close();
  return rows;
}
