import { closeSync, openSync, readSync } from "node:fs";
import { messageOf } from "../../../../shared/errors.ts";
import { byteOrderMark } from "../../text/index.ts";
import { type JsonList, listsIn } from "./json-lists.ts";
import {
  INTEGER_KEY,
  isObject,
  type Json,
  JsonError,
  type JsonObject,
  MARK,
  parseJson,
} from "./json-values.ts";

/** Maximum size of a file with a single value, which is held in memory. Larger files need one value per line. */
const MAX_VALUE_BYTES = 128 * 1024 * 1024;
/** Maximum number of objects and arrays in a single value: each takes more memory than text. */
const MAX_CONTAINERS = 4_000_000;
const PIECE_BYTES = 256 * 1024;
/**
 * Returns the lists in a file: of one value, those that it contains; of several values (JSON Lines, or objects one
 * after the other), one list with a row for each. Throws {@link JsonError}, also while rows are read, and file system
 * errors.
 */
export function readLists(path: string, size: number): readonly JsonList[] {
  if (size <= MAX_VALUE_BYTES) {
    const text = [...piecesOf(path)].join("").trimEnd();
    if (containers(text) > MAX_CONTAINERS) throw new JsonError("size");
    const read = parsed(text);
    if (read.kind === "cut") throw new JsonError("cut");
    if (read.kind === "value") return listsIn(read.value);
  }
  return [{ name: "", rows: () => rowsOfValues(path), hasAddresses: true }];
}

/** `cut`: the text ends in the middle of a value. */
type Parsed = { readonly kind: "value"; readonly value: Json } | { readonly kind: "cut" | "invalid" };

function parsed(text: string): Parsed {
  try {
    return { kind: "value", value: parseJson(text) };
  } catch (error) {
    // The parser's stack overflows at a depth of thousands.
    if (error instanceof RangeError) throw new JsonError("depth");
    const isCut = /^[[{]/.test(text.trimStart()) && /end of JSON input|Unterminated/.test(messageOf(error));
    return { kind: isCut || isAtEnd(text, messageOf(error)) ? "cut" : "invalid" };
  }
}

/** Returns whether the parser's message says that it stopped at the end of the text. */
function isAtEnd(text: string, message: string): boolean {
  const [, position] = /at position (\d+)/.exec(message) ?? [];
  return position !== undefined && Number(position) >= text.replace(INTEGER_KEY, `"${MARK}$1"`).length;
}

function containers(text: string): number {
  let count = 0;
  for (let at = text.search(/[[{]/); at >= 0 && at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === OPEN_BRACE || code === OPEN_BRACKET) count++;
  }
  return count;
}
const [OPEN_BRACE, OPEN_BRACKET, CLOSE_BRACE, CLOSE_BRACKET, QUOTE, BACKSLASH] = [...'{[}]"\\'].map((one) =>
  one.charCodeAt(0),
);

/** Yields objects, or those in arrays, that follow each other with or without line ends between them. */
function* rowsOfValues(path: string): Generator<JsonObject> {
  for (const text of valuesIn(path)) {
    const read = parsed(text);
    if (read.kind !== "value") throw new JsonError("syntax");
    const rows = Array.isArray(read.value) ? read.value : [read.value];
    if (!rows.every(isObject)) throw new JsonError("syntax");
    yield* rows;
  }
}

/** Yields the text of each object or array of a file. */
function* valuesIn(path: string): Generator<string> {
  let held = "";
  let depth = 0;
  let isInText = false;
  let isEscaped = false;
  for (const piece of piecesOf(path)) {
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      const code = piece.charCodeAt(at);
      if (isEscaped) isEscaped = false;
      else if (isInText) {
        isEscaped = code === BACKSLASH;
        isInText = code !== QUOTE;
      } else if (code === QUOTE) isInText = true;
      else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++;
      else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
        if (--depth > 0) continue;
        yield held + piece.slice(from, at + 1);
        held = "";
        from = at + 1;
      }
    }
    held += piece.slice(from);
    if (held.length > MAX_VALUE_BYTES) throw new JsonError("size");
  }
  if (held.trim() !== "") throw new JsonError(depth > 0 ? "cut" : "syntax");
}

/** Yields the text of a file in UTF-8, or in UTF-16 with a BOM. */
function* piecesOf(path: string): Generator<string> {
  const file = openSync(path, "r");
  try {
    const buffer = Buffer.alloc(PIECE_BYTES);
    const read = () => buffer.subarray(0, readSync(file, buffer, 0, buffer.length, null));
    let piece = read();
    const encoding = byteOrderMark(piece)?.encoding.name.toLowerCase() ?? "utf-8";
    const decoder = new TextDecoder(encoding, { fatal: true });
    for (; piece.length > 0; piece = read()) yield decoder.decode(piece, { stream: true });
    yield decoder.decode();
  } catch (error) {
    const isUndecodable =
      error instanceof TypeError && "code" in error && String(error.code).includes("ENCODING");
    throw isUndecodable ? new JsonError("encoding") : error;
  } finally {
    closeSync(file);
  }
}
