import type { ReadOptions } from "../../../../shared/bridge/lists.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import {
  asOf,
  type Candidate,
  mappedSource,
  recipientColumns,
  recognise,
  sourceNamed,
} from "../../vocabularies/index.ts";

/** Whose file it may be, if it is no list of the user's own. */
export interface WhoseFile {
  /** Whose verdicts may stand in it, the likeliest first. */
  readonly verdictsOf: readonly Candidate[];
  /** Whose verdicts they are taken for; null: it is read as a list. */
  readonly readAs: Candidate | null;
  /** The mailing service that says in it to whom mail did not go; null: none is known to. */
  readonly outcomesOf: Candidate | null;
  /** The source with opt-out columns that the file has, even if no sampled row opted out; `null` if no source has them. */
  readonly audienceOf: Candidate | null;
  /** Indexes of the columns that the file's source names for the recipient, in the order in which they count; often none. */
  readonly recipients: readonly number[];
  /** Names of columns that hold suggested addresses, never the recipient's. */
  readonly proposals: ReadonlySet<string>;
}

/**
 * Finds out whether a file is an export of another program, by its header and its first rows. Problem: `file_no_verdicts`
 * where it was to be read as results and is nobody's; `file_results_of_another` where it is not those of the service that
 * was named.
 */
export function whoseFile(
  name: string,
  headers: readonly string[] | null,
  rows: readonly (readonly string[])[],
  options: ReadOptions,
): Result<WhoseFile> {
  const mapped = options.resultsOf === undefined ? null : mappedSource(options.resultsOf);
  const byHand = mapped === null ? null : asOf(mapped, headers, rows);
  const candidates = byHand === null ? recognise(headers, rows) : [byHand];
  const verdictsOf = candidates.filter(({ kind }) => kind === "verdicts");
  const [first] = verdictsOf;
  const asked =
    options.resultsOf === undefined ? first : verdictsOf.find(({ source }) => source === options.resultsOf);
  const wanted = options.readAs === undefined ? first?.sure === "certain" : options.readAs === "results";
  if (wanted && asked === undefined) {
    const { resultsOf } = options;
    if (resultsOf === undefined) return fail(problem("file_no_verdicts", { name }));
    const given = sourceNamed(resultsOf)?.name ?? resultsOf;
    const looksLike = verdictsOf.map(({ source, name: service }) => ({ source, name: service }));
    return fail(problem("file_results_of_another", { name, given, looksLike }));
  }
  const outcomesOf = candidates.find(
    ({ kind, sure, outcomes }) =>
      kind !== "verdicts" && sure !== "possible" && Object.values(outcomes).some((rows) => rows > 0),
  );
  const readAs = wanted ? (asked ?? null) : null;
  const likely = candidates.find(({ sure }) => sure !== "possible");
  const source = sourceNamed((readAs ?? outcomesOf ?? likely)?.source ?? "");
  return ok({
    verdictsOf,
    readAs,
    outcomesOf: outcomesOf ?? null,
    audienceOf: candidates.find(({ kind }) => kind === "audience") ?? null,
    recipients: source === null ? [] : recipientColumns(source, headers ?? []),
    proposals: new Set(candidates.flatMap(({ source }) => (sourceNamed(source)?.suggestions ?? []).flat())),
  });
}
