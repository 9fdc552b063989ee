import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { strToU8, unzipSync, zipSync } from "fflate";
import { expect, onTestFinished, test } from "vitest";
import { writeSheet } from "../../../../electron/engine/lists/workbook/sheet-to-csv.ts";
import { readWorkbook } from "../../../../electron/engine/lists/workbook/workbook.ts";
import type { TaskMessage } from "../../../../electron/engine/store/threads.ts";
import { workbook } from "../../../fixtures/workbooks.ts";
import { workers } from "../../../support/built-workers.ts";
import { testFolder } from "../../../support/folders.ts";
import { LONG } from "../../../support/long.ts";
import { createListFile, read } from "../reading.ts";

const MEGABYTE = 1024 * 1024;
const DEEP = LONG ? 10_000_000 : 4_000_000;
const plain = workbook([{ name: "S", rows: [["Email"], ["a@a.example"]] }]);
const parts = unzipSync(plain);
const SHEET = "xl/worksheets/sheet1.xml";

function withPart(name: string, xml: string | Uint8Array): Uint8Array {
  return zipSync({ ...parts, [name]: typeof xml === "string" ? strToU8(xml) : xml }, { level: 1 });
}

/** Reads a list in a thread with a heap limit and returns the problem's code, or `read`. */
async function readWithin(megabytes: number, bytes: Uint8Array): Promise<string> {
  const { list } = createListFile(bytes);
  const worker = new Worker(workers.tasks, { resourceLimits: { maxOldGenerationSizeMb: megabytes } });
  onTestFinished(async () => void (await worker.terminate()));
  const input = { listId: "list-1", list, name: "list.xlsx", options: {}, corrections: [] };
  return new Promise((resolve, reject) => {
    worker.once("error", reject);
    worker.on("message", (message: TaskMessage) => {
      if (message.kind === "ready") worker.postMessage({ task: "lists.read", input });
      if (message.kind === "bug") reject(new Error(message.message));
      if (message.kind !== "done") return;
      resolve(message.result.ok ? "read" : message.result.problem.code);
    });
  });
}

test.each([SHEET, "xl/sharedStrings.xml"])(
  "elements nested millions deep in %s are refused without using much memory",
  async (part) => {
    const bytes = withPart(part, `<x>${"<a>".repeat(DEEP)}`);
    expect(bytes.length).toBeLessThan(100_000);
    expect(await readWithin(128, bytes)).toBe("file_too_large");
  },
);

const long = (text: string) => text.repeat(Math.ceil((24 * MEGABYTE) / text.length));
test.each([
  ["a name", `<x><${long("a")}/></x>`],
  ["attributes without end", `<x ${Array.from({ length: 1_000_000 }, (_, i) => `a${i}=""`).join(" ")}/>`],
])("%s of 24 MB is refused without using much memory", async (_what, xml) => {
  expect(await readWithin(128, withPart(SHEET, xml))).toMatch(/^file_(too_large|damaged)$/);
});

/** Writes out the first sheet and returns the error message, or `written`, and the number of bytes written. */
async function writtenBy(bytes: Uint8Array) {
  const dir = testFolder();
  const path = join(dir, "list.xlsx");
  const target = join(dir, "records");
  writeFileSync(path, bytes);
  const book = await readWorkbook(path);
  const [sheet] = book.sheets;
  if (sheet === undefined) throw new Error("no sheet");
  const written = await writeSheet(path, book, sheet, target, false, () => undefined).then(
    () => "written",
    (error: Error) => error.message,
  );
  return { written, bytes: statSync(target).size };
}

test("a long text shared by every cell is refused if the output grows too large", async () => {
  const shared = `<sst><si><t>${"a".repeat(500_000)}</t></si></sst>`;
  const sheet = `<worksheet><sheetData>${'<row><c t="s"><v>0</v></c></row>'.repeat(10_000)}</sheetData></worksheet>`;
  const bytes = zipSync(
    { ...parts, "xl/sharedStrings.xml": strToU8(shared), [SHEET]: strToU8(sheet) },
    { level: 1 },
  );
  const { written, bytes: out } = await writtenBy(bytes);
  expect(written).toBe("too_large");
  expect(out).toBeLessThanOrEqual(64 * MEGABYTE);
});

/** Returns the archive with a changed directory entry of the sheet. */
function directoryChanged(change: (entry: DataView) => void): Uint8Array {
  const bytes = Buffer.from(plain);
  const name = bytes.lastIndexOf(SHEET);
  const at = name - 46;
  expect(bytes.readUInt32LE(at)).toBe(0x02014b50);
  change(new DataView(bytes.buffer, bytes.byteOffset + at, 46));
  return bytes;
}

test.each([
  ["declare less than they contain", (entry: DataView) => entry.setUint32(24, 10, true), "file_damaged"],
  ["declare a size of 4 GB", (entry: DataView) => entry.setUint32(24, 0xfffffff0, true), "file_too_large"],
  ["have a wrong checksum", (entry: DataView) => entry.setUint32(16, 1, true), "file_damaged"],
  ["use an unknown compression", (entry: DataView) => entry.setUint16(10, 99, true), "file_damaged"],
  ["are encrypted", (entry: DataView) => entry.setUint16(8, 1, true), "file_locked"],
] as [string, (entry: DataView) => void, string][])(
  "an archive whose parts %s is refused",
  async (_what, change, code) => {
    const { result } = await read(directoryChanged(change), {}, "list.xlsx");
    expect(result).toMatchObject({ ok: false, problem: { code } });
  },
);
