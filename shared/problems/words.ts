import { count, counted } from "../numbers.ts";

/** What is said of a problem: what happened, what is safe, and what to do next. Plain text, no key, no stack. */
export interface Words {
  title: string;
  detail: string;
  action?: string;
  /** Names out of the user's file, one of which the user must choose. */
  choices?: readonly string[];
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
