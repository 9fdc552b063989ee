import {
  isIntegerKey,
  isObject,
  type Json,
  JsonError,
  type JsonObject,
  withoutMarks,
} from "./json-values.ts";

/** Rows that were found in JSON. They are created while they are read, so that memory holds the value only once. */
export interface JsonList {
  /** The key under which the rows are; empty if the value itself is the list. */
  readonly name: string;
  readonly rows: () => Iterable<JsonObject>;
  readonly hasAddresses: boolean;
}

/** Arrays of rows may be nested in this many objects: `data.shop.customers.edges`. */
const DEEPEST_ROWS = 4;
/** Key of the recipients of an event. */
export const RECIPIENTS = /recipients$/i;
/** Keys that say nothing about the rows under them; the key above them names the list. */
const CONTAINERS = /^(?:data|edges|nodes|items|results?|records|rows|list|entries|values|response|body)$/i;
/** Keys that say the state of the people under them. */
const STATES =
  /^(?:non|un|in|hard|soft|opted|opt|re)?(?:active|subscribe[ds]?|subscribers?|subscriptions?|bounce[ds]?|complain(?:ed|ts?)|spam|cleaned|inactive|pending|confirmed|verified|suppress(?:ed|ions?)|block(?:ed|s|list|listed)?|delete[ds]?|removed|archived|in|out|valid|deliverable|risky|blacklist(?:ed)?|unknown|disabled|enabled|junk|donot(?:mail|email|contact))$/i;

/** Returns the lists in a value, each with a different name. Throws {@link JsonError} if it can't hold rows. */
export function listsIn(value: Json): readonly JsonList[] {
  const [only, ...others] = Array.isArray(value) ? value : [value];
  if (others.length === 0 && isObject(only)) {
    const found = only === value || isNoRow(only) ? listsInObject(only, [], 0) : null;
    return joinLists(found ?? [createList("", [only])]);
  }
  const list = listInArray(value, "");
  if (list === null) throw new JsonError("syntax");
  return [list];
}

/** Joins lists of the same name. Keeps those with addresses; without any, only the first. */
function joinLists(found: readonly JsonList[]): readonly JsonList[] {
  const kept = found.some(({ hasAddresses }) => hasAddresses)
    ? found.filter(({ hasAddresses }) => hasAddresses)
    : found.slice(0, 1);
  const byName = Map.groupBy(kept, ({ name }) => name);
  const lists = [...byName].map(([name, same]) => ({
    name,
    rows: () => concatRows(same),
    hasAddresses: true,
  }));
  const isByState = lists.some(({ name }) => STATES.test(name.replace(/[^\p{L}]/gu, "")));
  if (lists.length < 2 || !isByState) return lists;
  return [{ name: "", rows: () => withStatus(lists), hasAddresses: true }];
}

/** Converts items to rows while they are read, beginning with the item at index `from`. */
function* toRows<T>(items: Iterable<T>, toRow: (item: T) => JsonObject, from = 0): Generator<JsonObject> {
  let at = 0;
  for (const item of items) if (at++ >= from) yield toRow(item);
}

function* concatRows(lists: readonly JsonList[]): Generator<JsonObject> {
  for (const list of lists) yield* list.rows();
}

/** Yields the rows of all lists, with the list's name as their status. */
function* withStatus(lists: readonly JsonList[]): Generator<JsonObject> {
  for (const list of lists)
    for (const row of list.rows()) {
      const { status, ...others } = row;
      yield { ...others, status: list.name, ...(status === undefined ? {} : { "status (2)": status }) };
    }
}

function createList(name: string, rows: readonly JsonObject[]): JsonList {
  return { name, rows: () => rows, hasAddresses: rows.some((row) => hasAddress(row)) };
}

/** Returns whether the object is no row itself: none of its texts has an address. */
function isNoRow(object: JsonObject): boolean {
  return Object.values(object).every((value) => typeof value !== "string" || !value.includes("@"));
}

function hasAddress(value: Json): boolean {
  return JSON.stringify(value).includes("@");
}

function listName(path: readonly string[]): string {
  return path.findLast((key) => !CONTAINERS.test(key)) ?? path.at(-1) ?? "";
}

/** Returns the lists in an object; `null` if it has none, or is an event or a row. */
function listsInObject(
  object: JsonObject,
  path: readonly string[],
  depth: number,
): readonly JsonList[] | null {
  const name = listName(path);
  const own = listByKey(object, name, depth) ?? listByColumn(object, name);
  if (own !== null) return [own];
  const entries = Object.entries(object);
  if (!isNoRow(object) || entries.some(([key]) => RECIPIENTS.test(key))) return null;
  const header = headerIn(object);
  const found = entries.flatMap(([key, value]) => {
    const below = [...path, withoutMarks(key)];
    if (isObject(value))
      return depth + 1 < DEEPEST_ROWS ? (listsInObject(value, below, depth + 1) ?? []) : [];
    return listInArray(value, listName(below), header) ?? [];
  });
  return found.length === 0 ? null : found;
}

/** Returns the rows of an array of objects, of addresses, or of arrays with a header; `null` if it has none. */
function listInArray(value: Json, name: string, header: readonly string[] | null = null): JsonList | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  if (value.every(isObject)) return createList(name, value.map(withoutNode));
  if (value.every((one) => typeof one === "string")) {
    if (name === "" || !value.some((one) => one.includes("@"))) return null;
    return { name, rows: () => toRows(value, (email) => ({ email })), hasAddresses: true };
  }
  if (!value.every((one) => Array.isArray(one))) return null;
  const [first = []] = value;
  const own = first.every((cell: Json) => typeof cell === "string" && !cell.includes("@")) ? first : null;
  const columns = header ?? own;
  const from = header === null && own !== null ? 1 : 0;
  const toRow = (cells: readonly Json[]) =>
    Object.fromEntries(cells.map((cell, at) => [uniqueName(columns, at), cell] as const));
  return { name, rows: () => toRows(value, toRow, from), hasAddresses: value.some(hasAddress) };
}

function uniqueName(columns: readonly Json[] | null, at: number): string {
  const name = columns?.[at];
  const isUnique = typeof name === "string" && name !== "" && columns?.indexOf(name) === at;
  return isUnique ? name : `${typeof name === "string" ? name : ""} column ${at + 1}`.trim();
}

/** `{ "node": { … } }`, as GraphQL wraps rows. */
function withoutNode(row: JsonObject): JsonObject {
  return isObject(row.node) && Object.keys(row).every((key) => key === "node" || key === "cursor")
    ? row.node
    : row;
}

/** Returns the names of columns that stand beside rows without keys, as pandas and BigQuery write them. */
function headerIn(object: JsonObject): readonly string[] | null {
  const found = object.columns ?? object.header ?? object.headers ?? object.fields;
  return Array.isArray(found) && found.every((name) => typeof name === "string") ? found : null;
}

/** Reads objects under the keys of their rows: `{ "-Nabc": { "email": "a@b.example" }, "-Nabd": { … } }`. */
function listByKey(object: JsonObject, name: string, depth: number): JsonList | null {
  const entries = Object.entries(object);
  const [first] = entries;
  if (first === undefined) return null;
  if (entries.every(([key]) => key.includes("@"))) {
    const toRow = ([key, value]: readonly [string, Json]) => ({
      key,
      ...(isObject(value) ? value : { value }),
    });
    return { name, rows: () => toRows(entries, toRow), hasAddresses: true };
  }
  const rows = entries.filter((entry): entry is [string, JsonObject] => isObject(entry[1]));
  if (rows.length < entries.length || (rows.length < 2 && depth === 0) || isByColumn(object)) return null;
  const [[, pattern] = first] = rows;
  const keys = isObject(pattern) ? Object.keys(pattern).filter((key) => !isIntegerKey(key)) : [];
  const alike = rows.filter(([, row]) => keys.some((key) => key in row) && hasOwnAddress(row, 1));
  if (alike.length * 2 <= rows.length) return null;
  return {
    name,
    rows: () => toRows(rows, ([key, row]) => ({ key: withoutMarks(key), ...row })),
    hasAddresses: true,
  };
}

/** Returns whether the row, or an object in it, has a text with an address. */
function hasOwnAddress(row: JsonObject, deeper: number): boolean {
  return Object.values(row).some((value) =>
    isObject(value)
      ? deeper > 0 && hasOwnAddress(value, deeper - 1)
      : typeof value === "string" && value.includes("@"),
  );
}

/**
 * Returns whether the keys are columns with cells by row: `{ "email": { "0": "a@b.example", … }, "name": { … } }`, as
 * pandas writes them. Rows may be named; then one column has all addresses, and another none.
 */
function isByColumn(object: JsonObject): boolean {
  const columns = Object.values(object).filter(isObject);
  const [first = {}] = columns;
  const rows = Object.keys(first);
  const isTable =
    columns.length === Object.keys(object).length &&
    columns.every((column) => Object.values(column).every((cell) => !isObject(cell)));
  if (!isTable || Object.keys(object).every(isIntegerKey)) return false;
  if (columns.every((column) => Object.keys(column).every(isIntegerKey))) return true;
  const holding = columns.filter((column) => hasOwnAddress(column, 0));
  const isFull = holding.some((column) => rows.every((row) => hasAddress(column[row] ?? "")));
  return rows.length > 1 && isFull && holding.length < columns.length;
}

/** Reads columns of cells: arrays of one length, or objects by row number. */
function listByColumn(object: JsonObject, name: string): JsonList | null {
  const columns = Object.entries(object);
  if (columns.length === 0) return null;
  if (isByColumn(object)) {
    const cells = columns.map(([key, column]) => [key, isObject(column) ? column : {}] as const);
    const rows = [...new Set(cells.flatMap(([, column]) => Object.keys(column)))];
    const toRow = (at: string) => Object.fromEntries(cells.map(([key, column]) => [key, column[at] ?? null]));
    return { name, rows: () => toRows(rows, toRow), hasAddresses: hasAddress(object) };
  }
  const arrays = columns.flatMap(([key, cells]) => (Array.isArray(cells) ? [[key, cells] as const] : []));
  const length = arrays[0]?.[1].length ?? 0;
  const isTable =
    arrays.length === columns.length &&
    length > 0 &&
    arrays.every(
      ([, cells]) =>
        cells.length === length && cells.every((cell: Json) => !isObject(cell) && !Array.isArray(cell)),
    ) &&
    !arrays.some(([key]) => STATES.test(key));
  if (!isTable) return null;
  const toRow = (at: number) => Object.fromEntries(arrays.map(([key, cells]) => [key, cells[at] ?? null]));
  return { name, rows: () => toRows(Array.from({ length }).keys(), toRow), hasAddresses: hasAddress(object) };
}
