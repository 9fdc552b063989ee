import iconv from "iconv-lite";
import { describe, expect, it, test } from "vitest";
import { guessEncoding } from "../../../../electron/engine/lists/detect/encoding.ts";
import { decode } from "../../../../electron/engine/text/csv/encodings.ts";
import { readOpen } from "../reading.ts";

const rows = (names: string) =>
  `Email,Name\r\n${names
    .split("|")
    .map((name, at) => `p${at}@a.example,${name}\r\n`)
    .join("")}`.repeat(3);

const GERMAN = "Jürgen Müller|Käthe Groß|Bäckerei Grün|Straßenbau Süd|„Zum Löwen“|Österreich für 5 €";
const FRENCH =
  "Hélène Lefèvre|François Légaré|Société Générale|Crédit à Paris|Côté Rivière|Boulangerie de l’Étoile";
const POLISH = "Łukasz Wiśniewski|Małgorzata Dąbrowska|Żółć Sp. z o.o.|Zieliński|Piękny Świat";
const RUSSIAN = "Иван Петров|Ольга Смирнова|Общество с ограниченной ответственностью|Новая Москва";
const CHINESE = "北京科技有限公司|王小明|上海贸易公司|李伟|中国电子商务";
const TAIWANESE = "台北科技有限公司|陳小明|國際貿易公司|林志玲|台灣電子商務";
const JAPANESE = "株式会社さくら|田中太郎|東京ソリューション|鈴木花子|日本サービス";
const KOREAN = "서울 주식회사|김철수|한국 전자|이영희|대한민국 무역";

describe("the encoding of a real export is detected from its text", () => {
  test.each([
    ["UTF-8", `${GERMAN}|${RUSSIAN}|${JAPANESE}`],
    ["windows-1252", GERMAN],
    ["windows-1250", POLISH],
    ["windows-1251", RUSSIAN],
    ["KOI8-R", RUSSIAN],
    ["Shift_JIS", JAPANESE],
    ["GB18030", CHINESE],
    ["Big5", TAIWANESE],
    ["EUC-KR", KOREAN],
    ["UTF-16LE", FRENCH],
    ["UTF-16BE", FRENCH],
  ])("%s", (name, names) => {
    const bytes = iconv.encode(rows(names), name, { addBOM: false });
    const guess = guessEncoding([bytes]);
    expect(guess).toMatchObject({ encoding: { name }, alternatives: [] });
    expect(decode(bytes, guess.encoding)).toBe(rows(names));
  });
});

test("two encodings that fit equally well lead to a question with sample words in each", async () => {
  const bytes = iconv.encode("Email,Name\na@a.example,Kučera\nb@b.example,Růžička\n", "windows-1250");
  const { preflight } = await readOpen(bytes);
  const [question] = preflight.questions ?? [];
  expect(question).toMatchObject({ kind: "encoding", changes: "other_cells", assumed: preflight.encoding });
  if (question?.kind !== "encoding") throw new Error("not asked");
  const words = Object.fromEntries(question.alternatives.map((one) => [one.encoding, one.words]));
  expect(words).toMatchObject({ "windows-1250": ["Kučera", "Růžička"] });
});

test("a question about the encoding shows that the choice changes addresses", async () => {
  const bytes = iconv.encode("Email,Name\nłukasz@a.example,x\nżaneta@b.example,y\n", "windows-1250");
  const { preflight } = await readOpen(bytes);
  expect(preflight.questions).toMatchObject([{ kind: "encoding", changes: "addresses" }]);
});

test("a list with a few rows that are not UTF-8 is read as UTF-8, and their addresses are not verified", async () => {
  const sound = Array.from({ length: 30 }, (_, i) => `Zoé ${i},u${i}@ex.example\n`).join("");
  const bytes = Buffer.concat([
    Buffer.from(`Name,Email\n${sound}`),
    Buffer.from("A,müller@ex.example\nB,möller@ex.example\n", "latin1"),
  ]);
  const { preflight } = await readOpen(bytes);
  expect(preflight).toMatchObject({ encoding: "UTF-8", rows: 32, unique: 30, malformed: 2 });
  expect(preflight.oddities).toContainEqual({ code: "undecodable", count: 2, lines: [32, 33] });
  const asWestern = await readOpen(bytes, { encoding: "windows-1252" });
  expect(asWestern.preflight).toMatchObject({ unique: 32, malformed: 0 });
});

describe("a list in a legacy encoding of Mac OS or DOS", () => {
  const words = (bytes: Buffer) =>
    guessEncoding([bytes]).alternatives.map(({ encoding, words: [word] }) => [encoding.name, word]);

  it.each([
    ["macintosh", GERMAN],
    ["macintosh", "Jürgen Müller"],
    ["IBM850", GERMAN.replaceAll(/[„“€]/g, "")],
  ])("leads to a question with windows-1252 as the other choice: %s, %s", (name, names) => {
    for (const newline of ["\r", "\r\n"]) {
      const bytes = iconv.encode(rows(names).replaceAll("\r\n", newline), name);
      const [first, ...others] = words(bytes);
      expect(first).toEqual([name, names.split("|")[0]]);
      expect(others.at(-1)?.[0]).toBe("windows-1252");
    }
  });

  it.each([
    "Šárka Žižková|Škoda Žatec|Dušan Matoušek|Œuvres de Nîmes|L’HAŸ-LES-ROSES|ŠKODA",
    "D´Angelo|Müller–Meier|5 µm Filter|Café™|Acme®Pro|10 × 10|“Süd” GmbH & Co.|Straße 5 § 3|Größe: 20 m²",
    "Rock’n’Roll Käse|Ærø|Ødegård|Þór|Åse Løken|Çelik|Hôtel d’Œuvre",
  ])("is not suspected in an ordinary windows-1252 file: %s", (names) => {
    const legacy = (bytes: Buffer) => words(bytes).filter(([name = ""]) => /macintosh|IBM/.test(name));
    for (const name of [names, ...names.split("|")])
      expect(legacy(iconv.encode(rows(name), "windows-1252"))).toEqual([]);
  });
});
