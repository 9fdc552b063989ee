import { describe, expect, test } from "vitest";
import type { ReadOptions } from "../../../../shared/bridge/lists.ts";
import { exportedBytes, readOpen } from "../reading.ts";

const linkedIn = `Notes:
"When exporting your connection data, you may notice that some of the email addresses are missing, e.g. yours."

First Name,Last Name,URL,Email Address,Company,Position,Connected On
Ann,Berg,https://x.example/in/ann,ann@a.example,"Acme, Inc.",CEO,03 Jan 2026
Bob,Carr,https://x.example/in/bob,,Beta,CTO,04 Jan 2026
Cat,Dean,https://x.example/in/cat,cat@c.example,Gamma,CFO,05 Jan 2026
`;

describe("lines above the header", () => {
  test.each([
    ["an export with notes", linkedIn, 4, 2, ["First Name", "Last Name"], { rows: 3, unique: 2, empty: 1 }],
    [
      "a title",
      "Customers 2026,,\nName,Email,City\nAnn,ann@a.example,Oslo\nBob,bob@b.example,Rome\n",
      2,
      1,
      ["Name", "Email"],
      { rows: 2, unique: 2 },
    ],
    ["blank lines", "\n\nName,Email\nAnn,ann@a.example\n", 3, 0, ["Name", "Email"], { rows: 1, unique: 1 }],
  ])(
    "are skipped to find the header, and no byte is lost: %s",
    async (_what, text, line, above, columns, counts) => {
      const { preflight, list } = await readOpen(text);
      expect(preflight).toMatchObject({ ...counts, malformed: 0, hasHeader: true, headerLine: line, above });
      expect(preflight.columns.slice(0, 2).map(({ name }) => name)).toEqual(columns);
      expect(preflight.questions).toBeUndefined();
      expect(exportedBytes(list).toString()).toBe(text);
    },
  );
});

const title = "My customers,,\nAnn,ann@a.example,Oslo\nBob,bob@b.example,Rome\n";

test.each<[string, string, ReadOptions, object]>([
  ["a title is kept above the rows", title, {}, { hasHeader: false, rows: 2, above: 1, empty: 0 }],
  ["no header", title, { hasHeader: false }, { hasHeader: false, rows: 3, above: 0, empty: 1 }],
  [
    "the likelier of two lines is the header",
    "Person,Contact,Place\nName,Email,City\nAnn,ann@a.example,Oslo\n",
    {},
    { headerLine: 2, rows: 1, above: 1 },
  ],
])(
  "the beginning of a list is read as chosen or guessed, and no byte is lost: %s",
  async (_what, text, options, expected) => {
    const { preflight, list } = await readOpen(text, options);
    expect(preflight).toMatchObject(expected);
    expect(preflight.questions).toBeUndefined();
    expect(exportedBytes(list).toString()).toBe(text);
  },
);

test.each(["ann@b", "ann@@a.example", "ann [at] a.example", "• ann@a.example"])(
  "a first line that holds an address is a row, not a header: %s",
  async (first) => {
    const { preflight } = await readOpen(`${first}\nbob@b.example\ncat@c.example\n`);
    expect(preflight).toMatchObject({ hasHeader: false, rows: 3 });
  },
);

test.each(["• ", "•", "- ", "* ", "- [x] ", "☐ ", "12. ", "3) ", "(4) ", "b) ", "> ", "→ "])(
  "addresses after the list marker %j are read and written without it",
  async (marker) => {
    const { preflight, list } = await readOpen(`${marker}ann@a.example\n${marker}bob@b.example\n`);
    expect(preflight).toMatchObject({ hasHeader: false, rows: 2, unique: 2, malformed: 0 });
    expect(list.corrected(0, list.recordBytes(0))?.toString()).toBe("ann@a.example\n");
  },
);
