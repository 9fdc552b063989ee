import type { ReadOptions } from "../../../../shared/bridge/lists.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import {
  type Candidate,
  mappedSource,
  matchSource,
  recipientColumns,
  recognise,
  repliesSource,
  sourceNamed,
  suggestionColumns,
  wordColumns,
} from "../../vocabularies/index.ts";

export interface FileOrigin {
  /** Sources whose verdicts it may contain, the likeliest first. */
  readonly verdictsOf: readonly Candidate[];
  /** The source its verdicts are read as; `null` if it is read as a list. */
  readonly readAs: Candidate | null;
  /** The mailing service whose outcomes it contains; `null` if unknown. */
  readonly outcomesOf: Candidate | null;
  /** The source of mail servers' replies, if they were recognised by their cells; the file may be a list with them. */
  readonly replies: Candidate | null;
  /** The source with opt-out columns that the file has, even if no one has opted out; `null` if no source fits. */
  readonly audienceSource: Candidate | null;
  /** Indexes of the columns that the source names for the recipient, by priority; often empty. */
  readonly recipients: readonly number[];
  /** Indexes of the columns whose addresses are no recipients: proposed corrections, and mail servers' replies. */
  readonly notRecipients: ReadonlySet<number>;
}

interface SampledRows {
  readonly first: readonly (readonly string[])[];
  /** The first rows and others throughout the file, since it may be sorted. */
  readonly sampled: readonly (readonly string[])[];
}

/**
 * Detects another program's export from its header and first rows. Fails with `file_no_verdicts` if no source fits
 * results, or `file_results_of_another` if the named one doesn't.
 */
export function detectOrigin(
  name: string,
  headers: readonly string[] | null,
  { first: rows, sampled }: SampledRows,
  options: ReadOptions,
): Result<FileOrigin> {
  const mapped = options.resultsOf === undefined ? null : mappedSource(options.resultsOf);
  const byHand = mapped === null ? null : matchSource(mapped, headers, rows);
  const recognised = byHand === null ? recognise(headers, rows) : [byHand];
  const byReplies = recognised.some(({ sure }) => sure !== "possible")
    ? null
    : repliesCandidate(headers, sampled);
  const candidates = byReplies === null ? recognised : [byReplies, ...recognised];
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
  const outcomeSource = candidates.find(
    ({ kind, sure, outcomes }) =>
      (kind === "outcomes" || kind === "suppression") &&
      sure !== "possible" &&
      Object.values(outcomes).some((rows) => rows > 0),
  );
  const readAs = wanted ? (asked ?? null) : null;
  const likely = candidates.find(({ sure }) => sure !== "possible");
  const source = sourceNamed((readAs ?? outcomeSource ?? likely)?.source ?? "");
  const findColumns = ({ source: id }: Candidate, find: typeof wordColumns) => {
    const one = sourceNamed(id);
    return one === null ? [] : find(one, headers ?? []);
  };
  return ok({
    verdictsOf,
    readAs,
    outcomesOf: outcomeSource ?? null,
    replies: byReplies,
    audienceSource: candidates.find(({ kind }) => kind === "audience") ?? null,
    recipients: source === null ? [] : recipientColumns(source, headers ?? []),
    notRecipients: new Set([
      ...candidates.flatMap((one) => findColumns(one, suggestionColumns)),
      ...(byReplies === null ? [] : findColumns(byReplies, wordColumns)),
    ]),
  });
}

/** Returns the source of a file with mail servers' replies in an unknown column. */
function repliesCandidate(
  headers: readonly string[] | null,
  rows: readonly (readonly string[])[],
): Candidate | null {
  const id = repliesSource(headers, rows);
  const source = id === null ? null : mappedSource(id);
  const candidate = source === null ? null : matchSource(source, headers ?? [], rows);
  return candidate === null ? null : { ...candidate, sure: "likely" };
}
