import { MAX_COLUMNS } from "../../text/index.ts";
import { JsonError, Literal, readJson } from "./json-events.ts";
import { compactJson, type Json, JsonObject, TreeBuilder } from "./json-tree.ts";

export const RECIPIENTS = /recipients$/i;
/** Keys under which queues and topics wrap an event, as text or as an object (Amazon SNS, SQS, Lambda). */
const ENVELOPE_KEYS = ["Message", "Body", "body", "Sns"];
const DEEPEST_ENVELOPE = 4;
const LONGEST_NAME = 1_000;

/**
 * Yields the cells of a row by column, or of one row per recipient of an event. Joins nested keys with dots; a repeated
 * name becomes `name (2)`. Throws {@link JsonError}.
 */
export function* cellsOf(row: JsonObject): Generator<ReadonlyMap<string, string>> {
  for (const one of recipientsOf(unwrapped(row, 0))) {
    const cells = new Map<string, string>();
    addCells(cells, one, "");
    yield cells;
  }
}

function unwrapped(row: JsonObject, depth: number): JsonObject {
  if (depth === DEEPEST_ENVELOPE || hasOwnAddress(row)) return row;
  for (const key of ENVELOPE_KEYS) {
    const value = row.get(key);
    const inner = typeof value === "string" ? parsed(value) : value;
    if (inner instanceof JsonObject) return unwrapped(inner, depth + 1);
  }
  return row;
}

/** Returns whether the row itself contains an address; its `body` is then a column, not an envelope. */
function hasOwnAddress({ entries }: JsonObject): boolean {
  return entries.some(
    ([key, value]) => typeof value === "string" && value.includes("@") && !ENVELOPE_KEYS.includes(key),
  );
}

function parsed(text: string): Json | undefined {
  if (!text.trimStart().startsWith("{")) return undefined;
  const builder = new TreeBuilder();
  try {
    readJson([text], builder);
    return builder.root;
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

/** Yields one row per recipient of an event, merging the recipient's keys with the event's. */
function* recipientsOf(event: JsonObject): Generator<JsonObject> {
  for (const own of [event, ...event.values]) {
    for (const [key, value] of own instanceof JsonObject ? own.entries : []) {
      if (!RECIPIENTS.test(key) || !Array.isArray(value)) continue;
      const recipients = value.flatMap((one) => recipientOf(one) ?? []);
      if (recipients.length === 0) continue;
      // Each recipient gets a row, so only elements of other kinds remain in the cell.
      const others = value.filter((one) => recipientOf(one) === null);
      const rest = (object: JsonObject): JsonObject =>
        objectOf(
          object.entries.flatMap(([name, one]): [string, Json][] => {
            if (one === value) return others.length === 0 ? [] : [[name, others]];
            return [[name, one === own && one instanceof JsonObject ? rest(one) : one]];
          }),
        );
      const { entries } = rest(event);
      for (const recipient of recipients) {
        const names = new Set(recipient.entries.map(([name]) => name));
        const [same, different] = [true, false].map((is) =>
          entries.filter(([name]) => names.has(name) === is),
        );
        // On conflicts, the recipient's value keeps the plain name.
        yield objectOf([...(different ?? []), ...recipient.entries, ...(same ?? [])]);
      }
      return;
    }
  }
  yield event;
}

function recipientOf(value: Json): JsonObject | null {
  if (typeof value === "string") return objectOf([["emailAddress", value]]);
  return value instanceof JsonObject ? value : null;
}

function objectOf(entries: readonly [string, Json][]): JsonObject {
  const object = new JsonObject();
  for (const entry of entries) object.entries.push(entry);
  return object;
}

function addCells(cells: Map<string, string>, { entries }: JsonObject, before: string): void {
  for (const [key, value] of entries) {
    const name = before + key;
    if (name.length > LONGEST_NAME) throw new JsonError("row");
    if (value instanceof JsonObject) addCells(cells, value, `${name}.`);
    else cells.set(freeName(cells, name), cellText(value));
    if (cells.size > MAX_COLUMNS) throw new JsonError("columns");
  }
}

function freeName(cells: ReadonlyMap<string, string>, name: string): string {
  let free = name;
  for (let n = 2; cells.has(free); n++) free = `${name} (${n})`;
  return free;
}

function cellText(value: Exclude<Json, JsonObject>): string {
  if (typeof value === "string") return value;
  if (value instanceof Literal) return value.text === "null" ? "" : value.text;
  const simple = value.flatMap((one) =>
    Array.isArray(one) || one instanceof JsonObject ? [] : [cellText(one)],
  );
  return simple.length === value.length ? simple.join(", ") : compactJson(value);
}
