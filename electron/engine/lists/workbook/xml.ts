import { SaxesParser } from "saxes";
import { ArchiveRefusal, type EntryReader } from "./archive.ts";

/** What is made of a part of a workbook, element by element. Names are local: without prefix. */
export interface XmlListener {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Reads XML as it is unpacked. Entities of a document's own are not expanded. Throws {@link ArchiveRefusal}. */
export function xmlReader(listener: XmlListener): EntryReader {
  const parser = new SaxesParser();
  const decoder = new TextDecoder();
  parser.on("error", () => {
    throw new ArchiveRefusal("damaged", "a part of it is not well-formed");
  });
  parser.on("doctype", () => {
    throw new ArchiveRefusal("damaged", "a part of it is not what a spreadsheet writes");
  });
  parser.on("opentag", ({ name, attributes }) => listener.open?.(local(name), attributes));
  if (listener.text !== undefined) parser.on("text", (text) => listener.text?.(text));
  parser.on("closetag", ({ name }) => listener.close?.(local(name)));
  return (piece, last) => {
    parser.write(decoder.decode(piece, { stream: !last }));
    if (last) parser.close();
  };
}

/** Undoes the escapes of characters that XML cannot hold: `_x000D_` (ECMA-376 §22.4.2.4). */
export function plainText(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9A-F]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function local(name: string): string {
  const colon = name.indexOf(":");
  return colon < 0 ? name : name.slice(colon + 1);
}
