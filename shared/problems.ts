import { z } from "zod";
import { accountProblems } from "./problems/accounts.ts";
import { appProblems } from "./problems/app.ts";
import { fileProblems } from "./problems/files.ts";
import { serviceProblems } from "./problems/service.ts";
import type { Words } from "./problems/words.ts";

/** Every problem that Winnow can speak of, with the words for it: the one place for them. */
const TABLE = { ...fileProblems, ...accountProblems, ...serviceProblems, ...appProblems } as const;

export type ProblemCode = keyof typeof TABLE;

export const PROBLEM_CODES = Object.keys(TABLE) as [ProblemCode, ...ProblemCode[]];

export const problemSchema = z.object({
  code: z.enum(PROBLEM_CODES),
  title: z.string(),
  detail: z.string(),
  action: z.string().optional(),
});

/** What crosses the bridge instead of an exception: words for a marketer, never a stack, never a key. */
export type Problem = z.infer<typeof problemSchema>;

type Values<C extends ProblemCode> = Parameters<(typeof TABLE)[C]>;

/** The problem `code` in words, with the values that its words need. */
export function problem<C extends ProblemCode>(code: C, ...values: Values<C>): Problem {
  const words = TABLE[code] as (...v: Values<C>) => Words;
  return { code, ...words(...values) };
}
