import { OUTCOMES } from "../../shared/mail-outcomes.ts";
import type { Meaning } from "../../shared/mapping.ts";
import { counted } from "../../shared/numbers.ts";
import { VERDICTS } from "../../shared/verdicts.ts";
import { OUTCOME_WORDS } from "../../shared/whose-file.ts";
import { VERDICT_WORDS } from "./verdicts.ts";

export const mapWords = {
  offer: "Import it as results, bounces or unsubscribes…",
  sent: "Note it as sent",
  again: (name: string) => `Import as before (${name})`,
  title: "What does this file say?",
  help: "Choose the column that says what became of each address, and what its words mean. Words without a meaning are left out and counted.",
  address: "Address column",
  column: "Result column",
  choose: "Choose a column",
  date: "Date column",
  none: "None",
  name: "Whose file it is",
  unsaid: "Left out",
  meaningOf: (word: string) => `Meaning of '${word}'`,
  beyond: (rows: number) => `${counted(rows, "row holds another word", "rows hold other words")}, left out.`,
  mixed:
    "Some words are verdicts, others say what became of mail. Import one kind first and leave the other out; then import the file again for that.",
  act: "Import",
} as const;

export function meaningWords(meaning: Meaning): string {
  if (meaning === "nothing") return "Nothing: leave it out";
  const outcome = OUTCOMES.find((one) => one === meaning);
  if (outcome !== undefined)
    return `${OUTCOME_WORDS[outcome].charAt(0).toUpperCase()}${OUTCOME_WORDS[outcome].slice(1)}`;
  const verdict = VERDICTS.find((one) => one === meaning);
  return verdict === undefined ? meaning : VERDICT_WORDS[verdict].name;
}
