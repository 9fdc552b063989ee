import { z } from "zod";
import { quoteCell } from "../../text/index.ts";

/** Bytes of JSON that are taken as one. */
export const MOST_JSON_BYTES = 256 * 1024 * 1024;
/** Keys that become columns; no event has as many. */
const MOST_COLUMNS = 500;
/** Where lists of rows lie, deeper than that is something else. */
const DEEPEST_ROWS = 2;
/** The key of those whom an event is about. */
const RECIPIENTS = /recipients$/i;

const objectSchema = z.record(z.string(), z.unknown());
type Json = z.infer<typeof objectSchema>;

/**
 * The rows of a JSON text as CSV with a header: of an array, of the first array in an object, or of JSON Lines; of an event
 * about several recipients, a row for each. Keys of nested objects are joined with dots. Null: there are no such rows.
 */
export function csvOfJson(text: string): string | null {
  const rows = (rowsOf(parsed(text)) ?? linesOf(text))?.flatMap(recipientsOf).map(flat);
  if (rows === undefined || rows.length === 0) return null;
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))].slice(0, MOST_COLUMNS);
  if (columns.length === 0) return null;
  const lines = rows.map((row) => columns.map((column) => row.get(column) ?? ""));
  return [columns, ...lines]
    .map((cells) => `${cells.map((cell) => quoteCell(cell, ",")).join(",")}\r\n`)
    .join("");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function linesOf(text: string): Json[] | null {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const rows = lines.map((line) => objectOf(parsed(line)));
  return rows.every((row) => row !== null) ? rows : null;
}

function objectOf(value: unknown): Json | null {
  if (Array.isArray(value)) return null;
  return objectSchema.safeParse(value).data ?? null;
}

/** Null: no JSON value holds rows here. */
function rowsOf(value: unknown): Json[] | null {
  if (Array.isArray(value)) return objectsIn(value);
  const object = objectOf(value);
  return object === null ? null : (listIn(object, 0) ?? [object]);
}

function objectsIn(values: readonly unknown[]): Json[] | null {
  const objects = values.map(objectOf).filter((one) => one !== null);
  return objects.length === values.length && objects.length > 0 ? objects : null;
}

/** `items`, `contacts`, `data.results`: of an answer of an API, not of one event. */
function listIn(object: Json, depth: number): Json[] | null {
  const values = Object.values(object);
  const isEvent =
    values.some((value) => typeof value === "string" && value.includes("@")) ||
    Object.keys(object).some((key) => RECIPIENTS.test(key));
  if (isEvent || depth === DEEPEST_ROWS) return null;
  const lists = values.flatMap((value) => {
    const found = Array.isArray(value) ? objectsIn(value) : listIn(objectOf(value) ?? {}, depth + 1);
    return found === null ? [] : [found];
  });
  const withAddresses = lists.filter((rows) => JSON.stringify(rows).includes("@"));
  return withAddresses.length > 0 ? withAddresses.flat() : (lists[0] ?? null);
}

/** Keys under which queues and topics deliver an event, as text or as an object (Amazon SNS, SQS, Lambda). */
const ENVELOPE_KEYS = ["Message", "Body", "body", "Sns"];
const DEEPEST_ENVELOPE = 4;

/** Returns the event inside the envelopes of queues and topics. */
function unwrapped(row: Json, depth = 0): Json {
  for (const key of ENVELOPE_KEYS) {
    const value = row[key];
    const inner = objectOf(typeof value === "string" ? parsed(value) : value);
    if (inner !== null && depth < DEEPEST_ENVELOPE) return unwrapped(inner, depth + 1);
  }
  return row;
}

/** Returns a row for each recipient of an event, with the recipient's own keys beside the event's. */
function recipientsOf(row: Json): Json[] {
  const event = unwrapped(row);
  for (const own of [event, ...Object.values(event)].map(objectOf).filter((one) => one !== null)) {
    for (const [key, value] of Object.entries(own)) {
      const recipients: unknown[] = RECIPIENTS.test(key) && Array.isArray(value) ? value : [];
      const objects = recipients.map((one): Json | null =>
        typeof one === "string" ? { emailAddress: one } : objectOf(one),
      );
      const named = objects.filter((one) => one !== null);
      if (named.length > 0) return named.map((recipient) => ({ ...event, ...recipient }));
    }
  }
  return [event];
}

function flat(row: Json): Map<string, string> {
  const cells = new Map<string, string>();
  const put = (object: Json, before: string) => {
    for (const [key, value] of Object.entries(object)) {
      const name = `${before}${key}`;
      const inner = objectOf(value);
      if (inner !== null) put(inner, `${name}.`);
      else {
        const values: unknown[] = Array.isArray(value) ? value : [value];
        if (values.every((one) => one === null || typeof one !== "object"))
          cells.set(name, values.map((one) => (one === null ? "" : String(one))).join(", "));
      }
    }
  };
  put(row, "");
  return cells;
}
