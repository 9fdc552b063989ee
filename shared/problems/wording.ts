import { count, counted } from "../numbers.ts";

/** The words of a problem: what happened, what is safe, and what to do next. Plain text without keys or stacks. */
export interface Words {
  title: string;
  detail: string;
  action?: string;
  /** Names from the user's file to choose from. */
  choices?: readonly string[];
}

const NAMES_SHOWN = 12;
const NAME_SHOWN = 60;

/** Lists names from the user's file in a sentence: the first few, shortened. */
export function named(names: readonly string[]): string {
  const shown = names
    .slice(0, NAMES_SHOWN)
    .map((name) => (name.length > NAME_SHOWN ? `${name.slice(0, NAME_SHOWN)}…` : name));
  const more = names.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${count(more)} more` : ""}`;
}

export function credits(value: number): string {
  return `${counted(value, "credit", "credits")}`;
}

/** Returns a balance in words, after a colon; some services let it become negative. */
export function balanceWords(balance: number): string {
  return balance < 0 ? `overdrawn by ${credits(-balance)}` : credits(balance);
}
