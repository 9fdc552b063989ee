import { describe, expect, test } from "vitest";
import { engineCalls } from "../../../../shared/bridge.ts";
import { readOpen } from "../reading.ts";
import { listRoom, value } from "../room.ts";

const FIXABLE = ["a@b.com.", "E: c@b.com", "'d@b.com", '"ann@firm.co,uk"', "e@b.com (work)"];
const TEXT = `Email\n${FIXABLE.join("\n")}\nf@b.com\u00A0\ng@b.com\n`;

describe("a cell with a proposed correction", () => {
  test("is neither verified nor lost until the correction is accepted", async () => {
    const { preflight, list } = await readOpen(TEXT);
    expect(preflight).toMatchObject({ rows: 7, unique: 2, malformed: 5, fixable: 5, untidy: 1, fixed: 0 });
    expect(preflight.questions).toBeUndefined();
    const addresses = Array.from({ length: list.addresses }, (_, id) => list.address(id));
    expect(addresses).toEqual(["f@b.com", "g@b.com"]);
  });

  test("is verified and written corrected once all corrections are accepted", async () => {
    const { preflight, list } = await readOpen(TEXT, { fixCells: true });
    expect(preflight).toMatchObject({ rows: 7, unique: 7, malformed: 0, fixable: 0, untidy: 0, fixed: 6 });
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
    expect(list.someOtherwiseWritten).toBe(false);
  });

  test("can be accepted and undone by itself, like a likely typo", async () => {
    const { add, calls, context } = listRoom();
    const { listId } = await add("list.csv", TEXT);
    const typos = async () => {
      const page = value(await calls["lists.typos"]({ listId, of: "both", offset: 0, limit: 100 }, context));
      expect(engineCalls["lists.typos"].output.parse(page)).toEqual(page);
      return page.typos;
    };
    const found = await typos();
    expect(found.map(({ address, suggestion }) => [address, suggestion])).toContainEqual([
      "ann@firm.co,uk",
      "ann@firm.co.uk",
    ]);
    expect(found.map(({ kind }) => kind).sort()).toEqual([...Array(5).fill("fixable"), "untidy"]);
    const decide = (accept: boolean) =>
      calls["lists.acceptTypos"]({ listId, addresses: ["ann@firm.co,uk", "f@b.com\u00A0"], accept }, context);
    value(await decide(true));
    expect(value(await calls["lists.preflight"]({ listId }, context))).toMatchObject({
      unique: 3,
      malformed: 4,
      fixable: 4,
      untidy: 0,
      fixed: 2,
    });
    expect((await typos()).filter(({ accepted }) => accepted).length).toBe(2);
    value(await decide(false));
    expect(value(await calls["lists.preflight"]({ listId }, context))).toMatchObject({
      unique: 2,
      malformed: 5,
    });
  });
});

test("an address cut out of a longer cell is verified and shown with its cell", async () => {
  const text = 'Email,N\nann@x.example/bob@y.example,1\n"joe@mail.com, Inc.",2\ncat@c.example,3\n';
  const { preflight, list } = await readOpen(text);
  expect(preflight).toMatchObject({ rows: 3, unique: 3, malformed: 0 });
  expect(preflight.cut).toEqual({
    rows: 2,
    samples: [
      { line: 2, cell: "ann@x.example/bob@y.example", address: "ann@x.example" },
      { line: 3, cell: "joe@mail.com, Inc.", address: "joe@mail.com" },
    ],
  });
  expect([0, 1, 2].map((row) => list.isOtherwiseWritten(row))).toEqual([true, true, false]);
});
