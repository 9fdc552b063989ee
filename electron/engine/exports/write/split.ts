import { basename, join } from "node:path";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { VERDICT_CODE, VERDICTS } from "../../../../shared/verdicts.ts";
import {
  addFile,
  type ByteSink,
  createNamer,
  type FolderStanding,
  folderStanding,
  makeFolderSink,
  putFile,
  putFolder,
  safeFileName,
  safeNameWith,
  stemOf,
} from "../../files/index.ts";
import type { OpenedCleaning } from "../../results/index.ts";
import { createZipSink } from "../formats/zip-sink.ts";
import type { WriteInput, WriteOutcome, WrittenFile } from "../types.ts";
import { mayPlace } from "./placing.ts";
import { isSummary, summaryText } from "./summary-text.ts";
import { writeRows } from "./write-rows.ts";

const GROUPS = [
  ...VERDICTS.map((name) => ({ name, code: VERDICT_CODE[name] })),
  { name: "not_verified", code: 0 },
];

type SplitInput = WriteInput & Pick<WriteOutcome, "account">;
type SplitOutcome = Omit<WriteOutcome, "account">;

/** What takes several files, by their names within it. */
interface Container {
  open(name: string): ByteSink;
}

/** The names of a split's files, each safe on every system and unlike the others. Folders are parted by `/`. */
interface SplitNames {
  readonly group: ReadonlyMap<string, string>;
  readonly summary: string;
  readonly original: string;
  readonly all: readonly string[];
}

/**
 * Writes one file per verdict, a summary as text and the untouched original into a folder at `input.place`, or into a
 * ZIP there. Problems: those of the place.
 */
export async function writeSplit(
  cleaning: OpenedCleaning,
  rows: Uint32Array,
  input: SplitInput,
  progress: (written: number) => void,
): Promise<Result<SplitOutcome>> {
  const { place, temporary, mode } = input;
  const names = namesOf(input);
  const write = (container: Container) => writeFiles(cleaning, rows, input, names, container, progress);
  if (place.isFolder) {
    const before = folderStanding(place.named, names.all);
    const foreign = foreignIn(place.named, names, before);
    if (foreign !== null) return fail(problem("out_exists", { path: foreign }));
    const sink = makeFolderSink(temporary, mode);
    try {
      const outcome = await write(sink);
      const written = names.all.filter((name) => outcome.files.some((file) => file.name === name));
      if (!mayPlace(input.placing)) return fail(problem("cancelled"));
      // Without its summary no split was there: files that happen to have these names are not what was agreed to.
      const replaced: FolderStanding = before.has(names.summary) ? before : new Map();
      const put = putFolder(place, sink.folder, { names: written, before: replaced, mode });
      if (!put.ok) return put;
      const files = outcome.files.map((file) => ({ ...file, path: join(place.named, file.name) }));
      return ok({ ...outcome, files });
    } finally {
      sink.close();
    }
  }
  const sink = createZipSink(temporary.path, mode, input.now);
  try {
    const outcome = await write(sink);
    const bytes = await sink.finish();
    if (!mayPlace(input.placing)) return fail(problem("cancelled"));
    const put = putFile(place, sink.file);
    if (!put.ok) return put;
    const zip = { name: basename(place.named), path: place.named, bytes, rows: rows.length };
    return ok({ ...outcome, files: [zip] });
  } finally {
    await sink.abandon();
  }
}

/**
 * A file in the folder that an earlier split cannot have written; null: none. The names of the summary and the original are
 * everybody's: agreeing to replace what was exported there says nothing of other files that happen to have them.
 */
function foreignIn(folder: string, names: SplitNames, before: FolderStanding): string | null {
  if (before.has(names.summary)) {
    const summary = join(folder, names.summary);
    return isSummary(summary) ? null : summary;
  }
  return before.has(names.original) ? join(folder, names.original) : null;
}

async function writeFiles(
  cleaning: OpenedCleaning,
  rows: Uint32Array,
  input: SplitInput,
  names: SplitNames,
  container: Container,
  progress: (written: number) => void,
): Promise<SplitOutcome> {
  const { rowAddress } = cleaning.list;
  const files: WrittenFile[] = [];
  const counts: { name: string; rows: number }[] = [];
  const sum = {
    guarded: 0,
    replaced: 0,
    cut: 0,
    corrected: 0,
    formulas: 0,
    asText: 0,
    undecodable: 0,
    values: 0,
    beyondSheet: 0,
    beyondHeader: 0,
    above: 0,
    typesLost: false,
  };
  let done = 0;
  const add = (name: string, size: number, count: number) =>
    files.push({ name, path: name, bytes: size, rows: count });
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
    sum.guarded += written.guarded;
    sum.replaced += written.replaced;
    sum.cut += written.cut;
    sum.corrected += written.corrected;
    sum.formulas += written.formulas;
    sum.asText += written.asText;
    sum.undecodable += written.undecodable;
    sum.values += written.values;
    sum.beyondSheet += written.beyondSheet;
    sum.beyondHeader += written.beyondHeader;
    // The same lines are missing from each of the files.
    sum.above = written.above;
    sum.typesLost ||= written.typesLost;
    add(file, written.bytes, own.length);
  }
  const summary = container.open(names.summary);
  summary.write(Buffer.from(summaryText(cleaning, input, counts, sum), "utf8"));
  add(names.summary, await summary.finish(), 0);
  const original = container.open(names.original);
  addFile(original, input.list.original);
  add(names.original, await original.finish(), 0);
  return { rows: rows.length, ...sum, files };
}

function namesOf(input: WriteInput): SplitNames {
  const unique = createNamer();
  const extension = input.request.format.kind === "xlsx" ? ".xlsx" : ".csv";
  const summary = unique("summary.txt");
  const folder = unique("original");
  const stem = stemOf(input.name);
  const group = new Map(GROUPS.map(({ name }) => [name, unique(safeNameWith(stem, `-${name}${extension}`))]));
  const original = `${folder}/${safeFileName(basename(input.fileName.replaceAll("\\", "/")))}`;
  return { group, summary, original, all: [...group.values(), summary, original] };
}
