import { z } from "zod";
import type { Words } from "./wording.ts";

/** A reason in words, or a function of the problem's values. */
export type Wording<V> = string | ((values: V) => string);

/**
 * Returns the schema of a reason: one of the keys of `words`. Only the code is stored; passing a sentence is a type
 * error.
 */
export function reasonSchema<C extends string>(words: Readonly<Record<C, unknown>>) {
  return z.enum(Object.keys(words) as C[]);
}

/** Returns the reason in words; `null` if it is not in the table. */
export function wordingOf<V>(
  words: Readonly<Record<string, Wording<V>>>,
  why: string,
  values: V,
): string | null {
  const wording = Object.hasOwn(words, why) ? words[why] : undefined;
  if (wording === undefined) return null;
  return typeof wording === "string" ? wording : wording(values);
}

/** An error code of the system or of SQLite, e.g. `EACCES`. Stored as received. */
export const systemCode = z.string().brand<"system code">();
export type SystemCode = z.output<typeof systemCode>;

/** Returns the error's code; undefined if it has none. */
export function systemCodeOf(error: unknown): SystemCode | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return systemCode.safeParse(/^[A-Z][A-Z0-9_]*$/.test(String(error.code)) ? error.code : undefined).data;
}

/** The stored form of a problem that caused another: its code and values. */
export const cause = z.object({ code: z.string(), values: z.unknown().optional() }).brand<"problem">();
export type Cause = z.output<typeof cause>;

export type TitleOf = (cause: Cause) => string | null;

/** Returns the words in parentheses after a space, or an empty string. */
export function inBrackets(words: string | null): string {
  return words === null ? "" : ` (${words})`;
}

/** Group of problems that decides the exit code and how a cleaning waits. */
export type ProblemKind =
  | "input"
  | "account"
  | "credits"
  /** Files could not be written on this machine. A cleaning waits for the disk. */
  | "disk"
  /** No connection; retried. */
  | "network"
  | "service"
  | "unfinished"
  | "refused"
  | "in_use";

export interface ProblemTraits {
  readonly kind: ProblemKind;
  /** A repeated request may succeed. */
  readonly retryable?: true;
  /** The problem can occur before or after a start, so its words don't mention money. Only the cleaning knows. */
  readonly chargeUnknown?: true;
}

export interface ProblemEntry<S extends z.ZodRawShape> {
  readonly traits: ProblemTraits;
  readonly values: z.ZodObject<S>;
  readonly words: (values: z.output<z.ZodObject<S>>, titleOf: TitleOf) => Words;
}

/** Creates an entry of the problem table. Only code and values are stored; the words are made when they are shown. */
export function defineProblem<S extends z.ZodRawShape>(
  traits: ProblemKind | ProblemTraits,
  shape: S,
  words: ProblemEntry<S>["words"],
): ProblemEntry<S> {
  return { traits: typeof traits === "string" ? { kind: traits } : traits, values: z.object(shape), words };
}
