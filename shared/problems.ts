import { z } from "zod";
import { accountProblems } from "./problems/accounts.ts";
import { appProblems } from "./problems/app.ts";
import { backupProblems } from "./problems/backups.ts";
import { cleaningProblems } from "./problems/cleanings.ts";
import { fileProblems } from "./problems/files.ts";
import { serviceProblems } from "./problems/service.ts";
import { storeProblems } from "./problems/store.ts";
import { suppressionProblems } from "./problems/suppression.ts";
import { type Cause, cause } from "./problems/values.ts";
import type { Words } from "./problems/words.ts";

/** Every problem that Winnow can speak of, with the values and the words for it: the one place for them. */
const TABLE = {
  ...fileProblems,
  ...suppressionProblems,
  ...accountProblems,
  ...serviceProblems,
  ...cleaningProblems,
  ...storeProblems,
  ...backupProblems,
  ...appProblems,
} as const;

export type ProblemCode = keyof typeof TABLE;

export const PROBLEM_CODES = Object.keys(TABLE) as [ProblemCode, ...ProblemCode[]];

export const problemSchema = z.object({
  code: z.enum(PROBLEM_CODES),
  title: z.string(),
  detail: z.string(),
  action: z.string().optional(),
});

/**
 * What crosses the bridge instead of an exception: words for a marketer, never a stack, never a key. Its `values` are what
 * the words were made from, and stay behind.
 */
export type Problem = z.infer<typeof problemSchema> & { readonly values?: unknown };

type Values<C extends ProblemCode> = z.output<(typeof TABLE)[C]["values"]>;
type Given<C extends ProblemCode> =
  Record<never, never> extends Values<C> ? [values?: Values<C>] : [values: Values<C>];

/** The problem `code` in words, with the values that its words need. */
export function problem<C extends ProblemCode>(code: C, ...given: Given<C>): Problem {
  const values = given[0] ?? {};
  return { code, values, ...wordsOf(code, values) };
}

function wordsOf(code: ProblemCode, values: object): Words {
  const words = TABLE[code].words as (v: object, titleOf: (by: Cause) => string | null) => Words;
  return words(values, titleOf);
}

/** A problem as the value of another one that it explains: its code and values. */
export function causedBy(met: Problem): Cause {
  return cause.parse(storedProblem(met));
}

function titleOf(by: Cause): string | null {
  if (typeof by === "string") return by;
  return known(by.code, by.values)?.title ?? null;
}

/** The problem, where its code is one of today's and its values are in order. */
function known(code: string, values: unknown): Problem | null {
  const one = PROBLEM_CODES.find((each) => each === code);
  const parsed = one === undefined ? undefined : TABLE[one].values.safeParse(values);
  return one === undefined || parsed?.success !== true
    ? null
    : { code: one, values: parsed.data, ...wordsOf(one, parsed.data) };
}

/** A problem as it is stored: what it is and with which values, in no language. */
export function storedProblem({ code, values, ...words }: Problem): object {
  return values === undefined ? { code, ...words } : { code, values };
}

const earlierWords = z.object({ title: z.string(), detail: z.string(), action: z.string().optional() });

/**
 * A stored problem in today's words. An earlier Winnow stored the words themselves, and a later one may have codes or
 * values of its own: what is not known any more is said as it was then, or said to be not known, but is never unreadable.
 */
export const storedProblemSchema = z
  .looseObject({ code: z.string(), values: z.unknown().optional() })
  .transform(({ code, values, ...rest }): Problem => {
    const today = known(code, values);
    if (today !== null) return today;
    const said = earlierWords.safeParse(rest);
    const same = PROBLEM_CODES.find((one) => one === code) ?? "earlier_problem";
    return said.success ? { code: same, ...said.data } : problem("earlier_problem");
  });
