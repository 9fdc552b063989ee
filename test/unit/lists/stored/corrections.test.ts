import { describe, expect, test } from "vitest";
import { engineCalls } from "../../../../shared/bridge.ts";
import { unwrap } from "../../../support/unwrap.ts";
import { readOpen } from "../reading.ts";
import { createListFixture } from "../room.ts";

const FIXABLE = ["a@b.com.", "E: c@b.com", "'d@b.com", '"ann@firm.co,uk"', "e@b.com (work)"];
const TEXT = `Email\n${FIXABLE.join("\n")}\nf@b.com\u00A0\ng@b.com\n`;

describe("a cell with a proposed correction", () => {
  test("is neither verified nor lost until the correction is accepted", async () => {
    const { preflight, list } = await readOpen(TEXT);
    expect(preflight).toMatchObject({ rows: 7, unique: 2, malformed: 5, fixable: 5, fixed: 0 });
    expect(preflight.questions).toBeUndefined();
    const addresses = Array.from({ length: list.addresses }, (_, id) => list.address(id));
    expect(addresses).toEqual(["f@b.com", "g@b.com"]);
  });

  test("is verified and written corrected once all corrections are accepted", async () => {
    const { preflight, list } = await readOpen(TEXT, { fixCells: true });
    expect(preflight).toMatchObject({ rows: 7, unique: 7, malformed: 0, fixable: 0, fixed: 5 });
    const written = Array.from({ length: list.rows }, (_, row) =>
      (list.corrected(row, list.recordBytes(row)) ?? list.recordBytes(row)).toString().trim(),
    );
    expect(written).toEqual([
      "a@b.com",
      "c@b.com",
      "d@b.com",
      '"ann@firm.co.uk"',
      "e@b.com",
      "f@b.com",
      "g@b.com",
    ]);
    expect(list.hasDifferingCells).toBe(false);
  });

  test("can be accepted and undone individually, like a likely typo", async () => {
    const { add, calls, context } = createListFixture();
    const { listId } = await add("list.csv", TEXT);
    const typos = async () => {
      const page = unwrap(await calls["lists.typos"]({ listId, of: "both", offset: 0, limit: 100 }, context));
      expect(engineCalls["lists.typos"].output.parse(page)).toEqual(page);
      return page.typos;
    };
    const found = await typos();
    expect(found.map(({ address, suggestion }) => [address, suggestion])).toContainEqual([
      "ann@firm.co,uk",
      "ann@firm.co.uk",
    ]);
    expect(found.map(({ kind }) => kind).sort()).toEqual(Array(5).fill("fixable"));
    const decide = (accept: boolean) =>
      calls["lists.acceptTypos"]({ listId, addresses: ["ann@firm.co,uk"], accept }, context);
    unwrap(await decide(true));
    expect(unwrap(await calls["lists.preflight"]({ listId }, context))).toMatchObject({
      unique: 3,
      malformed: 4,
      fixable: 4,
      fixed: 1,
    });
    expect((await typos()).filter(({ accepted }) => accepted).length).toBe(1);
    unwrap(await decide(false));
    expect(unwrap(await calls["lists.preflight"]({ listId }, context))).toMatchObject({
      unique: 2,
      malformed: 5,
    });
  });
});

test("an address extracted from a longer cell is verified, and shown with the whole cell", async () => {
  const text = 'Email,N\n"joe@mail.com, Inc.",2\ncat@c.example,3\n';
  const { preflight, list } = await readOpen(text);
  expect(preflight).toMatchObject({ rows: 2, unique: 2, malformed: 0 });
  expect(preflight.cut).toEqual({
    rows: 1,
    samples: [{ line: 2, cell: "joe@mail.com, Inc.", address: "joe@mail.com" }],
  });
  expect([0, 1].map((row) => list.cellDiffers(row))).toEqual([true, false]);
});

test.each([
  ["a semicolon", "; "],
  ["a comma and a zero-width space", ", \u200B"],
  ["three colons", " ::: "],
  ["a line break", "\n"],
])(
  "a cell with several addresses is not verified, and the proposed correction keeps the first: %s",
  async (_, between) => {
    const text = `Email,N\n"ann@x.example${between}bob@y.example",1\ncat@c.example,3\n`;
    const before = await readOpen(text);
    expect(before.preflight).toMatchObject({ unique: 1, malformed: 1, fixable: 1 });
    const { preflight, list } = await readOpen(text, { fixCells: true });
    expect(preflight).toMatchObject({ unique: 2, malformed: 0, fixed: 1 });
    expect(list.corrected(0, list.recordBytes(0))?.toString()).toBe('"ann@x.example",1\n');
  },
);

test.each([
  ["a no-break space", "\u00A0"],
  ["a zero-width space", "\u200B"],
  ["a byte order mark", "\uFEFF"],
  ["a semicolon", ";"],
])("an address is written without %s after it, and the cell is counted", async (_, stray) => {
  const { preflight, list } = await readOpen(`Email,N\nann@a.example${stray},1\nbob@a.example,2\n`);
  expect(preflight).toMatchObject({ unique: 2, malformed: 0 });
  expect(preflight.oddities).toEqual([{ code: "tidied_cell", count: 1, lines: [2] }]);
  expect(list.corrected(0, list.recordBytes(0))?.toString()).toBe("ann@a.example,1\n");
  expect(list.corrected(1, list.recordBytes(1))).toBeNull();
  expect(list.hasDifferingCells).toBe(false);
});

test("a row with backslash-escaped quotes is counted, with the reason why no address was found", async () => {
  const text = 'Name,Note,Email\nA,"he said \\"hi, you\\" twice",ann@a.example\nB,"C:\\",bob@b.example\n';
  const { add, calls, context } = createListFixture();
  const { listId } = await add("list.csv", text);
  expect(unwrap(await calls["lists.preflight"]({ listId }, context))).toMatchObject({
    unique: 1,
    malformed: 1,
    oddities: expect.arrayContaining([{ code: "backslash_quote", count: 1, lines: [2] }]),
  });
  const { rows } = unwrap(await calls["lists.malformed"]({ listId, offset: 0, limit: 10 }, context));
  expect(rows.map(({ reason }) => reason)).toEqual([
    "The row escapes quotation marks with a backslash, so its columns are shifted.",
  ]);
});
