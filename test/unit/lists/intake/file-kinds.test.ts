import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { read } from "../reading.ts";

const text = 'Email,Note\r\nann@a.example,"x, y"\r\nbob@b.example,ü\r\n';
const utf16 = (words: string) => Buffer.from(`\uFEFF${words}`, "utf16le");

test.each([
  ["gzip", gzipSync(text), "contacts.csv.gz"],
  [
    "zip with files added by systems",
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

test.each([
  ["as it is", (bytes: Uint8Array) => bytes, "events.json"],
  ["in a gzip", (bytes: Uint8Array) => gzipSync(bytes), "events.json.gz"],
  ["in UTF-16", (bytes: Uint8Array) => utf16(Buffer.from(bytes).toString()), "events.json"],
])("JSON of events is read as a table, %s", async (_how, packed, name) => {
  const events = '{"email":"ann@a.example","event":"bounce"}\n{"email":"bob@a.example","event":"open"}\n';
  const { result, list } = await read(packed(strToU8(events)), {}, name);
  expect(result).toMatchObject({ ok: true, value: { rows: 2, unique: 2, kind: "csv" } });
  expect(readFileSync(list.records, "utf8")).toBe(
    "\uFEFFemail,event\r\nann@a.example,bounce\r\nbob@a.example,open\r\n",
  );
  expect(readdirSync(list.dir).sort()).toEqual(["list.db", "original", "records"]);
});

test("the files of an audience export are read as one table", async () => {
  const archive = zipSync({
    "subscribed_members_export_1.csv": strToU8("Email Address,LEID,LAST_CHANGED\r\nann@a.example,1,x\r\n"),
    "unsubscribed_members_export_1.csv": strToU8(
      'Email Address,UNSUB_TIME,LEID\r\nbob@a.example,"1, 2",2\r\n',
    ),
    "cleaned_members_export_1.csv": strToU8("Email Address,CLEAN_TIME,LEID\r\ncy@a.example,3,3\r\n"),
  });
  const { result, list } = await read(archive, {}, "audience.zip");
  expect(result).toMatchObject({ ok: true, value: { rows: 3, unique: 3 } });
  expect(readFileSync(list.records, "utf8").split("\r\n")).toEqual([
    "\uFEFFEmail Address,LEID,LAST_CHANGED,UNSUB_TIME,CLEAN_TIME",
    "ann@a.example,1,x,,",
    'bob@a.example,2,,"1, 2",',
    "cy@a.example,3,,,3",
    "",
  ]);
});

test("only the file with all results is read from a results archive", async () => {
  const all = "Email Address,ZB Status\r\nann@a.example,valid\r\nbob@a.example,invalid\r\n";
  const archive = zipSync({
    "list_original.csv": strToU8("Email Address\r\nann@a.example\r\n"),
    "list_all_results.csv": strToU8(all),
    "list_valid.csv": strToU8("Email Address,ZB Status\r\nann@a.example,valid\r\n"),
    "list_overview.pdf": strToU8("%PDF-1.7"),
  });
  const { result } = await read(archive, {}, "results.zip");
  expect(result).toMatchObject({ ok: true, value: { rows: 2, inside: "list_all_results.csv" } });
});

/** The signature of an Office file from before 2007, or of an encrypted one. */
const COMPOUND = Buffer.from("d0cf11e0a1b11ae1", "hex");

test.each([
  ["a PDF", "%PDF-1.7 a@a.example", "a.pdf", "a PDF"],
  ["an old workbook", COMPOUND, "a.xls", ".xls"],
  ["a Word document", zipSync({ "word/document.xml": strToU8("<x/>") }), "a.docx", "a text document"],
  [
    "an archive in an archive",
    zipSync({ "a.zip": zipSync({ "b.csv": strToU8(text) }) }),
    "c.zip",
    "an archive",
  ],
  ["JSON without rows", "{}", "a.json", "JSON"],
  ["vCards in UTF-16", utf16("BEGIN:VCARD\r\nEMAIL:a@a.example\r\nEND:VCARD\r\n"), "a.vcf", "vCards"],
] as [string, Buffer | string, string, string][])(
  "%s is refused with a problem that contains the file name and an alternative",
  async (_what, bytes, name, says) => {
    const { result } = await read(bytes, {}, name);
    if (result.ok) throw new Error("it was read");
    expect(result.problem.code).toBe("file_not_a_list");
    expect(result.problem.detail).toContain(says);
    expect(result.problem.detail).toContain(name);
    expect(result.problem.action).toMatch(/CSV|plain text|paste|Unpack/);
  },
);

test("an archive with several files is refused with a list of the files", async () => {
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

test("a list with too many columns is refused even if it holds addresses", async () => {
  const wide = (first: string) => `${first}${",x".repeat(2_500)}\n`;
  const { result } = await read(`${wide("Email")}${wide("a@a.example")}${wide("b@b.example")}`);
  expect(result).toMatchObject({ problem: { code: "file_too_many_columns" } });
});

test("a path in an archive cannot reach outside the list's folder", async () => {
  const { result, dir } = await read(zipSync({ "../../../evil.csv": strToU8(text) }), {}, "a.zip");
  expect(result).toMatchObject({ ok: false, problem: { code: "file_damaged" } });
  expect(existsSync(join(dir, "..", "evil.csv"))).toBe(false);
});
