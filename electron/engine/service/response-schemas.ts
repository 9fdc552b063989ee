import { z } from "zod";
import { type Analysis, analysisSchema } from "../../../shared/bridge/cleanings.ts";
import { foldAddress } from "../../../shared/fold-addresses.ts";
import {
  emptyVerdictCounts,
  FLAGS,
  type Flag,
  VERDICTS,
  type Verdict,
  type VerdictCounts,
} from "../../../shared/verdicts.ts";
import type { JobStatus, SingleVerification } from "./types.ts";

/** An integer, possibly sent as text. */
const wholeSchema = z.union([
  z.int(),
  z
    .string()
    .trim()
    .regex(/^-?\d{1,15}$/)
    .transform(Number),
]);
const countSchema = wholeSchema.refine((value) => value >= 0);
/** A boolean, possibly sent as text in any case. */
const truthSchema = z.union([
  z.boolean(),
  z
    .string()
    .trim()
    .regex(/^(true|false)$/i)
    .transform((text) => text.toLowerCase() === "true"),
]);
/** Opaque: never interpreted, always encoded. Numbers arrive as digits, see {@link withDigits}. */
const jobIdSchema = z.union([z.string().min(1).max(500), z.int().nonnegative().transform(String)]);
const textSchema = z
  .string()
  .nullish()
  .transform((text) => text ?? "");

const jsonObjectSchema = z.record(z.string(), z.unknown());
const errorTextSchema = z.union([z.string(), z.number().transform(String)]).catch("");

/** Common fields of responses: service-spec, 'Errors', shapes A and B. */
export interface Envelope {
  readonly body: Record<string, unknown>;
  /** `null` if the response does not say. */
  readonly success: boolean | null;
  /** Non-empty texts of `result`, `message` and `error`. */
  readonly texts: readonly string[];
}

/** Parses the envelope of a JSON response; `null` if the text is not a JSON object. */
export function openEnvelope(text: string): Envelope | null {
  const body = jsonObjectSchema.safeParse(parseJson(text));
  if (!body.success) return null;
  const success = truthSchema.safeParse(body.data.success);
  const texts = [body.data.result, body.data.message, body.data.error]
    .map((value) => errorTextSchema.parse(value).trim())
    .filter((value) => value !== "");
  return { body: body.data, success: success.success ? success.data : null, texts };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""), withDigits);
  } catch {
    return null;
  }
}

/** Keeps the digits of a numeric job id: a rounded number would name another list. */
function withDigits(name: string, value: unknown, context?: { source?: string }): unknown {
  if (name !== "job_id" || typeof value !== "number") return value;
  const digits = context?.source ?? "";
  return /^\d{1,500}$/.test(digits) ? digits : value;
}

/** service-spec, 'Upload a list', response 200. */
export const uploadAnswerSchema = z
  .object({ job_id: jobIdSchema, message: textSchema })
  .transform((body) => ({ jobId: body.job_id, message: body.message }));

/** service-spec, 'Start verification' and 'Delete a list', response 200. */
export const messageAnswerSchema = z
  .object({ message: textSchema })
  .transform((body) => ({ message: body.message }));

/** service-spec, 'Credit info'. */
export const balanceAnswerSchema = z
  .object({ credits_info: z.object({ credits_remaining: wholeSchema }) })
  .transform((body) => ({ credits: body.credits_info.credits_remaining }));

const analysisAnswerSchema: z.ZodType<Analysis> = z
  .partialRecord(analysisSchema.keyof(), countSchema.nullish())
  .transform((body) => ({
    common_isp: body.common_isp ?? 0,
    role_based: body.role_based ?? 0,
    disposable: body.disposable ?? 0,
    spamtrap: body.spamtrap ?? 0,
    syntax_error: body.syntax_error ?? 0,
  }));

/** Counts by verdict name, in any of its spellings. */
const countsAnswerSchema = z.record(z.string(), z.unknown()).transform((body, context): VerdictCounts => {
  const counts = emptyVerdictCounts();
  for (const [name, value] of Object.entries(body)) {
    const verdict = parseVerdict(name);
    if (!verdict.known) continue;
    const parsed = countSchema.safeParse(value ?? 0);
    if (!parsed.success) {
      context.addIssue({ code: "custom", message: "not a count", path: [name] });
      return z.NEVER;
    }
    counts[verdict.verdict] += parsed.data;
  }
  return counts;
});

const optional = <S extends z.ZodType>(schema: S) => schema.nullish().transform((value) => value ?? null);

const statusBodySchema = z.object({
  job_id: jobIdSchema.optional(),
  status: z
    .string()
    .transform((word) => word.trim().toLowerCase())
    .pipe(z.enum(["preparing", "ready", "verifying", "completed", "failed", "cancelled"])),
  created_at: optional(z.string()),
  total: optional(countSchema),
  verified: optional(countSchema),
  pending: optional(countSchema),
  analysis: optional(analysisAnswerSchema),
  results: optional(countsAnswerSchema),
  credit_error: optional(z.string()),
  message: textSchema,
});

/** service-spec, 'Status payload by state', for the requested job. */
export function statusAnswerSchema(jobId: string) {
  return statusBodySchema
    .refine((body) => body.job_id === undefined || body.job_id === jobId, { path: ["job_id"] })
    .transform((body): JobStatus => {
      const { status, created_at: createdAt, total, verified, pending, analysis } = body;
      switch (status) {
        case "preparing":
          return { status, jobId, createdAt };
        case "ready":
          return { status, jobId, createdAt, total, analysis, creditError: body.credit_error };
        case "verifying":
        case "completed":
          return { status, jobId, createdAt, total, verified, pending, analysis, counts: body.results };
        case "failed":
        case "cancelled":
          return { status, jobId, createdAt, message: body.message };
      }
    });
}

/** Returns whether the body is a job's status, regardless of `success` (a ready list without credits has `false`). */
export function isJobStatus(body: Record<string, unknown>): boolean {
  return statusBodySchema.shape.status.safeParse(body.status).success;
}

/** `null` if single checks do not report the flag. */
const FLAG_FIELDS: Readonly<Record<Flag, string | null>> = {
  syntax_error: null,
  free: "free_email",
  role: "role",
  disposable: "disposable",
  trap: "spamtrap",
  unwanted: null,
};

/** Ignores whitespace, quotes and angle brackets. A missing address counts as a match. */
function isSpellingOf(asked: string, said: string | null): boolean {
  const bare = (text: string) => foldAddress(text.replace(/[\s"'<>]/g, ""));
  return said === null || bare(said) === "" || bare(said) === bare(asked);
}

/** service-spec, 'Single verification result'. `accept_all` values other than 0 and 1 are ignored. */
export function verifyAnswerSchema(asked: string) {
  return (
    z
      .looseObject({ result: z.string().trim().min(1), email: optional(z.string()), message: textSchema })
      // Reject the verdict of another address.
      .refine(({ email }) => isSpellingOf(asked, email), { path: ["email"] })
      .transform((body): SingleVerification => {
        const flags = FLAGS.filter((flag) => {
          const field = FLAG_FIELDS[flag];
          return field !== null && parseFlag(String(body[field] ?? "")) === true;
        });
        const { verdict, known } = parseVerdict(body.result);
        const said = body.email ?? "";
        return {
          email: foldAddress(said) === foldAddress(asked) ? said : asked,
          verdict,
          isKnown: known,
          rawVerdict: body.result,
          flags,
          message: body.message,
        };
      })
  );
}

/** A verdict; `known` is `false` for an unrecognised word, which counts as `unknown`. */
export interface ParsedVerdict {
  readonly verdict: Verdict;
  readonly known: boolean;
}

const VERDICT_WORDS: ReadonlyMap<string, Verdict> = new Map(VERDICTS.map((verdict) => [verdict, verdict]));

const FLAG_WORDS: ReadonlyMap<string, boolean> = new Map([
  ["y", true],
  ["yes", true],
  ["1", true],
  ["true", true],
  ["n", false],
  ["no", false],
  ["0", false],
  ["false", false],
  ["", false],
]);

/**
 * Parses the service's verdict in any case, padded or quoted, including all spellings of accept-all. Unrecognised words
 * are `unknown`; the caller keeps the raw text (service-spec, 'Single verification result' and 'Download file').
 */
export function parseVerdict(raw: string): ParsedVerdict {
  const word = plainWord(raw);
  const verdict = VERDICT_WORDS.get(word);
  return verdict === undefined ? { verdict: "unknown", known: false } : { verdict, known: true };
}

/** Parses a flag: `Y`/`N`, `1`/`0`, `true`/`false` in any case; blank is `false`, anything else `null`. */
export function parseFlag(raw: string): boolean | null {
  return FLAG_WORDS.get(bare(raw)) ?? null;
}

/** Normalizes a word for comparison: lower case, unquoted, separators as `_`. */
export function plainWord(raw: string): string {
  return bare(raw).replace(/[\s_-]+/g, "_");
}

function bare(raw: string): string {
  return raw
    .trim()
    .replace(/^"(.*)"$/s, "$1")
    .trim()
    .toLowerCase();
}
