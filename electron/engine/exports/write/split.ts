import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { basename } from "node:path";
import {
  CELL_CHANGES,
  type CellCounts,
  cellCountLines,
  noCellCounts,
} from "../../../../shared/bridge/cell-counts.ts";
import type { ResultFilter } from "../../../../shared/bridge/results.ts";
import { count as number } from "../../../../shared/numbers.ts";
import { ok, type Result } from "../../../../shared/result.ts";
import { VERDICT_CODE, VERDICTS, type Verdict } from "../../../../shared/verdicts.ts";
import type { OpenCleaning } from "../../results/index.ts";
import { commitFile } from "../files/atomic-write.ts";
import type { ByteSink } from "../files/byte-sink.ts";
import { createNamer, safeFileName, safeNameWith, stemOf } from "../files/safe-name.ts";
import { createZipSink } from "../formats/zip.ts";
import type { WriteInput, WriteOutcome } from "../types.ts";
import { writeRows } from "./write-rows.ts";

const GROUPS = [
  ...VERDICTS.map((name) => ({ name, code: VERDICT_CODE[name] })),
  { name: "not_verified", code: 0 },
];

type SplitInput = WriteInput & Pick<WriteOutcome, "account">;
type SplitOutcome = Omit<WriteOutcome, "account">;

interface Container {
  open(name: string): ByteSink;
}

interface SplitNames {
  readonly group: ReadonlyMap<string, string>;
  readonly summary: string;
  readonly original: string;
}

/** Writes a ZIP with one file per verdict, a text summary and the original. Fails like `checkTarget`. */
export async function writeSplit(
  cleaning: OpenCleaning,
  rows: Uint32Array,
  input: SplitInput,
  progress: (written: number) => void,
): Promise<Result<SplitOutcome>> {
  const { target, temporary, mode } = input;
  const zip = createZipSink(temporary, mode, input.now);
  try {
    const outcome = await writeFiles(cleaning, rows, input, zip, progress);
    const bytes = await zip.finish();
    const put = commitFile(target, zip);
    if (!put.ok) return put;
    const file = { name: basename(target.path), path: target.path, bytes, rows: rows.length };
    return ok({ ...outcome, files: [file] });
  } finally {
    await zip.abandon();
  }
}

async function writeFiles(
  cleaning: OpenCleaning,
  rows: Uint32Array,
  input: SplitInput,
  container: Container,
  progress: (written: number) => void,
): Promise<Omit<SplitOutcome, "files">> {
  const { rowAddress } = cleaning.list;
  const names = namesOf(input);
  const counts: { name: string; rows: number }[] = [];
  const sum = noCellCounts();
  let done = 0;
  for (const { name, code } of GROUPS) {
    const own = rows.filter((row) => {
      const address = rowAddress[row] ?? -1;
      return (address < 0 ? 0 : (cleaning.results.verdict[address] ?? 0)) === code;
    });
    counts.push({ name, rows: own.length });
    if (own.length === 0) continue;
    const file = names.group.get(name) ?? name;
    const before = done;
    const written = await writeRows(
      cleaning,
      own,
      input.request,
      () => container.open(file),
      (at) => progress(before + at),
    );
    done += own.length;
    for (const change of CELL_CHANGES) sum[change] += written[change];
  }
  const summary = container.open(names.summary);
  summary.write(Buffer.from(summaryText(cleaning, input, counts, sum), "utf8"));
  await summary.finish();
  // The original workbook is deleted when people are erased from it.
  if (existsSync(input.list.original)) {
    const original = container.open(names.original);
    addFile(original, input.list.original);
    await original.finish();
  }
  return { rows: rows.length, ...sum };
}

function namesOf(input: WriteInput): SplitNames {
  const unique = createNamer();
  const extension = input.request.format.kind === "xlsx" ? ".xlsx" : ".csv";
  const summary = unique("summary.txt");
  const folder = unique("original");
  const stem = stemOf(input.name);
  const group = new Map(GROUPS.map(({ name }) => [name, unique(safeNameWith(stem, `-${name}${extension}`))]));
  const original = `${folder}/${safeFileName(basename(input.fileName.replaceAll("\\", "/")))}`;
  return { group, summary, original };
}

const PIECE = 1024 * 1024;

function addFile(sink: ByteSink, path: string): void {
  const file = openSync(path, "r");
  try {
    const piece = Buffer.allocUnsafe(PIECE);
    for (let got = readSync(file, piece); got > 0; got = readSync(file, piece)) sink.add(piece, 0, got);
  } finally {
    closeSync(file);
  }
}

const WORDS: Readonly<Record<Verdict | "not_verified", string>> = {
  deliverable: "Deliverable",
  accept_all: "Accept-all",
  unknown: "Unknown",
  undeliverable: "Undeliverable",
  not_verified: "Not verified",
};

const WORD_OF: ReadonlyMap<string, string> = new Map(Object.entries(WORDS));

function summaryText(
  cleaning: OpenCleaning,
  input: Pick<WriteInput, "name" | "now" | "request"> & Pick<WriteOutcome, "account">,
  counts: readonly { name: string; rows: number }[],
  changed: CellCounts,
): string {
  const total = counts.reduce((sum, { rows }) => sum + rows, 0);
  const marks = { keep: 0, drop: 0 };
  for (const mark of cleaning.marks.byRow) {
    if (mark === 1) marks.keep++;
    else if (mark === 2) marks.drop++;
  }
  const lines = [
    `Results of ${input.name}`,
    `Exported ${new Date(input.now).toISOString()}`,
    "",
    `Rows in the list: ${number(cleaning.rows)}`,
    `Rows written:     ${number(total)}`,
    "",
    ...counts.map(({ name, rows }) => `${`${WORD_OF.get(name) ?? name}:`.padEnd(17)} ${number(rows)}`),
    "",
  ];
  const suppressed = input.account.leftOut.suppressed ?? 0;
  const erased = input.account.leftOut.erased ?? 0;
  if (erased > 0) lines.push(`Erased on request, left out: ${number(erased)}`, "");
  if (suppressed > 0) lines.push(`On a suppression list, left out: ${number(suppressed)}`, "");
  if (marks.keep + marks.drop > 0) {
    lines.push(
      `Marked by hand: ${number(marks.keep)} to keep, ${number(marks.drop)} to drop (${marksWords(input.request.filter)})`,
      "",
    );
  }
  return [...lines, ...cellCountLines(changed), ""].join("\r\n");
}

function marksWords({ applyOverrides, leaveOutMarked }: ResultFilter): string {
  if (applyOverrides === true) return "applied";
  if (leaveOutMarked === undefined) return "not applied";
  return leaveOutMarked === "drop" ? "those to drop are left out" : "those to keep are left out";
}
