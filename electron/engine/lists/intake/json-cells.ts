import { MAX_COLUMNS } from "../../text/index.ts";
import { RECIPIENTS } from "./json-lists.ts";
import { isObject, type Json, JsonError, type JsonObject, parseJson, withoutMarks } from "./json-values.ts";

/** Keys under which queues and topics wrap an event, as text or as an object (Amazon SNS, SQS, Lambda). */
const ENVELOPE_KEYS = ["Message", "Body", "body", "Sns"];
const DEEPEST_ENVELOPE = 4;

/**
 * Yields the cells of a row by column, or of one row per recipient of an event. Joins nested keys with dots; a repeated
 * name becomes `name (2)`. Throws {@link JsonError}.
 */
export function* cellsOf(row: JsonObject): Generator<ReadonlyMap<string, string>> {
  for (const entries of recipientsOf(unwrapped(row, 0))) {
    const cells = new Map<string, string>();
    addCells(cells, entries, "");
    yield cells;
  }
}

function unwrapped(row: JsonObject, depth: number): JsonObject {
  if (depth === DEEPEST_ENVELOPE || hasOwnAddress(row)) return row;
  for (const key of ENVELOPE_KEYS) {
    const value = row[key];
    const inner = typeof value === "string" ? parsedText(value) : value;
    if (isObject(inner)) return unwrapped(inner, depth + 1);
  }
  return row;
}

/** Returns whether the row itself contains an address; its `body` is then a column, not an envelope. */
function hasOwnAddress(row: JsonObject): boolean {
  return Object.entries(row).some(
    ([key, value]) => typeof value === "string" && value.includes("@") && !ENVELOPE_KEYS.includes(key),
  );
}

function parsedText(text: string): Json | undefined {
  if (!text.trimStart().startsWith("{")) return undefined;
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

type Entry = readonly [key: string, value: Json];

/** Yields one row per recipient of an event, merging the recipient's keys with the event's. */
function* recipientsOf(event: JsonObject): Generator<readonly Entry[]> {
  for (const own of [event, ...Object.values(event)]) {
    if (!isObject(own)) continue;
    for (const [key, value] of Object.entries(own)) {
      if (!RECIPIENTS.test(key) || !Array.isArray(value)) continue;
      const recipients = value.map((one: Json) => recipientOf(one)).filter((one) => one !== null);
      if (recipients.length === 0) continue;
      const { [key]: _, ...rest } = own;
      const shared = own === event ? rest : replaced(event, own, rest);
      for (const recipient of recipients) {
        // On conflicts, the recipient's value keeps the plain name.
        const entries = Object.entries(shared);
        yield [
          ...entries.filter(([name]) => !(name in recipient)),
          ...Object.entries(recipient),
          ...entries.filter(([name]) => name in recipient),
        ];
      }
      return;
    }
  }
  yield Object.entries(event);
}

function replaced(event: JsonObject, value: Json, by: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(event).map(([key, one]) => [key, one === value ? by : one]));
}

function recipientOf(value: Json): JsonObject | null {
  if (typeof value === "string") return { emailAddress: value };
  return isObject(value) ? value : null;
}

function addCells(cells: Map<string, string>, entries: readonly Entry[], before: string): void {
  for (const [key, value] of entries) {
    const name = before + withoutMarks(key);
    if (isObject(value)) addCells(cells, Object.entries(value), `${name}.`);
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
  if (value === null) return "";
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return String(value);
  const isSimple = value.every((one) => typeof one !== "object" || one === null);
  return isSimple
    ? value.map((one) => (isObject(one) ? "" : cellText(one))).join(", ")
    : withoutMarks(JSON.stringify(value));
}
