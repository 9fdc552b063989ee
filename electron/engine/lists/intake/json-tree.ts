import { JsonError, type JsonListener, Literal } from "./json-events.ts";

/** Maximum characters of one row; each value counts VALUE_CHARACTERS in addition. */
const MOST_ROW_CHARACTERS = 16 * 1024 * 1024;
const VALUE_CHARACTERS = 16;

/** An object with its keys in file order, duplicates included. */
export class JsonObject {
  readonly entries: [key: string, value: Json][] = [];

  get values(): Json[] {
    return this.entries.map(([, value]) => value);
  }

  get(key: string): Json | undefined {
    return this.entries.findLast(([own]) => own === key)?.[1];
  }
}

export type Json = string | Literal | Json[] | JsonObject;

/** Builds one value, within {@link MOST_ROW_CHARACTERS}. */
export class TreeBuilder implements JsonListener {
  root: Json | undefined;
  readonly #open: (Json[] | JsonObject)[] = [];
  #key = "";
  #characters = 0;

  get isComplete(): boolean {
    return this.root !== undefined && this.#open.length === 0;
  }

  open(isArray: boolean): void {
    const made = isArray ? [] : new JsonObject();
    this.#add(made, 0);
    this.#open.push(made);
  }

  close(): void {
    this.#open.pop();
  }

  key(text: string): void {
    this.#key = text;
    this.#characters += text.length;
  }

  value(scalar: string | Literal): void {
    this.#add(scalar, typeof scalar === "string" ? scalar.length : scalar.text.length);
  }

  #add(value: Json, characters: number): void {
    this.#characters += characters + VALUE_CHARACTERS;
    if (this.#characters > MOST_ROW_CHARACTERS) throw new JsonError("row");
    const parent = this.#open.at(-1);
    if (Array.isArray(parent)) parent.push(value);
    else if (parent !== undefined) parent.entries.push([this.#key, value]);
    else if (this.root === undefined) this.root = value;
    else throw new JsonError("syntax");
  }
}

/** Returns compact JSON, with numbers as spelled in the file. */
export function compactJson(value: Json): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (value instanceof Literal) return value.text;
  if (Array.isArray(value)) return `[${value.map(compactJson).join(",")}]`;
  return `{${value.entries.map(([key, own]) => `${JSON.stringify(key)}:${compactJson(own)}`).join(",")}}`;
}
