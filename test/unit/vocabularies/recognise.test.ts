import { expect, test } from "vitest";
import { recognise, SOURCES } from "../../../electron/engine/vocabularies/index.ts";
import { VERIFIER_IDS } from "../../../shared/verdicts.ts";
import { DOCUMENTED, type Documented, inOrder, rowsOf } from "./documented.ts";

const fileOf = (documented: Documented) =>
  Array.from({ length: 3 }, () => rowsOf(documented))
    .flat()
    .map(({ cells }, row) => inOrder(documented.header, cells, row));

const named = DOCUMENTED.map(
  (documented) => [`${documented.source}: ${documented.header.slice(0, 6).join(",")}`, documented] as const,
);

test.each(named)("%s is recognised", (_, documented) => {
  const [first, second] = recognise(documented.header, fileOf(documented));
  expect(first).toMatchObject({ source: documented.source, unrecognised: [], unrecognisedBeyond: 0 });
  expect(["certain", "likely"]).toContain(first?.sure);
  expect(second?.sure === "certain").toBe(false);
});

const spellings: readonly [string, (name: string) => string][] = [
  ["upper case", (name) => name.toUpperCase()],
  ["lower case, padded", (name) => `  ${name.toLowerCase()} `],
  ["underscores", (name) => name.replace(/[ -]/g, "_")],
  ["blanks", (name) => name.replace(/[_-]/g, " ")],
];

test.each(named)(
  "%s is recognised in any column order, with other columns and in any spelling of its header",
  (_, documented) => {
    const rows = fileOf(documented);
    const expected = recognise(documented.header, rows)[0];
    const turned = recognise(
      [...documented.header].reverse(),
      rows.map((row) => [...row].reverse()),
    )[0];
    expect(turned).toEqual(expected);
    const isExact = SOURCES.some(({ id, exact }) => id === documented.source && exact === true);
    const more = recognise(
      ["Customer no.", ...documented.header, "Région"],
      rows.map((row) => ["7", ...row, "Nord"]),
    );
    if (isExact) expect(more.filter(({ sure }) => sure !== "possible")).toEqual([]);
    else expect(more[0]).toEqual(expected);
    for (const [, spelt] of spellings) {
      const found = recognise(documented.header.map(spelt), rows)[0];
      expect(found).toEqual(expected);
    }
  },
);

test("a file without a header, or with the deciding column twice, is not recognised", () => {
  expect(recognise(null, [["a@example.com", "valid"]])).toEqual([]);
  expect(recognise(["Email", "ZB Status", "zb_status"], [["a@example.com", "valid", "invalid"]])).toEqual([]);
});

test("unrecognised words are counted and make a source less certain", () => {
  const rows = Array.from({ length: 100 }, (_, i) => [`p${i}@example.com`, i < 5 ? "quantum" : "valid", ""]);
  expect(recognise(["Email", "ZB Status", "ZB Sub Status"], rows)[0]).toMatchObject({
    ...{ source: "zerobounce", sure: "likely", verdicts: 95, looked: 100 },
    unrecognised: [{ word: "quantum", rows: 5 }],
  });
});

const provenByWords = named.filter(([, { source }]) =>
  SOURCES.some(({ id, proof }) => id === source && proof === "words"),
);

test.each(provenByWords)("%s is recognised although a tenth of its rows has a new word", (_, documented) => {
  const rows = [...fileOf(documented), ...fileOf(documented)];
  const status = documented.header.indexOf(documented.status);
  const before = recognise(documented.header, rows)[0];
  const isNew = (row: number) => row % 10 === 0;
  const changed = rows.map((cells, row) =>
    cells.map((cell, at) => (isNew(row) && at === status ? "quantum" : cell)),
  );
  expect(recognise(documented.header, changed)[0]).toMatchObject({
    ...{ source: documented.source, sure: before?.sure },
    unrecognised: [{ word: "quantum", rows: rows.filter((_row, at) => isNew(at)).length }],
  });
});

test("an audience export may be a list to verify, and counts people who must not be mailed", () => {
  const header = ["Email", "Klaviyo ID", "Email Marketing Consent"];
  const rows = ["SUBSCRIBED", "UNSUBSCRIBED", "SUBSCRIBED"].map((word, i) => [
    `p${i}@example.com`,
    "1",
    word,
  ]);
  expect(recognise(header, rows)[0]).toMatchObject({
    ...{ source: "klaviyo", kind: "audience", verdicts: 0 },
    outcomes: { unsubscribed: 1, hard: 0 },
  });
});

test("the results of every listed verification service can be read", () => {
  expect(VERIFIER_IDS).toEqual(SOURCES.filter(({ kind }) => kind === "verdicts").map(({ id }) => id));
});
