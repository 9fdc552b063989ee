import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { ENCODINGS } from "../../../../electron/engine/csv/encodings.ts";
import { readBulk } from "../../../../electron/engine/lists/read/bulk.ts";
import { OddityCounter } from "../../../../electron/engine/lists/read/oddities.ts";
import { workbook } from "../../../fixtures/workbooks.ts";
import { everyByte, placeList, read, readOpen } from "../reading.ts";

const text = 'Email,Note\r\nann@a.example,"x, y"\r\nbob@b.example,ü\r\n';
const book = workbook([{ name: "S", rows: [["Email"], ["ann@a.example"]] }]);

test.each([
  ["gzip", gzipSync(text), "contacts.csv.gz"],
  ["zip", zipSync({ "contacts.csv": strToU8(text) }), "contacts.zip"],
  [
    "zip with what systems add",
    zipSync({
      "out/": new Uint8Array(),
      "out/contacts.csv": strToU8(text),
      "__MACOSX/out/._contacts.csv": strToU8("x"),
      "out/.DS_Store": strToU8("x"),
    }),
    "contacts.zip",
  ],
])("a list in a %s is read as it stands in it", async (_what, bytes, name) => {
  const { result, list } = await read(bytes, {}, name);
  expect(result).toMatchObject({
    ok: true,
    value: { kind: "csv", rows: 2, unique: 2, inside: "contacts.csv", bytes: bytes.length },
  });
  expect(readFileSync(list.original)).toEqual(Buffer.from(bytes));
  expect(readdirSync(list.dir).sort()).toEqual(["list.db", "original", "records"]);
  expect(readFileSync(list.records, "utf8")).toBe(text);
});

test("every byte of a packed list comes back", async () => {
  const { list } = await readOpen(gzipSync(text));
  expect(everyByte(list).toString()).toBe(text);
});

test.each([
  ["gzip", gzipSync(book)],
  ["zip", zipSync({ "book.xlsx": book })],
])("a workbook in a %s is read, and nothing else is left of it", async (_what, bytes) => {
  const { result, list } = await read(bytes, {}, "book.xlsx.gz");
  expect(result).toMatchObject({
    ok: true,
    value: { kind: "xlsx", sheet: "S", rows: 1, inside: "book.xlsx" },
  });
  expect(readdirSync(list.dir).sort()).toEqual(["list.db", "original", "records"]);
});

/** An Office file of before 2007 with these names in its directory. */
function compound(...names: string[]): Buffer {
  const bytes = Buffer.alloc(2048);
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(bytes);
  bytes.writeUInt16LE(9, 30);
  bytes.writeUInt32LE(1, 48);
  for (const [i, name] of ["Root Entry", ...names].entries()) bytes.write(name, 1024 + i * 128, "utf16le");
  return bytes;
}

const utf16 = (words: string) => Buffer.from(`\uFEFF${words}`, "utf16le");
test.each([
  ["a PDF", "%PDF-1.7 a@a.example", "a.pdf", "a PDF"],
  ["a picture", Buffer.from([0xff, 0xd8, 0xff, 0xe0]), "a.jpg", "a picture"],
  ["an old workbook", compound("Workbook"), "a.xls", ".xls"],
  ["an old workbook under another name", compound("Book"), "list.csv", ".xls"],
  ["an encrypted workbook", compound("EncryptedPackage", "DataSpaces"), "a.xlsx", "locked with a password"],
  ["an Outlook message", compound("__nameid_version1.0"), "a.msg", "Outlook message"],
  ["a Word document of before 2007", compound("WordDocument"), "a.doc", "a text document"],
  ["an Outlook data file", Buffer.from("!BDN\x00\x01"), "a.pst", "Outlook data file"],
  ["Numbers", zipSync({ "Index/Document.iwa": new Uint8Array(9) }), "a.numbers", "Apple Numbers"],
  ["a binary workbook", zipSync({ "xl/workbook.bin": new Uint8Array(9) }), "a.xlsb", ".xlsb"],
  ["a Word document", zipSync({ "word/document.xml": strToU8("<x/>") }), "a.docx", "a text document"],
  ["a presentation", zipSync({ "ppt/presentation.xml": strToU8("<x/>") }), "a.pptx", "a presentation"],
  [
    "an archive in an archive",
    zipSync({ "a.zip": zipSync({ "b.csv": strToU8(text) }) }),
    "c.zip",
    "an archive",
  ],
  ["7z", Buffer.from([0x37, 0x7a, 0xbc, 0xaf]), "a.7z", "an archive"],
  [
    "a tarball",
    gzipSync(Buffer.concat([Buffer.alloc(257), Buffer.from("ustar"), Buffer.alloc(300)])),
    "a.tar.gz",
    "an archive",
  ],
  [
    "an old workbook in an archive",
    zipSync({ "a.xls": compound("Workbook") }),
    "a.zip",
    "a.xls (in a.zip) is an Excel workbook",
  ],
  ["JSON", '[\n  {"email": "a@a.example"},\n  {"email": "b@b.example"}\n]', "a.json", "JSON"],
  ["JSON, an object a line", '{"email":"a@a.example"}\n{"email":"b@b.example"}\n', "a.jsonl", "JSON"],
  ["vCards", "BEGIN:VCARD\r\nVERSION:3.0\r\nEMAIL:a@a.example\r\nEND:VCARD\r\n", "a.vcf", "vCards"],
  ["vCards in UTF-16", utf16("BEGIN:VCARD\r\nEMAIL:a@a.example\r\nEND:VCARD\r\n"), "a.vcf", "vCards"],
  [
    "a web page saved as a workbook",
    '<html xmlns:x="urn:x"><body><table><tr><td>a@a.example</td></tr></table>',
    "a.xls",
    "a web page",
  ],
  ["a bare table of a web page", "<table><tr><td>a@a.example</td></tr></table>", "a.xls", "a web page"],
  [
    "an XML spreadsheet",
    '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">',
    "a.xls",
    "Excel 2003",
  ],
  ["other XML", '<?xml version="1.0"?><people><mail>a@a.example</mail></people>', "a.xml", "XML"],
  ["a database", Buffer.from("SQLite format 3\0"), "a.db", "a database"],
] as [string, Buffer | string, string, string][])(
  "%s is named, with what to do",
  async (_what, bytes, name, says) => {
    const { result } = await read(bytes, {}, name);
    if (result.ok) throw new Error("it was read");
    expect(result.problem.code).toBe("file_not_a_list");
    expect(result.problem.detail).toContain(says);
    expect(result.problem.detail).toContain(name);
    expect(result.problem.action).toMatch(/CSV|plain text|paste|Unpack/);
  },
);

test("of an archive with several files all are named", async () => {
  const bytes = zipSync({ "b/one.csv": strToU8(text), "b/two.csv": strToU8(text) });
  const { result } = await read(bytes, {}, "lists.zip");
  expect(result).toMatchObject({ problem: { code: "file_archive_unclear" } });
  expect(result.ok || result.problem.detail).toContain("one.csv, two.csv");
});

test.each([
  ["a gzip bomb", () => gzipSync(Buffer.alloc(40 * 1024 * 1024)), "file_too_large"],
  ["a zip bomb", () => zipSync({ "a.csv": new Uint8Array(40 * 1024 * 1024) }), "file_too_large"],
  ["a gzip that was cut off", () => gzipSync(text).subarray(0, 40), "file_damaged"],
  ["an empty gzip", () => gzipSync(""), "file_empty"],
  ["an archive without files", () => zipSync({}), "file_archive_unclear"],
] as [string, () => Uint8Array, string][])(
  "%s is refused, and leaves nothing behind",
  async (_what, make, code) => {
    const { result, list } = await read(make(), {}, "a.gz");
    expect(result).toMatchObject({ ok: false, problem: { code } });
    expect(readdirSync(list.dir)).toEqual(["original"]);
  },
);

test("a list that begins with a brace or a bracket is still a list", async () => {
  for (const beginning of ["{x}", "[1]", "<ann@a.example>"]) {
    const { result } = await read(`${beginning}\nann@a.example\nbob@b.example\n`, {}, "a.txt");
    expect(result).toMatchObject({ ok: true });
  }
});

test("more columns than a list can have are said to be too many, whether addresses are among them or not", async () => {
  const wide = (first: string) => `${first}${",x".repeat(2_500)}\n`;
  const { result } = await read(`${wide("Email")}${wide("a@a.example")}${wide("b@b.example")}`);
  expect(result).toMatchObject({ problem: { code: "file_too_many_columns" } });
});

test("a column that is not there is answered with the first few names, not with all of them", async () => {
  const header = [
    "Email",
    ...Array.from({ length: 1_500 }, (_, i) => `A rather long name of a column number ${i}`),
  ];
  const { result } = await read(`${header.join(",")}\na@a.example${",".repeat(1_500)}\n`, {
    columnName: "Mail",
  });
  expect(result.ok || result.problem.detail.length).toBeLessThan(1_200);
  expect(result.ok || result.problem.detail).toContain("and 1,489 more");
});

test("nothing of another file is opened by the names in an archive", async () => {
  const { result, dir } = await read(zipSync({ "../../../evil.csv": strToU8(text) }), {}, "a.zip");
  expect(result).toMatchObject({ ok: true, value: { inside: "evil.csv" } });
  expect(existsSync(join(dir, "..", "evil.csv"))).toBe(false);
});

function utf8() {
  const [first] = ENCODINGS;
  if (first === undefined) throw new Error("no encoding");
  return first;
}

test("more rows than a list can have are said to be too many", () => {
  const { list } = placeList("a@a.example,\n".repeat(11));
  const result = readBulk({
    ...{ path: list.original, name: "list.csv", encoding: utf8(), from: 0, firstLine: 1, size: 143 },
    ...{ dialect: { delimiter: ",", spacedQuotes: false, flow: false }, column: 0, fields: 2, header: null },
    ...{ corrections: new Map(), choices: {}, oddities: new OddityCounter(), progress: () => undefined },
    ...{ expectedRows: 10, mostRows: 10 },
  });
  expect(result).toMatchObject({ problem: { code: "file_too_large" } });
});
