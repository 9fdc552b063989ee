import { readFileSync } from "node:fs";
import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import type { ReadOptions } from "../../../../shared/bridge/lists.ts";
import { read } from "../reading.ts";

type Text = string | Uint8Array;

/** Reads an audience export of two files with an empty file between them. */
async function readAudience(subscribed: Text, cleaned: Text, options: ReadOptions = {}) {
  const bytes = (text: Text) => (typeof text === "string" ? strToU8(text) : new Uint8Array(text));
  // The file of a status without members may be empty.
  const archive = zipSync({
    "subscribed_1.csv": bytes(subscribed),
    "nonsubscribed_1.csv": bytes(""),
    "cleaned_1.csv": bytes(cleaned),
  });
  const { result, list } = await read(archive, options, "audience.zip");
  return {
    result,
    rows: () => readFileSync(list.records, "utf8").replace("\uFEFF", "").trimEnd().split("\r\n"),
  };
}

const ANN = "Email,Note\nann@a.example,x\n";
const windows1252 = Buffer.from("Email,Name\nbob@b.example,Müller\ncy@b.example,Jörg\n", "latin1");
/** A file whose only non-ASCII character is in its last row. */
const windows1252InLastRow = Buffer.from(
  `Email,Name\n${"d@d.example,D\n".repeat(40_000)}e@e.example,Müller\n`,
  "latin1",
);

test.each<[string, Text, Text, ReadOptions, string[]]>([
  [
    "reads each file in its own encoding",
    "Email,Name\nann@a.example,Zoë\n",
    windows1252,
    {},
    ["Email,Name", "ann@a.example,Zoë", "bob@b.example,Müller", "cy@b.example,Jörg"],
  ],
  [
    "reads files in the encoding that the user chose",
    Buffer.from("Email,Name\nann@a.example,Gonz\xa0lez\n", "latin1"),
    "Email\nbob@b.example\n",
    { encoding: "IBM850" },
    ["Email,Name", "ann@a.example,González", "bob@b.example,"],
  ],
  [
    "keeps all columns that share a name",
    "Email,Note,Note\nann@a.example,1,2\n",
    "Note,Email,Note,Note\n3,bob@b.example,4,5\n",
    {},
    ["Email,Note,Note,Note", "ann@a.example,1,2,", "bob@b.example,3,4,5"],
  ],
])("an audience export %s", async (_what, subscribed, cleaned, options, expected) => {
  const { result, rows } = await readAudience(subscribed, cleaned, options);
  expect(result).toMatchObject({ ok: true, value: { encoding: "UTF-8", encodingGuessed: false } });
  expect(rows()).toEqual(expected);
});

test("an audience export is read in chunks, and its encoding is detected even from its last row", async () => {
  const long = `"${'""x\r\n'.repeat(100_000)}"`;
  const { result, rows } = await readAudience(
    `${ANN}bob@b.example,${long}\n\ncy@c.example,z`,
    windows1252InLastRow,
  );
  expect(result).toMatchObject({ ok: true, value: { rows: 40_004 } });
  const written = rows();
  expect(written.length).toBe(100_000 + 40_005);
  expect(written.slice(0, 3)).toEqual(["Email,Note,Name", "ann@a.example,x,", 'bob@b.example,"""x']);
  expect(written.slice(-1)).toEqual(["e@e.example,,Müller"]);
});

const header = (columns: number, letter = "c") =>
  `Email,${Array.from({ length: columns - 1 }, (_, i) => `${letter}${i}`).join()}\n`;

test.each<[string, Text, Text, string, string]>([
  [
    "a row of 3,000 cells",
    ANN,
    `Email\na@a.example${",x".repeat(3_000)}\n`,
    "file_too_many_columns",
    "3,001",
  ],
  [
    "far more empty cells than bytes",
    `${header(1_500)}${"a@a.example\n".repeat(200_000)}`,
    ANN,
    "file_too_large",
    "as a table",
  ],
  ["a quote that never closes", ANN, 'Email\nb@b.example\n"c@c.example\n', "file_open_quote", "line 3"],
])("an audience export with %s is refused", async (_what, subscribed, cleaned, code, says) => {
  const { result } = await readAudience(subscribed, cleaned);
  expect(result).toMatchObject({ ok: false, problem: { code, detail: expect.stringContaining(says) } });
});
