import type {
  Oddity,
  Preflight,
  ReadOptions,
  ReadQuestion,
  SourceSeen,
} from "../../../../shared/bridge/lists.ts";
import { OUTCOME_EFFECTS, OUTCOMES, type OutcomeCounts } from "../../../../shared/mail-outcomes.ts";
import type { Candidate } from "../../vocabularies/index.ts";
import type { Inspection } from "../detect/inspect.ts";
import { ADDRESS_BIT, type ListMeta } from "../format.ts";
import type { SheetSurvey } from "../workbook/workbook.ts";
import type { Classification } from "./classify.ts";
import type { RowTable } from "./row-table.ts";

export interface PreflightInput {
  readonly listId: string;
  readonly bytes: number;
  readonly found: Inspection;
  readonly table: RowTable;
  readonly classified: Classification;
  readonly meta: ListMeta;
  readonly sheet: string | null;
  readonly sheets: string[];
  /** The file of an archive that was read; null: the user's file is no archive. */
  readonly inside: string | null;
  readonly oddities: Oddity[];
  readonly questions: ReadQuestion[];
  /** What a line of the text is called: in a workbook, a row of its sheet. */
  readonly lineOf: (line: number) => number;
  readonly milliseconds: number;
}

/** Puts together what the user is told of a list. */
export function preflightFrom(input: PreflightInput): Preflight {
  const { found, table, classified, meta } = input;
  return {
    listId: input.listId,
    name: meta.name,
    bytes: input.bytes,
    kind: found.kind === "results" ? "results" : meta.kind,
    encoding: meta.encoding,
    encodingGuessed: found.encodingGuessed,
    delimiter: meta.delimiter,
    ...(found.mayHaveOtherRows && meta.kind !== "xlsx" ? { rowsAre: meta.flow ? "addresses" : "lines" } : {}),
    hasHeader: meta.hasHeader,
    bom: meta.bomBytes > 0,
    newline: meta.newline,
    sheet: input.sheet,
    sheets: input.sheets,
    ...(input.inside === null ? {} : { inside: input.inside }),
    columns: meta.columns.map((name, index) => {
      const sample = found.choice.samples[index];
      const share = sample === undefined || sample.filled === 0 ? 0 : sample.addresses / sample.filled;
      return { index, name, addressShare: share };
    }),
    addressColumn: meta.addressColumn,
    candidates: found.choice.candidates,
    preview: found.preview,
    rows: table.rows,
    unique: table.addresses.size,
    repeated: table.repeated,
    malformed: table.malformedRow.length,
    empty: table.empty,
    role: classified.count(ADDRESS_BIT.role),
    disposable: classified.count(ADDRESS_BIT.disposable),
    free: classified.count(ADDRESS_BIT.free),
    typos: classified.count(ADDRESS_BIT.typo),
    oddities: input.oddities,
    fixable: table.cells.fixable,
    fixed: table.cells.fixed,
    corrected: table.corrected.size,
    ...(table.cut > 0 ? { cut: { rows: table.cut, samples: table.cutSamples } } : {}),
    ...(input.questions.length > 0 ? { questions: input.questions } : {}),
    ...(found.whose.verdictsOf.length === 0 ? {} : { mayBeResults: true }),
    ...(found.whose.readAs === null ? {} : { resultsOf: sourceSeen(found.whose.readAs) }),
    headerLine: found.headerLine === null ? null : input.lineOf(found.headerLine),
    above: found.aboveLines.length,
    milliseconds: Math.round(input.milliseconds),
  };
}

const SHEETS_OFFERED = 50;

/** Rows of the whole list by what they say of their recipient, in the words of a source. */
export interface SaidOfRecipients {
  readonly of: Candidate;
  readonly rows: number;
  readonly outcomes: OutcomeCounts;
}

/** Returns the questions about a reading that isn't certain. `said`: `null` if no source of audiences fits the header. */
export function readQuestions(
  found: Inspection,
  table: RowTable,
  said: SaidOfRecipients | null,
  options: ReadOptions,
): ReadQuestion[] {
  const questions: ReadQuestion[] = [];
  if (found.encodings.length > 1) {
    // The second byte of a character can be a bar: then another encoding makes other cells.
    const moves =
      found.dialect.delimiter === "|" && found.encodings.some(({ encoding }) => encoding.mask !== "none");
    questions.push({
      kind: "encoding",
      assumed: found.encoding.name,
      changes: table.beyondAscii > 0 || moves ? "addresses" : "other_cells",
      alternatives: found.encodings.map(({ encoding, words }) => ({
        encoding: encoding.name,
        words: [...words],
      })),
    });
  }
  questions.push(...questionsOfSource(found, said, options));
  return questions;
}

const SOURCES_OFFERED = 5;

/** Whether a file that another program seems to have made is what the user means to verify. */
function questionsOfSource(
  { whose, kind }: Inspection,
  said: SaidOfRecipients | null,
  { readAs, resultsOf }: ReadOptions,
): ReadQuestion[] {
  const sources = whose.verdictsOf.filter(({ sure }) => sure !== "possible");
  const [first] = sources;
  const isOpen =
    readAs === undefined || (readAs === "results" && resultsOf === undefined && sources.length > 1);
  if (first !== undefined && isOpen) {
    const assumed = kind === "results" ? "results" : "list";
    const { looked, verdicts } = first;
    return [
      {
        ...{ kind: "results", assumed, looked, verdicts },
        sources: sources.slice(0, SOURCES_OFFERED).map(sourceSeen),
      },
    ];
  }
  if (first !== undefined || readAs !== undefined) return [];
  if (said !== null && (whose.outcomesOf === null || whose.outcomesOf.source === said.of.source)) {
    const { source, name, sure } = said.of;
    const { rows: looked, outcomes } = said;
    const met = OUTCOMES.filter((outcome) => outcomes[outcome] > 0);
    const isAudience = met.some((outcome) => OUTCOME_EFFECTS[outcome].isNeverMailed);
    const question = { kind: "outcomes", assumed: "list", source, name, sure, looked, outcomes } as const;
    return met.length === 0 ? [] : [isAudience ? { ...question, isAudience } : question];
  }
  if (whose.outcomesOf === null) return [];
  const { source, name, sure, looked, outcomes } = whose.outcomesOf;
  return [{ kind: "outcomes", assumed: "list", source, name, sure, looked, outcomes }];
}

/** What is shown of a source whose verdicts may stand in a file. */
function sourceSeen({
  source,
  name,
  sure,
  looked,
  verdicts,
  dated,
  unrecognised,
  unrecognisedBeyond,
}: Candidate): SourceSeen {
  return { source, name, sure, looked, verdicts, dated, unrecognised: [...unrecognised], unrecognisedBeyond };
}

/** Which sheet is meant, where the one that was read is not the only one with addresses, or where it is hidden. */
export function sheetQuestion(surveys: readonly SheetSurvey[], read: string): ReadQuestion[] {
  const holding = surveys.filter(({ holdsAddresses }) => holdsAddresses);
  const [only] = holding;
  if (only === undefined || (holding.length === 1 && !only.sheet.hidden)) return [];
  const alternatives = holding
    .slice(0, SHEETS_OFFERED)
    .map(({ sheet: { name, hidden }, rows }) => ({ name, rows, hidden }));
  return [{ kind: "sheet", assumed: read, alternatives }];
}
