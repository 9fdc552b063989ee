import { SaxesParser } from "saxes";
import { ArchiveError, type EntryReader } from "./zip-archive.ts";

const MAX_DEPTH = 100;
/** Maximum characters of one tag, text or run of comments. A cell holds 32,767, which may be longer when escaped. */
export const MAX_TOKEN_LENGTH = 1024 * 1024;

/** Receives elements as they are parsed. Names come without their prefix. */
export interface XmlListener {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Returns a streaming XML reader with bounded memory that refuses doctypes. Throws {@link ArchiveError}. */
export function xmlReader(listener: XmlListener): EntryReader {
  // Only the needed handlers are set: saxes is five times slower with ten of them.
  const parser = new SaxesParser();
  const decoder = new TextDecoder();
  let depth = 0;
  /** Position of the last event; the parser buffers everything after it. */
  let lastEventPosition = 0;
  parser.on("error", () => {
    throw new ArchiveError("damaged");
  });
  parser.on("doctype", () => {
    throw new ArchiveError("damaged");
  });
  parser.on("opentag", ({ name, attributes }) => {
    lastEventPosition = parser.position;
    if (++depth > MAX_DEPTH) throw new ArchiveError("too_large");
    listener.open?.(local(name), attributes);
  });
  const text = (piece: string) => {
    lastEventPosition = parser.position;
    if (piece.length > MAX_TOKEN_LENGTH) throw new ArchiveError("too_large");
    listener.text?.(piece);
  };
  parser.on("text", text);
  parser.on("cdata", text);
  parser.on("closetag", ({ name }) => {
    lastEventPosition = parser.position;
    depth--;
    listener.close?.(local(name));
  });
  return (piece, last) => {
    parser.write(decoder.decode(piece, { stream: !last }));
    if (parser.position - lastEventPosition > MAX_TOKEN_LENGTH) throw new ArchiveError("too_large");
    if (last) parser.close();
  };
}

/** Decodes escaped characters that XML cannot contain, such as `_x000D_` (ECMA-376 §22.4.2.4). */
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
