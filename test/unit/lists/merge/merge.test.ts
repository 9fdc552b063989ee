import { readFileSync } from "node:fs";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import type { ReadOptions } from "../../../../shared/bridge/lists.ts";
import { engineCalls } from "../../../../shared/bridge.ts";
import { workbook } from "../../../fixtures/workbooks.ts";
import { unwrap } from "../../../support/unwrap.ts";
import { createListFixture } from "../room.ts";

type File = readonly [name: string, text: string, encoding?: string, options?: ReadOptions];

/** Merges files and returns the merged bytes, the preflight of the result, and the originals. */
async function merged(files: readonly File[], sourceColumn: "first" | "last" | null = null) {
  const { calls, context, layout, add } = createListFixture();
  const listIds: string[] = [];
  for (const [name, text, encoding = "utf-8", options] of files)
    listIds.push((await add(name, iconv.encode(text, encoding, { addBOM: false }), options)).listId);
  const { differences } = unwrap(await calls["lists.mergeable"]({ listIds }, context));
  expect(differences).toEqual([]);
  const made = unwrap(await calls["lists.merge"]({ listIds, name: "all.csv", sourceColumn }, context));
  expect(engineCalls["lists.merge"].output.parse(made)).toEqual(made);
  const { options } = made;
  const preflight = unwrap(await calls["lists.read"]({ listId: made.listId, options }, context));
  const originals = listIds.map((listId) => readFileSync(layout.list(listId).original));
  return { bytes: readFileSync(layout.list(made.listId).original), preflight, originals };
}

describe("merging lists", () => {
  it("refuses rows that would have to be re-encoded but hold undecodable bytes, and names the list", async () => {
    const { calls, context, add } = createListFixture();
    const many = Array.from({ length: 20 }, (_, at) => `p${at}@x.example,Zoé`).join("\n");
    const bad = Buffer.concat([
      Buffer.from(`email,name\n${many}\n`),
      Buffer.from("z@x.example,Zo\xe9\n", "latin1"),
    ]);
    const listIds = [
      (await add("bad.csv", bad)).listId,
      (await add("good.csv", Buffer.from("email;name\nb@x.example;Bö\n"))).listId,
    ];
    const made = await calls["lists.merge"]({ listIds, name: "all.csv", sourceColumn: null }, context);
    expect(made).toMatchObject({ ok: false, problem: { code: "merge_undecodable" } });
    expect(JSON.stringify(made)).toContain("bad.csv");
  });

  it("writes UTF-8 with commas in the column order of the first list, and loses no cell", async () => {
    const { bytes, preflight, originals } = await merged([
      ["a.csv", 'email,city\na@x.example,"Rome, IT"\nc@x.example,Oslo,extra\n'],
      ["b.csv", "città;Email\nperché;b@x.example\n".replace("città", "City"), "windows-1252"],
    ]);
    expect(bytes.toString()).toBe(
      'email,city\r\na@x.example,"Rome, IT"\r\nc@x.example,Oslo,extra\r\nb@x.example,perché\r\n',
    );
    expect(preflight).toMatchObject({ rows: 3, unique: 3, encoding: "UTF-8" });
    expect(originals[0]?.toString()).toContain('"Rome, IT"');
  });

  it.each([
    ["first" as const, "Source file,email,n\r\na.csv,a@x.example,1\r\nb.csv,b@x.example,2\r\n"],
    ["last" as const, "email,n,Source file\r\na@x.example,1,a.csv\r\nb@x.example,2,b.csv\r\n"],
  ])("adds each row's file name as the %s column on request", async (place, text) => {
    const { bytes, preflight } = await merged(
      [
        ["a.csv", "email,n\na@x.example,1\n"],
        ["b.csv", "email,n\nb@x.example,2\n"],
      ],
      place,
    );
    expect(bytes.toString()).toBe(text);
    expect(preflight).toMatchObject({ unique: 2, addressColumn: place === "first" ? 1 : 0 });
  });

  it("writes a byte order mark if one of the lists has it, so that Excel shows their letters", async () => {
    const { bytes, preflight } = await merged([
      ["a.csv", "email,n\na@x.example,é\n"],
      ["b.csv", "\uFEFFemail,n\nb@x.example,è\n"],
    ]);
    expect(bytes.toString()).toBe("\uFEFFemail,n\r\na@x.example,é\r\nb@x.example,è\r\n");
    expect(preflight).toMatchObject({ unique: 2, bom: true });
  });

  it("asks about hidden rows first, and counts those that are left out", async () => {
    const { calls, context, add } = createListFixture();
    const bytes = workbook([
      { name: "S", rows: [["email"], ["a@x.example"], ["b@x.example"]], rowAttributes: { 2: 'hidden="1"' } },
    ]);
    const plain = await add("b.csv", "email\nc@x.example\n");
    const undecided = await add("a.xlsx", bytes);
    const ask = { listIds: [undecided.listId, plain.listId], name: "all.csv", sourceColumn: null };
    expect(await calls["lists.merge"](ask, context)).toMatchObject({
      problem: { code: "file_reading_unclear", values: { unclear: ["hidden_rows"] } },
    });
    const skipped = await add("c.xlsx", bytes, { hiddenRows: "skip" });
    const listIds = [skipped.listId, plain.listId];
    expect(unwrap(await calls["lists.mergeable"]({ listIds }, context))).toMatchObject({ leftBehind: 1 });
  });

  it.each([
    ["columns", "email,phone\nb@x.example,1\n", { missing: ["name"], extra: ["phone"] }],
    ["header", "b@x.example,Bo\nc@x.example,Cy\n", {}],
    ["address", "name,email\nb@x.example,none\nc@x.example,\n", {}],
  ])("refuses lists that differ (%s), and says how", async (reason, text, how) => {
    const { calls, context, add } = createListFixture();
    const first = await add("a.csv", "email,name\na@x.example,Ann\n");
    const other = await add("b.csv", text, reason === "address" ? { column: 0 } : {});
    const listIds = [first.listId, other.listId];
    const { differences } = unwrap(await calls["lists.mergeable"]({ listIds }, context));
    expect(differences).toMatchObject([{ name: "b.csv", reason, ...how }]);
    const made = await calls["lists.merge"]({ listIds, name: "all.csv", sourceColumn: null }, context);
    expect(made).toMatchObject({ ok: false, problem: { code: "lists_differ" } });
  });
});

describe("merging lists with individual choices", () => {
  const LIKE = "email,n\n";

  it("keeps the accepted corrections of addresses and cells", async () => {
    const { calls, context, add } = createListFixture();
    const a = await add("a.csv", `${LIKE}ann@gmial.com,1\n"'bob@x.example",2\n`);
    const b = await add("b.csv", `${LIKE}cy@x.example,3\ndee@hotmial.com,4\n`);
    for (const [listId, address] of [
      [a.listId, "ann@gmial.com"],
      [a.listId, "'bob@x.example"],
      [b.listId, "dee@hotmial.com"],
    ] as const)
      unwrap(await calls["lists.acceptTypos"]({ listId, addresses: [address], accept: true }, context));
    const listIds = [a.listId, b.listId];
    const made = unwrap(await calls["lists.merge"]({ listIds, name: "all", sourceColumn: null }, context));
    const read = unwrap(await calls["lists.read"]({ listId: made.listId, options: made.options }, context));
    expect(read).toMatchObject({ rows: 4, unique: 4, corrected: 2, fixed: 1, typos: 0, fixable: 0 });
    const page = { listId: made.listId, of: "both" as const, offset: 0, limit: 10 };
    const { typos } = unwrap(await calls["lists.typos"](page, context));
    expect(typos.map(({ suggestion, accepted }) => `${suggestion} ${accepted}`).sort()).toEqual([
      "ann@gmail.com true",
      "bob@x.example true",
      "dee@hotmail.com true",
    ]);
  });
});

describe("a merged list has the rows and addresses of its lists", () => {
  const table = (who: string, longer: boolean) =>
    `Email;Second email\n${Array.from(
      { length: 20 },
      (_, at) =>
        `${who}${at}@x.example;${who}${at}@home.example${longer && at === 7 ? `;${who}@third.example` : ""}\n`,
    ).join("")}`;
  const COLUMN = { column: 0 };

  it.each<[string, File[], "first" | "last" | null, { rows: number; unique: number }]>([
    [
      "addresses in a row, without a line end, and by blanks",
      [
        ["a.csv", "a@x.example b@x.example c@x.example"],
        ["b.csv", "d@x.example e@x.example f@x.example "],
      ],
      null,
      { rows: 6, unique: 6 },
    ],
    [
      "tables of addresses, joined",
      [
        ["a.csv", table("a", true), "utf-8", COLUMN],
        ["b.csv", table("b", true), "utf-8", COLUMN],
      ],
      null,
      { rows: 40, unique: 40 },
    ],
    [
      "one address in two spellings, and cells that begin with a mark",
      [
        ["a.csv", 'Note,Email\n"\ufeffx",a@b\u00fccher.example\n'],
        ["b.csv", "Note;Email\ny;A@xn--bcher-kva.example\n;\n"],
      ],
      null,
      { rows: 3, unique: 1 },
    ],
  ])("%s", async (_what, files, sourceColumn, counts) => {
    const { preflight } = await merged(files, sourceColumn);
    expect(preflight).toMatchObject({ ...counts, malformed: 0 });
    expect(preflight.questions).toBeUndefined();
  });
});
