import { z } from "zod";
import { PROBLEM_CODES } from "../../shared/problems.ts";

const problemSchema = z.object({
  code: z.enum(PROBLEM_CODES),
  title: z.string(),
  detail: z.string(),
  action: z.string().optional(),
});

/** Missing values and program internals, which no sentence may contain. */
const NO_WORDS =
  /\b(?:undefined|NaN|Infinity|null|Invalid Date)\b|\[object |Error:|\bat .+\.[jt]s:\d|\.ts\b|\$\{/;
/** Command-line advice, which makes no sense on a page. */
const COMMANDS = /`|\bwinnow [a-z]+\b|(?<![\w-])--[a-z]/;
const WHOLE = /[.!?…)]$/;
/** The user's own names, which may contain anything. */
const QUOTED = /'[^']*'|‘[^’]*’|“[^”]*”/g;

/** Checks P11: returns the flaws in the texts of every problem within `answer`. */
export function textFlaws(answer: unknown): string[] {
  const problem = problemSchema.safeParse(answer).data;
  const found = problem === undefined ? [] : lookAt(problem);
  if (Array.isArray(answer)) return [...found, ...answer.flatMap(textFlaws)];
  if (typeof answer !== "object" || answer === null) return found;
  return [...found, ...Object.values(answer).flatMap(textFlaws)];
}

function lookAt({ code, title, detail, action }: z.infer<typeof problemSchema>): string[] {
  const said = [title, detail, ...(action === undefined ? [] : [action])];
  const found: string[] = [];
  if (title.trim() === "" || detail.trim() === "") found.push(`P11: ${code} says nothing`);
  for (const text of said) {
    const own = text.replaceAll(QUOTED, "");
    if (NO_WORDS.test(own) || /'(?:undefined|NaN|\[object [^']*)'/.test(text))
      found.push(`P11: ${code} says: ${text}`);
    if (COMMANDS.test(own)) found.push(`P11: ${code} speaks of commands on a page: ${text}`);
  }
  if (!WHOLE.test(detail.trim())) found.push(`P11: ${code} ends within a sentence: ${detail}`);
  return found;
}
