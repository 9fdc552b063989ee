import {
  closeSync,
  copyFileSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, extname, join } from "node:path";
import { Zip } from "fflate";
import { VERDICT_CODE, VERDICTS } from "../../../shared/verdicts.ts";
import type { OpenedCleaning } from "../results/index.ts";
import { createByteSink } from "./byte-sink.ts";
import { summaryText } from "./summary-text.ts";
import type { WriteInput, WriteOutcome, WrittenFile } from "./write.ts";
import { writeRows } from "./write-rows.ts";
import { addZipEntry } from "./zip-entry.ts";

const GROUPS = [
  ...VERDICTS.map((name) => ({ name, code: VERDICT_CODE[name] })),
  { name: "not_verified", code: 0 },
];

/**
 * Writes one file per verdict, a summary as text and the untouched original into a new folder at
 * `input.temporary`, or into a ZIP there.
 */
export async function writeSplit(
  cleaning: OpenedCleaning,
  rows: Uint32Array,
  input: WriteInput,
  isZip: boolean,
  progress: (written: number) => void,
): Promise<WriteOutcome> {
  const folder = isZip ? `${input.temporary}.d` : input.temporary;
  try {
    const outcome = await writeFolder(cleaning, rows, input, folder, progress);
    if (!isZip) return outcome;
    const names = outcome.files.map(({ name }) => name);
    const bytes = await zipFiles(folder, names, input.temporary);
    const file = { name: basename(input.target), path: input.target, bytes, rows: rows.length };
    return { ...outcome, files: [file] };
  } finally {
    if (isZip) rmSync(folder, { recursive: true, force: true });
  }
}

async function writeFolder(
  cleaning: OpenedCleaning,
  rows: Uint32Array,
  input: WriteInput,
  folder: string,
  progress: (written: number) => void,
): Promise<WriteOutcome> {
  mkdirSync(folder);
  const base = input.name.slice(0, input.name.length - extname(input.name).length) || "list";
  const extension = input.request.format.kind === "xlsx" ? ".xlsx" : ".csv";
  const { rowAddress } = cleaning.list;
  const files: WrittenFile[] = [];
  const counts: { name: string; rows: number }[] = [];
  let guarded = 0;
  let replaced = 0;
  let cut = 0;
  let corrected = 0;
  let done = 0;
  const add = (name: string, size: number, count: number) =>
    files.push({ name, path: join(input.target, name), bytes: size, rows: count });
  for (const { name, code } of GROUPS) {
    const own = rows.filter((row) => {
      const address = rowAddress[row] ?? -1;
      return (address < 0 ? 0 : (cleaning.results.verdict[address] ?? 0)) === code;
    });
    counts.push({ name, rows: own.length });
    if (own.length === 0) continue;
    const file = `${base}-${name}${extension}`;
    const before = done;
    const written = await writeRows(cleaning, own, input.request, join(folder, file), (at) =>
      progress(before + at),
    );
    done += own.length;
    guarded += written.guarded;
    replaced += written.replaced;
    cut += written.cut;
    corrected += written.corrected;
    add(file, written.bytes, own.length);
  }
  const summary = Buffer.from(summaryText(cleaning, input, counts, { corrected, cut }), "utf8");
  writeFileSync(join(folder, "summary.txt"), summary);
  sync(join(folder, "summary.txt"));
  add("summary.txt", summary.length, 0);
  const original = join("original", basename(input.name) || "list");
  mkdirSync(join(folder, "original"));
  copyFileSync(input.list.original, join(folder, original));
  sync(join(folder, original));
  add(original, statSync(join(folder, original)).size, 0);
  return { rows: rows.length, guarded, replaced, cut, corrected, files };
}

/** Packs files of `folder` into a new ZIP at `path`; its size. */
async function zipFiles(folder: string, names: readonly string[], path: string): Promise<number> {
  const sink = createByteSink(path);
  let failure: Error | null = null;
  const zip = new Zip((error, data) => {
    if (error !== null) failure = error;
    else sink.write(data);
  });
  const buffer = Buffer.alloc(1024 * 1024);
  for (const name of names) {
    const entry = addZipEntry(zip, name.replaceAll("\\", "/"), 6);
    const file = openSync(join(folder, name), "r");
    for (;;) {
      const got = readSync(file, buffer, 0, buffer.length, null);
      entry.push(buffer.subarray(0, got), got === 0);
      if (got === 0) break;
    }
    closeSync(file);
  }
  zip.end();
  if (failure !== null) throw failure;
  return sink.finish();
}

function sync(path: string): void {
  const file = openSync(path, "r+");
  fsyncSync(file);
  closeSync(file);
}
