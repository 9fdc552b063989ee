import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { decode } from "../../../../electron/engine/csv/encodings.ts";
import { guessEncoding } from "../../../../electron/engine/lists/detect/encoding-guess.ts";
import { ENCODINGS_OF, type Language, listOfNames, NAMES } from "../../../fixtures/names.ts";
import { readOpen } from "../reading.ts";

const LANGUAGES = Object.keys(NAMES) as Language[];
const PATIENCE = 120_000;

/** The list in that encoding, without the rows that it cannot hold. */
function made(
  language: Language,
  encoding: string,
  rows: number,
  from: number,
): { text: string; bytes: Buffer } {
  const text = listOfNames(language, rows, from)
    .split("\r\n")
    .filter((line) => iconv.decode(iconv.encode(line, encoding), encoding) === line)
    .join("\r\n");
  return { text, bytes: iconv.encode(text, encoding) };
}

/** How many lists of so many rows were read right, were asked about, and were read wrong without a word. */
function measured(rows: number, starts: readonly number[]) {
  const counts = { lists: 0, right: 0, asked: 0 };
  const silentlyWrong: string[] = [];
  const withoutTheRightOne: string[] = [];
  for (const language of LANGUAGES) {
    for (const encoding of ENCODINGS_OF[language]) {
      for (const from of starts) {
        const { text, bytes } = made(language, encoding, rows, from);
        if (bytes.every((byte) => byte < 128)) continue;
        const guess = guessEncoding([bytes]);
        const isRight = decode(bytes, guess.encoding) === text;
        counts.lists++;
        if (guess.alternatives.length > 0) {
          counts.asked++;
          const offered = guess.alternatives.some((one) => decode(bytes, one.encoding) === text);
          if (!offered) withoutTheRightOne.push(`${language} in ${encoding} from ${from}`);
        } else if (isRight) counts.right++;
        else silentlyWrong.push(`${language} in ${encoding} from ${from}: ${guess.encoding.name}`);
      }
    }
  }
  return { ...counts, silentlyWrong, withoutTheRightOne };
}

describe("names of many languages, in the encodings of their exports", () => {
  test(
    "400 rows are read right; hardly any is asked about, and none is read wrong without a word",
    () => {
      const found = measured(400, [0]);
      expect(found.silentlyWrong).toEqual([]);
      expect(found.withoutTheRightOne).toEqual([]);
      expect(found.lists).toBeGreaterThan(60);
      expect(found.asked).toBeLessThanOrEqual(found.lists * 0.05);
    },
    PATIENCE,
  );

  test.each([
    [2, 0.15],
    [40, 0.06],
  ])(
    "of %i rows none is read wrong without a word, and the right reading is always offered",
    (rows, share) => {
      const found = measured(rows, [0, 7]);
      expect(found.silentlyWrong).toEqual([]);
      expect(found.withoutTheRightOne).toEqual([]);
      expect(found.asked).toBeLessThanOrEqual(found.lists * share);
    },
    PATIENCE,
  );

  test(
    "a single row is never read wrong without a word",
    () => {
      expect(measured(1, [0, 7, 20]).silentlyWrong).toEqual([]);
    },
    PATIENCE,
  );
});

test.each([
  ["’", "Sean O’Brien"],
  ["’ and ™", "O’Neill’s Tools™"],
])("windows-1252 in which only %s is beyond ASCII is not MacRoman", async (_what, name) => {
  for (const rows of [1, 300]) {
    const lines = Array.from({ length: rows }, (_, i) => `p${i}@a.example,${name} ${i}`);
    const { preflight, list } = await readOpen(
      iconv.encode(`Email,Name\n${lines.join("\n")}\n`, "windows-1252"),
    );
    expect(list.cells(0)[1]).toBe(`${name} 0`);
    expect(preflight.questions).toBeUndefined();
  }
});

test("the alternatives show the same words of the list as each would read them", async () => {
  const bytes = iconv.encode("Email,Name\na@a.example,Kučera\nb@b.example,Ruzicka\n", "windows-1250");
  const { preflight } = await readOpen(bytes);
  const [question] = preflight.questions ?? [];
  expect(question).toMatchObject({ kind: "encoding", changes: "other_cells", assumed: preflight.encoding });
  if (question?.kind !== "encoding") throw new Error("not asked");
  const words = Object.fromEntries(question.alternatives.map((one) => [one.encoding, one.words]));
  expect(words).toMatchObject({ "windows-1250": ["Kučera"], "windows-1252": ["Kuèera"] });
});

test("an encoding that makes other addresses of the list changes what is verified", async () => {
  const bytes = iconv.encode("Email,Name\nkučera@a.example,x\nb@b.example,y\n", "windows-1250");
  const { preflight } = await readOpen(bytes);
  expect(preflight.questions).toMatchObject([{ kind: "encoding", changes: "addresses" }]);
});
