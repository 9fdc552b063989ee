import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { RECOMMENDED, VERDICTS, type Verdict } from "../../../../shared/verdicts.ts";

/** The verdicts to keep, from `deliverable,accept_all,…`. */
export function parseKeep(text: string | undefined): Result<Verdict[]> {
  if (text === undefined) return ok([...RECOMMENDED]);
  const words = text.split(",").map((word) => word.trim().toLowerCase().replace(/[- ]/g, "_"));
  const keep = VERDICTS.filter((verdict) => words.includes(verdict));
  const strange = words.filter((word) => !VERDICTS.some((verdict) => verdict === word));
  return strange.length > 0 || keep.length === 0
    ? fail(
        problem("usage", { why: "choices", option: "--keep", choices: VERDICTS, given: strange.join(", ") }),
      )
    : ok(keep);
}

/** The number that `option` takes, e.g. the most credits to agree to; null: it was not given. */
export function parseCount(option: string, text: string | undefined): Result<number | null> {
  if (text === undefined) return ok(null);
  return /^\d{1,12}$/.test(text)
    ? ok(Number(text))
    : fail(problem("usage", { why: "whole_number", option, given: text }));
}
