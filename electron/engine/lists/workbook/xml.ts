import { SaxesParser } from "saxes";
import { ArchiveRefusal, type EntryReader } from "./archive.ts";

/** Elements within elements: spreadsheets need a dozen. */
const MOST_DEPTH = 100;
/** Characters of one tag with its attributes, of one text, and of comments in a row; a cell holds 32,767, which XML may write longer. */
export const MOST_TOKEN = 1024 * 1024;

/** What is made of a part of a workbook, element by element. Names are local: without prefix. */
export interface XmlListener {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/**
 * Reads XML as it is unpacked, in memory that does not depend on what it holds. Entities of a document's own are not
 * expanded. Throws {@link ArchiveRefusal}.
 */
export function xmlReader(listener: XmlListener): EntryReader {
  // Of its handlers only these few: each is a property, and with ten of them it takes five times as long.
  const parser = new SaxesParser();
  const decoder = new TextDecoder();
  let depth = 0;
  /** Where the last tag or text was heard of: what follows is held by the parser. */
  let heard = 0;
  parser.on("error", () => {
    throw new ArchiveRefusal("damaged");
  });
  parser.on("doctype", () => {
    throw new ArchiveRefusal("damaged");
  });
  parser.on("opentag", ({ name, attributes }) => {
    heard = parser.position;
    if (++depth > MOST_DEPTH) throw new ArchiveRefusal("too_large");
    listener.open?.(local(name), attributes);
  });
  const text = (piece: string) => {
    heard = parser.position;
    if (piece.length > MOST_TOKEN) throw new ArchiveRefusal("too_large");
    listener.text?.(piece);
  };
  parser.on("text", text);
  parser.on("cdata", text);
  parser.on("closetag", ({ name }) => {
    heard = parser.position;
    depth--;
    listener.close?.(local(name));
  });
  return (piece, last) => {
    parser.write(decoder.decode(piece, { stream: !last }));
    if (parser.position - heard > MOST_TOKEN) throw new ArchiveRefusal("too_large");
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
