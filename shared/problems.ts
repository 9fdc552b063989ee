import { z } from "zod";
import { accountProblems } from "./problems/accounts.ts";
import { appProblems } from "./problems/app.ts";
import { backupProblems } from "./problems/backups.ts";
import { cleaningProblems } from "./problems/cleanings.ts";
import { type Cause, cause, type ProblemTraits } from "./problems/define-problem.ts";
import { fileProblems } from "./problems/files.ts";
import { serviceProblems } from "./problems/service.ts";
import { storeProblems } from "./problems/store.ts";
import { suppressionProblems } from "./problems/suppression.ts";
import { teamProblems } from "./problems/team.ts";
import type { Words } from "./problems/wording.ts";

const TABLE = {
  ...fileProblems,
  ...suppressionProblems,
  ...accountProblems,
  ...serviceProblems,
  ...cleaningProblems,
  ...storeProblems,
  ...backupProblems,
  ...teamProblems,
  ...appProblems,
} as const;

export type ProblemCode = keyof typeof TABLE;

export const PROBLEM_CODES = Object.keys(TABLE) as [ProblemCode, ...ProblemCode[]];

export const problemSchema = z.object({
  code: z.enum(PROBLEM_CODES),
  title: z.string(),
  detail: z.string(),
  action: z.string().optional(),
  choices: z.array(z.string()).readonly().optional(),
  chargeUnknown: z.literal(true).optional(),
});

/**
 * The error type that crosses the bridge instead of exceptions: user-facing words without stacks or keys. `values`,
 * from which the words were made, stay in this process.
 */
export type Problem = z.infer<typeof problemSchema> & { readonly values?: unknown };

type Values<C extends ProblemCode> = z.output<(typeof TABLE)[C]["values"]>;
type Given<C extends ProblemCode> =
  Record<never, never> extends Values<C> ? [values?: Values<C>] : [values: Values<C>];

/** Returns the problem `code` in words. */
export function problem<C extends ProblemCode>(code: C, ...given: Given<C>): Problem {
  const values = given[0] ?? {};
  return made(code, values);
}

export function traitsOf(code: ProblemCode): ProblemTraits {
  return TABLE[code].traits;
}

/** Returns true if files could not be written on this machine: a cleaning waits for the disk, not for the account. */
export function isWriteFailure(code: ProblemCode | undefined): boolean {
  return code !== undefined && traitsOf(code).kind === "disk";
}

/** Returns what a cleaning waits for before it retries; `null` if a retry may not help. */
export function retryWait(code: ProblemCode | undefined): "network" | "service" | null {
  if (code === undefined) return null;
  const { kind, retryable } = traitsOf(code);
  if (kind === "network") return "network";
  return retryable ? "service" : null;
}

function made(code: ProblemCode, values: object): Problem {
  const { chargeUnknown } = traitsOf(code);
  return { code, values, ...wordsOf(code, values), ...(chargeUnknown && { chargeUnknown }) };
}

function wordsOf(code: ProblemCode, values: object): Words {
  const words = TABLE[code].words as (v: object, titleOf: (by: Cause) => string | null) => Words;
  return words(values, titleOf);
}

/** Returns a problem as the cause in another problem's values. */
export function causedBy(met: Problem): Cause {
  return cause.parse(storedProblem(met));
}

function titleOf({ code, values }: Cause): string | null {
  return storedProblemSchema.safeParse({ code, values }).data?.title ?? null;
}

/** Returns the stored form of a problem: code and values, independent of the language. */
export function storedProblem({ code, values }: Problem): object {
  return { code, values };
}

/** Parses a stored problem and creates its words. */
export const storedProblemSchema = z
  .object({ code: z.enum(PROBLEM_CODES), values: z.unknown().optional() })
  .transform(({ code, values }, context): Problem => {
    const parsed = TABLE[code].values.safeParse(values ?? {});
    if (parsed.success) return made(code, parsed.data);
    context.addIssue({ code: "custom", message: parsed.error.message });
    return z.NEVER;
  });
