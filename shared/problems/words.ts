import { z } from "zod";
import { count, counted } from "../numbers.ts";
import type { TitleOf } from "./values.ts";

/** What is said of a problem: what happened, what is safe, and what to do next. Plain text, no key, no stack. */
export interface Words {
  title: string;
  detail: string;
  action?: string;
}

/** A problem of the catalogue: the values that its words need, and the words. */
export interface Said<S extends z.ZodRawShape> {
  readonly values: z.ZodObject<S>;
  readonly words: (values: z.output<z.ZodObject<S>>, titleOf: TitleOf) => Words;
}

/** An entry of the catalogue. What is stored are the values: its words are made when they are shown. */
export function said<S extends z.ZodRawShape>(shape: S, words: Said<S>["words"]): Said<S> {
  return { values: z.object(shape), words };
}

const NAMES_SHOWN = 12;
const NAME_SHOWN = 60;

/** Names out of the user's file in a sentence: the first few, cut where they are long. */
export function named(names: readonly string[]): string {
  const shown = names
    .slice(0, NAMES_SHOWN)
    .map((name) => (name.length > NAME_SHOWN ? `${name.slice(0, NAME_SHOWN)}…` : name));
  const more = names.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${count(more)} more` : ""}`;
}

/** A number of credits, with its unit. */
export function credits(value: number): string {
  return `${counted(value, "credit", "credits")}`;
}
