import { z } from "zod";
import type { Words } from "./words.ts";

/** A reason in words, or how it is said with the values beside it. */
export type Told<V> = string | ((values: V) => string);

/**
 * A value that Winnow chooses itself: one of the codes of `words`, the table that says them. What is stored is the code;
 * a sentence in its place is a type error.
 */
export function reason<C extends string>(words: Readonly<Record<C, unknown>>) {
  return z.enum(Object.keys(words) as C[]);
}

/** A reason in words; null: the table has none. */
export function inWords<V>(words: Readonly<Record<string, Told<V>>>, why: string, values: V): string | null {
  const told = Object.hasOwn(words, why) ? words[why] : undefined;
  if (told === undefined) return null;
  return typeof told === "string" ? told : told(values);
}

/** The code of an error of the system's or of SQLite's, e.g. `EACCES`: from outside, and stored as it came. */
export const systemCode = z.string().brand<"system code">();
export type SystemCode = z.output<typeof systemCode>;

/** The code of such an error; undefined: it has none. */
export function systemCodeOf(error: unknown): SystemCode | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return systemCode.safeParse(/^[A-Z][A-Z0-9_]*$/.test(String(error.code)) ? error.code : undefined).data;
}

/** Another problem that explains one, as it is stored: its code and values. */
export const cause = z.object({ code: z.string(), values: z.unknown().optional() }).brand<"problem">();
export type Cause = z.output<typeof cause>;

/** The title of a cause in words; null: it has none. */
export type TitleOf = (cause: Cause) => string | null;

/** Something known in brackets behind a blank; nothing where it is not known. */
export function inBrackets(words: string | null): string {
  return words === null ? "" : ` (${words})`;
}

/** Group of problems that decides the exit code and how a cleaning waits. */
export type ProblemKind =
  | "input"
  | "account"
  | "credits"
  /** Files that could not be written on this machine: a cleaning waits for the disk. */
  | "disk"
  /** No connection: retried. */
  | "network"
  | "service"
  | "unfinished"
  | "refused"
  | "in_use";

/** Properties of a problem that code decides by. */
export interface ProblemTraits {
  readonly kind: ProblemKind;
  /** The service may answer differently if it is asked again. */
  readonly retryable?: true;
  /** The problem can occur before a start or after it, so its words don't mention money. Only the cleaning knows. */
  readonly chargeUnknown?: true;
}

/** Entry of the problem table: its traits, the schema of its values, and its words. */
export interface ProblemEntry<S extends z.ZodRawShape> {
  readonly traits: ProblemTraits;
  readonly values: z.ZodObject<S>;
  readonly words: (values: z.output<z.ZodObject<S>>, titleOf: TitleOf) => Words;
}

/** Returns an entry of the problem table. Only code and values are stored; the words are made when they are shown. */
export function said<S extends z.ZodRawShape>(
  traits: ProblemKind | ProblemTraits,
  shape: S,
  words: ProblemEntry<S>["words"],
): ProblemEntry<S> {
  return { traits: typeof traits === "string" ? { kind: traits } : traits, values: z.object(shape), words };
}
