import { resolve } from "node:path";
import { DEFAULT_CLEANING_OPTIONS, type Price } from "../../../../shared/bridge/cleanings.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { RECOMMENDED, VERDICTS, type Verdict } from "../../../../shared/verdicts.ts";
import { formatOfName } from "../../../engine/exports/index.ts";
import { type AccountChoice, chooseAccount } from "../accounts.ts";
import { readListFile, refuseUnclear } from "../list-file.ts";
import { priceLine, underWayLine } from "../price-line.ts";
import type { ReadingFlags } from "../reading-flags.ts";
import { cleaningLines, cleaningReport } from "../report.ts";
import type { Command } from "../run.ts";
import { watch } from "../watch.ts";

export interface CleanOptions extends AccountChoice, ReadingFlags {
  readonly out: string;
  readonly keep?: string;
  readonly withVerdicts?: boolean;
  readonly keepDuplicates?: boolean;
  readonly allColumns?: boolean;
  readonly maxCredits?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** `winnow clean <file> --out <file>`: a list goes in, a cleaned list comes out. */
export function cleanCommand(file: string, options: CleanOptions): Command {
  return async ({ session, terminal, signal }) => {
    const keep = parseKeep(options.keep);
    if (!keep.ok) return keep;
    const limit = parseLimit(options.maxCredits);
    if (!limit.ok) return limit;
    const list = await readListFile(session, terminal, file, options);
    if (!list.ok) return list;
    const clear = await refuseUnclear(session, terminal, list.value, {
      writesAnew: formatOfName(options.out).kind !== "exact",
      json: options.json === true,
    });
    if (!clear.ok) return clear;
    const { listId } = list.value;
    const account = await chooseAccount(session, options);
    if (!account.ok) return account;
    const choices = { ...DEFAULT_CLEANING_OPTIONS, allColumns: options.allColumns === true };
    const asked = { listId, accountId: account.value.id, options: choices };
    const priced = await session.call("cleanings.price", asked);
    if (!priced.ok) return priced;
    terminal.say(priceLine(priced.value));
    const free = underWayLine(priced.value);
    if (free !== null) terminal.say(free);
    const agreed = await agree(priced.value, limit.value, options, (question) => terminal.confirm(question));
    if (!agreed.ok) return agreed;
    const started = await session.call("cleanings.start", {
      ...asked,
      agreedCredits: priced.value.credits,
      out: {
        path: resolve(options.out),
        keep: keep.value,
        withVerdicts: options.withVerdicts === true,
        keepDuplicates: options.keepDuplicates === true,
        overwrite: true,
      },
    });
    if (!started.ok) return started;
    const watched = await watch(session, started.value.id, terminal, signal);
    if (options.json === true) terminal.data(JSON.stringify(cleaningReport(watched.cleaning)));
    if (watched.kind === "stopped") return { ...fail(watched.problem), reported: true };
    if (options.json !== true) for (const line of cleaningLines(watched.cleaning)) terminal.say(line);
    return ok(null);
  };
}

async function agree(
  price: Price,
  limit: number | null,
  options: CleanOptions,
  confirm: (question: string) => Promise<boolean | null>,
): Promise<Result<null>> {
  if (limit !== null && price.credits > limit) {
    return fail(problem("credits_over_limit", { needed: price.credits, limit }));
  }
  if (price.available !== null && price.available < price.credits) {
    return fail(
      problem("credits_insufficient", { needed: price.credits, available: Math.max(0, price.available) }),
    );
  }
  if (options.yes === true || price.credits === 0) return ok(null);
  const answer = await confirm(`Clean the list for ${price.credits.toLocaleString("en-US")} credits?`);
  if (answer === null) return fail(problem("consent_needed", { flag: "--yes" }));
  return answer ? ok(null) : fail(problem("cancelled"));
}

/** The verdicts to keep, from `deliverable,accept_all,…`. */
export function parseKeep(text: string | undefined): Result<Verdict[]> {
  if (text === undefined) return ok([...RECOMMENDED]);
  const words = text.split(",").map((word) => word.trim().toLowerCase().replace(/[- ]/g, "_"));
  const keep = VERDICTS.filter((verdict) => words.includes(verdict));
  const strange = words.filter((word) => !VERDICTS.some((verdict) => verdict === word));
  return strange.length > 0 || keep.length === 0
    ? fail(problem("usage", { why: `--keep takes ${VERDICTS.join(", ")}; not '${strange.join(", ")}'.` }))
    : ok(keep);
}

function parseLimit(text: string | undefined): Result<number | null> {
  if (text === undefined) return ok(null);
  return /^\d{1,12}$/.test(text)
    ? ok(Number(text))
    : fail(problem("usage", { why: `--max-credits takes a whole number, not '${text}'.` }));
}
