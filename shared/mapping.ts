import { z } from "zod";
import { OUTCOMES } from "./mail-outcomes.ts";
import { VERDICTS } from "./verdicts.ts";

/** What a word can be said to mean: a verdict, what became of mail, or nothing. */
const MEANINGS = [...VERDICTS, ...OUTCOMES, "nothing"] as const;

/** What the user said of a file that nobody knows: which column says it, and what its words mean. */
export const mappingSchema = z.object({
  /** Whose file it is. */
  name: z.string().trim().min(1).max(100),
  /** The column whose words say it. */
  column: z.string().min(1).max(300),
  /** The column that says when; absent: none. */
  date: z.string().min(1).max(300).optional(),
  words: z.record(z.string().max(100), z.enum(MEANINGS)),
});
export type Mapping = z.infer<typeof mappingSchema>;

const PREFIX = "map:";

/** More characters than any mapping has as the id of a source. */
export const MOST_SOURCE_ID = 20_000;

/** A mapping as the id of a source: whoever has the id needs nothing else. */
export function sourceOfMapping(mapping: Mapping): string {
  return PREFIX + JSON.stringify(mappingSchema.parse(mapping));
}

/** The mapping that a source's id is; null: it is none. */
export function mappingOfSource(id: string): Mapping | null {
  if (!id.startsWith(PREFIX)) return null;
  try {
    return mappingSchema.safeParse(JSON.parse(id.slice(PREFIX.length))).data ?? null;
  } catch {
    return null;
  }
}

/** Whether the words are of what became of mail, and not verdicts. */
export function isOfMail({ words }: Pick<Mapping, "words">): boolean {
  return Object.values(words).some((meaning) => OUTCOMES.some((one) => one === meaning));
}
