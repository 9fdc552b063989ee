import { describe, expect, it } from "vitest";
import { mappedSource } from "../../../electron/engine/vocabularies/index.ts";
import { translator } from "../../../electron/engine/vocabularies/translate.ts";
import type { ConsentColumn } from "../../../shared/bridge/lists.ts";
import { countOptOuts, optOutSources } from "../../../shared/opt-outs.ts";

const word = (text: string, meaning: ConsentColumn["words"][number]["meaning"]) => ({
  word: text,
  rows: 1,
  meaning,
});
const COLUMNS: ConsentColumn[] = [
  { index: 1, name: "Status", words: [word("bounced", "perhaps_hard"), word("active", "nothing")] },
  { index: 2, name: "Left", words: [{ ...word("2024-03-01", "unsubscribed"), isTime: true }] },
  { index: 3, name: "Tags", hasItems: true, words: [word("do not email", "unsubscribed")] },
  { index: 4, name: "Consent", words: [word("no", null), word("yes", "nothing")] },
];

function createReader(isLeftOut: Parameters<typeof optOutSources>[1]) {
  const [id = ""] = optOutSources({ kind: "opt_outs", export: null, rows: 9, columns: COLUMNS }, isLeftOut);
  const source = mappedSource(id);
  const translate =
    source === null ? null : translator(source, ["Email", "Status", "Left", "Tags", "Consent"]);
  if (translate === null) throw new Error("no source");
  return (...cells: string[]) => {
    const said = translate(["ann@x.example", ...cells]);
    return said.says === "outcome" ? [said.outcome, said.at] : said.says;
  };
}

describe("the people who opted out by a list's columns", () => {
  const all = createReader(() => true);

  it.each([
    [["active", "", "", "yes"], "nothing"],
    [
      ["bounced", "", "", "yes"],
      ["perhaps_hard", null],
    ],
    [
      ["active", "2024-05-06", "", "yes"],
      ["unsubscribed", Date.UTC(2024, 4, 6)],
    ],
    [
      ["active", "", "vip; Do Not Email", "yes"],
      ["unsubscribed", null],
    ],
    // An unclear word that the user ticked.
    [
      ["active", "", "", "no"],
      ["unsubscribed", null],
    ],
    // An opt-out outweighs a bounce in an earlier column.
    [
      ["bounced", "2024-05-06", "", "yes"],
      ["unsubscribed", Date.UTC(2024, 4, 6)],
    ],
    [["unknown word", "", "", "maybe"], "nothing"],
  ] as const)("%j are read as %j", (cells, expected) => {
    expect(all(...cells)).toEqual(expected);
  });

  it("keep those that the user did not tick", () => {
    const certain = createReader((_column, { meaning }) => meaning !== null);
    expect(certain("active", "", "", "no")).toBe("nothing");
  });

  it("include all other values if the user ticks them, but neither placeholders nor known words", () => {
    const other = { ...word("moved", null), isOther: true };
    const columns = [
      { index: 1, name: "Reason", words: [word("no longer mine", null), word("nein", "nothing"), other] },
    ];
    const question = { kind: "opt_outs", export: null, rows: 9, columns } as const;
    const read = (isLeftOut: Parameters<typeof optOutSources>[1], cell: string) => {
      const source = mappedSource(optOutSources(question, isLeftOut)[0] ?? "");
      const said = source === null ? null : translator(source, ["Email", "Reason"])?.(["a@x.example", cell]);
      return said?.says;
    };
    const onlyOther = (_column: unknown, one: { isOther?: boolean | undefined }) => one.isOther === true;
    const cells = ["moved", "any other text", "no longer mine", "nein", "n/a", "-", ""];
    expect(cells.map((cell) => read(() => true, cell) === "outcome")).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(cells.map((cell) => read(onlyOther, cell) === "outcome")).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it("need no source if nothing is ticked", () => {
    expect(optOutSources({ kind: "opt_outs", export: null, rows: 9, columns: COLUMNS }, () => false)).toEqual(
      [],
    );
  });

  it("are counted by certainty", () => {
    expect(countOptOuts(COLUMNS)).toEqual({ certain: 3, unclear: 1 });
  });
});
