import type {
  Anomaly,
  DetectedSource,
  Preflight,
  ReadOptions,
  ReadQuestion,
} from "../../../../shared/bridge/lists.ts";
import { noOutcomes, type OutcomeCounts } from "../../../../shared/mail-outcomes.ts";
import type { ListLayout } from "../../store/index.ts";
import { type Candidate, sourceNamed, translator } from "../../vocabularies/index.ts";
import type { Inspection } from "../detect/inspect.ts";
import { ADDRESS_BIT, type ListMeta } from "../format.ts";
import type { JsonKeys } from "../intake/json.ts";
import { openList } from "../stored/open.ts";
import type { SheetSummary } from "../workbook/workbook.ts";
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
  readonly hiddenRows: Preflight["hiddenRows"];
  /** Name of the archive entry that was read; `null` if the file is no archive. */
  readonly inside: string | null;
  readonly oddities: Anomaly[];
  readonly questions: ReadQuestion[];
  /** Maps a line of the text to the number shown: in a workbook, the row of its sheet. */
  readonly lineOf: (line: number) => number;
  readonly milliseconds: number;
}

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
    ...(found.isRowModeAmbiguous && meta.kind !== "xlsx"
      ? { rowsAre: meta.flow ? "addresses" : "lines" }
      : {}),
    hasHeader: meta.hasHeader,
    bom: meta.bomBytes > 0,
    newline: meta.newline,
    sheet: input.sheet,
    sheets: input.sheets,
    ...(input.hiddenRows === undefined ? {} : { hiddenRows: input.hiddenRows }),
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
    ...(table.extracted > 0 ? { cut: { rows: table.extracted, samples: table.extractedSamples } } : {}),
    ...(input.questions.length > 0 ? { questions: input.questions } : {}),
    ...(found.whose.verdictsOf.length === 0 ? {} : { mayBeResults: true }),
    ...(found.whose.readAs === null ? {} : { resultsOf: sourceSeen(found.whose.readAs) }),
    headerLine: found.headerLine === null ? null : input.lineOf(found.headerLine),
    above: found.aboveLines.length,
    milliseconds: Math.round(input.milliseconds),
  };
}

const SHEETS_OFFERED = 50;

/** Returns the questions about a reading that isn't certain. */
export function readQuestions(
  found: Inspection,
  table: RowTable,
  optOuts: ReadQuestion | null,
  options: ReadOptions,
): ReadQuestion[] {
  const questions: ReadQuestion[] = [];
  if (found.encodings.length > 1) {
    // A bar can be the second byte of a character, so another encoding would split cells differently.
    const moves =
      found.dialect.delimiter === "|" && found.encodings.some(({ encoding }) => encoding.mask !== "none");
    questions.push({
      kind: "encoding",
      assumed: found.encoding.name,
      changes: table.nonAsciiCells > 0 || moves ? "addresses" : "other_cells",
      alternatives: found.encodings.map(({ encoding, words }) => ({
        encoding: encoding.name,
        words: [...words],
      })),
    });
  }
  const ofSource = questionsOfSource(found, options);
  const isExport = ofSource.some(({ kind }) => kind === "outcomes");
  const isListWithReplies =
    found.whose.outcomesOf === found.whose.replies && (optOuts !== null || options.optOutsAnswered === true);
  // An export of outcomes is imported as a whole. A list may have replies, and columns that say who opted out.
  if (isExport && !isListWithReplies) return [...questions, ...ofSource];
  const others = ofSource.filter(({ kind }) => kind !== "outcomes");
  return [...questions, ...others, ...(optOuts === null ? [] : [optOuts])];
}

const SOURCES_OFFERED = 5;

function questionsOfSource({ whose, kind }: Inspection, { readAs, resultsOf }: ReadOptions): ReadQuestion[] {
  const sources = whose.verdictsOf.filter(({ sure }) => sure !== "possible");
  const [first] = sources;
  const isOpen =
    readAs === undefined || (readAs === "results" && resultsOf === undefined && sources.length > 1);
  if (first !== undefined && isOpen) {
    const assumed = kind === "results" ? "results" : "list";
    const { looked, verdicts } = first;
    return [
      {
        kind: "results",
        assumed,
        looked,
        verdicts,
        sources: sources.slice(0, SOURCES_OFFERED).map(sourceSeen),
      },
    ];
  }
  if (first !== undefined || readAs !== undefined) return [];
  if (whose.outcomesOf === null) return [];
  const { source, name, sure, looked, outcomes } = whose.outcomesOf;
  return [{ kind: "outcomes", assumed: "list", source, name, sure, looked, outcomes }];
}

function sourceSeen({
  source,
  name,
  sure,
  looked,
  verdicts,
  dated,
  unrecognised,
  unrecognisedBeyond,
}: Candidate): DetectedSource {
  return { source, name, sure, looked, verdicts, dated, unrecognised: [...unrecognised], unrecognisedBeyond };
}

/** Asks which sheet to read if several hold addresses or the only one is hidden. */
export function sheetQuestion(surveys: readonly SheetSummary[], read: string): ReadQuestion[] {
  const holding = surveys.filter(({ holdsAddresses }) => holdsAddresses);
  const [only] = holding;
  if (only === undefined || (holding.length === 1 && !only.sheet.hidden)) return [];
  const alternatives = holding
    .slice(0, SHEETS_OFFERED)
    .map(({ sheet: { name, hidden }, rows }) => ({ name, rows, hidden }));
  return [{ kind: "sheet", assumed: read, alternatives }];
}

/** Asks which list of a JSON file to read if it has several. */
export function keyQuestion(found: JsonKeys | undefined, { sheet }: ReadOptions): ReadQuestion[] {
  if (found === undefined || sheet !== undefined) return [];
  const alternatives = found.keys.slice(0, SHEETS_OFFERED).map((key) => ({ ...key, hidden: false }));
  return [{ kind: "sheet", assumed: found.read, alternatives, areKeys: true }];
}

export function countOutcomes(list: ListLayout, id: string): { rows: number; outcomes: OutcomeCounts } {
  const outcomes = noOutcomes();
  const opened = openList(list, { lazy: true });
  try {
    const source = sourceNamed(id);
    const translate = source === null ? null : translator(source, opened.meta.columns);
    if (translate === null) return { rows: opened.rows, outcomes };
    for (let row = 0; row < opened.rows; row++) {
      const said = translate(opened.cells(row));
      if (said.says === "outcome") outcomes[said.outcome]++;
    }
    return { rows: opened.rows, outcomes };
  } finally {
    opened.close();
  }
}
