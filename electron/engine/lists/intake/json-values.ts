export type Json = string | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/**
 * Reasons for refusing JSON: a syntax error or no rows, one object with the data of several people, a truncated file,
 * invalid bytes, or an exceeded limit.
 */
export type JsonErrorKind = "syntax" | "object" | "cut" | "encoding" | "columns" | "size" | "depth";

export class JsonError extends Error {
  readonly kind: JsonErrorKind;

  constructor(kind: JsonErrorKind) {
    super(kind);
    this.kind = kind;
  }
}

/** Marks keys that look like integers, which JavaScript would otherwise move to the front of their object. */
export const MARK = "\ue000";
export const INTEGER_KEY = /"(\d+)"(?=\s*:)/g;

/** Returns a key, or JSON with keys, without the marks of {@link parseJson}. */
export function withoutMarks(text: string): string {
  return text.replaceAll(MARK, "");
}

/** Returns whether a key in {@link parseJson}'s result is an integer. */
export function isIntegerKey(key: string): boolean {
  return key.startsWith(MARK);
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
