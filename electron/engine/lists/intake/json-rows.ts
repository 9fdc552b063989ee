import { closeSync, openSync, readSync } from "node:fs";
import { messageOf } from "../../../../shared/errors.ts";
import { byteOrderMark } from "../../text/index.ts";

export type Json = string | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Reasons for refusing JSON: a syntax error or no rows, a truncated file, invalid bytes, or an exceeded limit. */
export type JsonErrorKind = "syntax" | "cut" | "encoding" | "columns" | "size" | "depth";

export class JsonError extends Error {
  readonly kind: JsonErrorKind;

  constructor(kind: JsonErrorKind) {
    super(kind);
    this.kind = kind;
  }
}

/** Maximum size of a file with a single value, which is held in memory. Larger files need one value per line. */
const MAX_VALUE_BYTES = 128 * 1024 * 1024;
/** Maximum number of objects and arrays in a single value: each takes more memory than text. */
const MAX_CONTAINERS = 4_000_000;
const PIECE_BYTES = 256 * 1024;
/** Arrays of rows may be nested in this many objects. */
const DEEPEST_ROWS = 2;
/** Key of the recipients of an event. */
export const RECIPIENTS = /recipients$/i;

/** Marks keys that look like integers, which JavaScript would otherwise move to the front of their object. */
const MARK = "\ue000";
const INTEGER_KEY = /"(\d+)"(?=\s*:)/g;

/** Returns a key, or JSON with keys, without the marks of {@link parseJson}. */
export function withoutMarks(text: string): string {
  return text.replaceAll(MARK, "");
}

/**
 * Parses JSON. Keys keep their order: use {@link withoutMarks} on them. Numbers become strings, spelled as in the text
 * where the platform reports it. Throws `SyntaxError`.
 */
export function parseJson(text: string): Json {
  const ordered = text.replace(INTEGER_KEY, `"${MARK}$1"`);
  return JSON.parse(ordered, (_key, value: unknown, context?: { source?: string }) =>
    typeof value === "number" ? (context?.source ?? String(value)) : value,
  );
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Returns a function that yields a file's rows: of one value, its elements or those of the arrays in it; otherwise
 * one row per line. Throws {@link JsonError}, also while rows are read, and file system errors.
 */
export function readRows(path: string, size: number): () => Iterable<JsonObject> {
  if (size <= MAX_VALUE_BYTES) {
    const text = [...piecesOf(path)].join("").trimEnd();
    if (containers(text) > MAX_CONTAINERS) throw new JsonError("size");
    const read = parsed(text);
    if (read.kind === "cut") throw new JsonError("cut");
    if (read.kind === "value") {
      const rows = rowsIn(read.value);
      return () => rows;
    }
  }
  return () => rowsOfLines(path, size);
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
const [OPEN_BRACE, OPEN_BRACKET] = ["{", "["].map((one) => one.charCodeAt(0));

function* rowsOfLines(path: string, size: number): Generator<JsonObject> {
  let rest = "";
  let isFirst = true;
  const rowOf = (line: string): JsonObject | null => {
    if (line.trim() === "") return null;
    const read = parsed(line);
    if (read.kind !== "value" && isFirst && size > MAX_VALUE_BYTES) throw new JsonError("size");
    if (read.kind !== "value" || !isObject(read.value)) throw new JsonError("syntax");
    isFirst = false;
    return read.value;
  };
  for (const piece of piecesOf(path)) {
    const lines = (rest + piece).split(/\r\n|[\r\n]/);
    rest = lines.pop() ?? "";
    if (rest.length > MAX_VALUE_BYTES) throw new JsonError("size");
    for (const line of lines) {
      const row = rowOf(line);
      if (row !== null) yield row;
    }
  }
  const last = rowOf(rest);
  if (last !== null) yield last;
}

interface FoundRows {
  readonly rows: readonly JsonObject[];
  readonly hasAddresses: boolean;
}

function rowsIn(value: Json): readonly JsonObject[] {
  if (isObject(value)) return listsIn(value, 0)?.rows ?? [value];
  if (!Array.isArray(value) || !value.every(isObject)) throw new JsonError("syntax");
  return value;
}

/** Returns the rows of the arrays in an object: of those with addresses, otherwise of the first. `null` for events. */
function listsIn(object: JsonObject, depth: number): FoundRows | null {
  const entries = Object.entries(object);
  const isEvent = entries.some(
    ([key, value]) => RECIPIENTS.test(key) || (typeof value === "string" && value.includes("@")),
  );
  if (isEvent) return null;
  let found: FoundRows | null = null;
  for (const [, value] of entries) {
    const own = listsAt(value, depth + 1);
    if (own === null) continue;
    if (found === null || (own.hasAddresses && !found.hasAddresses)) found = own;
    else if (own.hasAddresses) found = { rows: [...found.rows, ...own.rows], hasAddresses: true };
  }
  return found;
}

function listsAt(value: Json, depth: number): FoundRows | null {
  if (isObject(value)) return depth < DEEPEST_ROWS ? listsIn(value, depth) : null;
  if (!Array.isArray(value) || value.length === 0 || !value.every(isObject)) return null;
  return { rows: value, hasAddresses: JSON.stringify(value).includes("@") };
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
