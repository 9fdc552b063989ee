import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { workbook } from "../../../fixtures/workbooks.ts";
import { read } from "../reading.ts";

const text = 'Email,Note\r\nann@a.example,"x, y"\r\nbob@b.example,ü\r\n';
const book = workbook([{ name: "S", rows: [["Email"], ["ann@a.example"]] }]);

test.each([
  ["gzip", gzipSync(text), "contacts.csv.gz"],
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
])("a list in a %s is read like the file inside it", async (_what, bytes, name) => {
  const { result, list } = await read(bytes, {}, name);
  expect(result).toMatchObject({
    ok: true,
    value: { kind: "csv", rows: 2, unique: 2, inside: "contacts.csv", bytes: bytes.length },
  });
  expect(readFileSync(list.original)).toEqual(Buffer.from(bytes));
  expect(readdirSync(list.dir).sort()).toEqual(["list.db", "original", "records"]);
  expect(readFileSync(list.records, "utf8")).toBe(text);
});

test("a workbook in a gzip is read, and no unpacked copy stays behind", async () => {
  const { result, list } = await read(gzipSync(book), {}, "book.xlsx.gz");
  expect(result).toMatchObject({
    ok: true,
    value: { kind: "xlsx", sheet: "S", rows: 1, inside: "book.xlsx" },
  });
  expect(readdirSync(list.dir).sort()).toEqual(["list.db", "original", "records"]);
});

/** An Office file of before 2007, or a locked one. */
const COMPOUND = Buffer.from("d0cf11e0a1b11ae1", "hex");

const utf16 = (words: string) => Buffer.from(`\uFEFF${words}`, "utf16le");
test.each([
  ["a PDF", "%PDF-1.7 a@a.example", "a.pdf", "a PDF"],
  ["an old workbook", COMPOUND, "a.xls", ".xls"],
  ["an encrypted workbook", COMPOUND, "a.xlsx", "locked with a password"],
  ["a Word document of before 2007", COMPOUND, "a.doc", "before 2007"],
  ["Numbers", zipSync({ "Index/Document.iwa": new Uint8Array(9) }), "a.numbers", "Apple Numbers"],
  ["a Word document", zipSync({ "word/document.xml": strToU8("<x/>") }), "a.docx", "a text document"],
  [
    "an archive in an archive",
    zipSync({ "a.zip": zipSync({ "b.csv": strToU8(text) }) }),
    "c.zip",
    "an archive",
  ],
  ["JSON", '[\n  {"email": "a@a.example"},\n  {"email": "b@b.example"}\n]', "a.json", "JSON"],
  ["vCards in UTF-16", utf16("BEGIN:VCARD\r\nEMAIL:a@a.example\r\nEND:VCARD\r\n"), "a.vcf", "vCards"],
  ["a bare table of a web page", "<table><tr><td>a@a.example</td></tr></table>", "a.xls", "a web page"],
] as [string, Buffer | string, string, string][])(
  "%s is refused by name, with what to do instead",
  async (_what, bytes, name, says) => {
    const { result } = await read(bytes, {}, name);
    if (result.ok) throw new Error("it was read");
    expect(result.problem.code).toBe("file_not_a_list");
    expect(result.problem.detail).toContain(says);
    expect(result.problem.detail).toContain(name);
    expect(result.problem.action).toMatch(/CSV|plain text|paste|Unpack/);
  },
);

test("an archive with several files is refused with the names of all of them", async () => {
  const bytes = zipSync({ "b/one.csv": strToU8(text), "b/two.csv": strToU8(text) });
  const { result } = await read(bytes, {}, "lists.zip");
  expect(result).toMatchObject({ problem: { code: "file_archive_unclear" } });
  expect(result.ok || result.problem.detail).toContain("one.csv, two.csv");
});

test.each([
  ["a gzip bomb", () => gzipSync(Buffer.alloc(40 * 1024 * 1024)), "file_too_large"],
  ["a gzip that was cut off", () => gzipSync(text).subarray(0, 40), "file_damaged"],
  ["an empty gzip", () => gzipSync(""), "file_empty"],
] as [string, () => Uint8Array, string][])(
  "%s is refused and leaves nothing behind",
  async (_what, make, code) => {
    const { result, list } = await read(make(), {}, "a.gz");
    expect(result).toMatchObject({ ok: false, problem: { code } });
    expect(readdirSync(list.dir)).toEqual(["original"]);
  },
);

test("a list with too many columns is refused, also when it holds addresses", async () => {
  const wide = (first: string) => `${first}${",x".repeat(2_500)}\n`;
  const { result } = await read(`${wide("Email")}${wide("a@a.example")}${wide("b@b.example")}`);
  expect(result).toMatchObject({ problem: { code: "file_too_many_columns" } });
});

test("a path in an archive cannot reach outside the list's folder", async () => {
  const { result, dir } = await read(zipSync({ "../../../evil.csv": strToU8(text) }), {}, "a.zip");
  expect(result).toMatchObject({ ok: false, problem: { code: "file_damaged" } });
  expect(existsSync(join(dir, "..", "evil.csv"))).toBe(false);
});
