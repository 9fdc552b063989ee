import { describe, expect, test } from "vitest";
import { readArray, readCsv } from "../../../electron/sandbox/upload.ts";

function read(text: string | Uint8Array, maximum = 100) {
  const result = readCsv(typeof text === "string" ? new TextEncoder().encode(text) : text, maximum);
  if (result.kind === "invalid") return "invalid";
  const { addressHeader, extraHeaders, chunks } = result.list;
  return {
    headers: [addressHeader, ...extraHeaders],
    rows: chunks.flatMap((chunk) =>
      chunk.addresses.map((address, i) => [address, ...(chunk.extras?.[i] ?? [])]),
    ),
  };
}

describe("a CSV file", () => {
  test.each([
    ["a header that says so", "Name,E-Mail\nAnn,a@b.de\n", ["E-Mail", "Name"], [["a@b.de", "Ann"]]],
    [
      "a header in another language",
      "Name,Courriel\nAnn,a@b.de\n",
      ["Courriel", "Name"],
      [["a@b.de", "Ann"]],
    ],
    [
      "two columns with addresses",
      "Owner,Email\nx@y.de,a@b.de\n",
      ["Email", "Owner"],
      [["a@b.de", "x@y.de"]],
    ],
    [
      "no header",
      "a@b.de,Ann\nc@d.de,Bo\n",
      ["Email", "Column 2"],
      [
        ["a@b.de", "Ann"],
        ["c@d.de", "Bo"],
      ],
    ],
    ["one column", "a@b.de\nc@d.de\n", ["Email"], [["a@b.de"], ["c@d.de"]]],
    ["semicolons", "Name;Email\nAnn;a@b.de\n", ["Email", "Name"], [["a@b.de", "Ann"]]],
    ["tabs", "Name\tEmail\nAnn\ta@b.de\n", ["Email", "Name"], [["a@b.de", "Ann"]]],
    ["a byte order mark and CRLF", "\ufeffEmail\r\na@b.de\r\n", ["Email"], [["a@b.de"]]],
    ["quoted line breaks", 'Email,Note\na@b.de,"one\ntwo"\n', ["Email", "Note"], [["a@b.de", "one\ntwo"]]],
    ["repeated addresses", "Email\nA@b.de\na@B.de\nc@d.de\n", ["Email"], [["A@b.de"], ["c@d.de"]]],
    ["blank rows and cells", "Email,N\n\na@b.de,1\n,2\n", ["Email", "N"], [["a@b.de", "1"]]],
    ["short rows", "Email,N\na@b.de\n", ["Email", "N"], [["a@b.de", ""]]],
    ["malformed addresses among others", "Email\na@b.de\nnone\n", ["Email"], [["a@b.de"], ["none"]]],
  ])("%s", (_, text, headers, rows) => {
    expect(read(text)).toEqual({ headers, rows });
  });

  test.each([
    ["nothing", ""],
    ["blanks", " \n\n"],
    ["zero bytes", "Email\u0000\n"],
    ["another encoding", new Uint8Array([0x45, 0x6d, 0xff, 0xfe, 0x40])],
    ["too many addresses", "Email\na@b.de\nc@d.de\ne@f.de\ng@h.de\n"],
  ])("refused: %s", (_, text) => {
    expect(read(text, 3)).toBe("invalid");
  });

  test("without any address it is a list of none", () => {
    expect(read("Name,Town\nAnn,Bern\n")).toEqual({ headers: ["Email"], rows: [] });
  });

  test("repeated addresses count towards the limit", () => {
    expect(read("Email\na@b.de\na@b.de\na@b.de\n", 2)).toBe("invalid");
  });

  test("many addresses come in stretches without a gap", () => {
    const addresses = Array.from({ length: 12_345 }, (_, i) => `a${i}@b.de`);
    const result = readCsv(new TextEncoder().encode(`Email\n${addresses.join("\n")}`), 20_000);
    if (result.kind === "invalid") throw new Error("refused");
    expect(result.list.total).toBe(12_345);
    expect(result.list.chunks.map((chunk) => chunk.first)).toEqual([0, 5000, 10_000]);
    expect(result.list.chunks.flatMap((chunk) => chunk.addresses)).toEqual(addresses);
  });
});

describe("an array", () => {
  test("turns additional fields into columns", () => {
    const result = readArray(
      {
        emails: [
          { email: "a@b.de", n: 1 },
          { email: "c@d.de", t: "x", n: null },
        ],
      },
      10,
    );
    if (result.kind === "invalid") throw new Error("refused");
    expect(result.list.extraHeaders).toEqual(["n", "t"]);
    expect(result.list.chunks[0]?.extras).toEqual([
      ["1", ""],
      ["", "x"],
    ]);
  });

  test.each([
    [undefined],
    [null],
    ["a@b.de"],
    [{ emails: [] }],
    [{ emails: ["a@b.de"] }],
    [{ emails: [{ email: 7 }] }],
    [{ emails: [{ email: "a@b.de" }, { email: "b@b.de" }, { email: "c@b.de" }] }],
  ])("refused: %j", (body) => {
    expect(readArray(body, 2)).toEqual({ kind: "invalid" });
  });
});
