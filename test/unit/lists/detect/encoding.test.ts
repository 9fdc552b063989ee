import iconv from "iconv-lite";
import { describe, expect, it, test } from "vitest";
import { guessEncoding } from "../../../../electron/engine/lists/detect/encoding.ts";
import { decode } from "../../../../electron/engine/text/csv/encodings.ts";
import { readOpen } from "../reading.ts";
import { NAMES } from "./names.ts";

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

describe("lists of people in the code page of their country", () => {
  const LANGUAGES = Object.entries(NAMES);
  const SIZES = [1, 3, 10, 100, 1000];
  const pickers = (seed: number) => {
    let state = seed;
    return (words: string) => {
      const list = words.split("|");
      state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
      return list[Math.floor((state / 2 ** 32) * list.length)];
    };
  };
  const listOf = ({ first, last, city }: (typeof NAMES)[keyof typeof NAMES], size: number, seed: number) => {
    const pick = pickers(seed);
    const row = (_: unknown, at: number) => `p${at}@a.example;${pick(first)} ${pick(last)};${pick(city)}\r\n`;
    return `E-Mail;Name;City\r\n${Array.from({ length: size }, row).join("")}`;
  };
  const guesses = LANGUAGES.flatMap(([language, names]) =>
    SIZES.flatMap((size) =>
      [1, 2, 3].map((seed) => {
        const text = listOf(names, size, seed * 7919 + size);
        const bytes = iconv.encode(text, names.encoding);
        const { encoding, alternatives } = guessEncoding([bytes]);
        const isRight = decode(bytes, encoding) === text;
        const isOffered = alternatives.some((one) => decode(bytes, one.encoding) === text);
        return { language, size, isRight, isAsked: alternatives.length > 0, isOffered };
      }),
    ),
  );

  it("are read right, or lead to a question that offers the right encoding", () => {
    const wrong = guesses.filter(({ isRight, isAsked }) => !isRight && !isAsked);
    const asked = guesses.filter(({ isAsked }) => isAsked);
    const bySize = SIZES.map((size) => `${asked.filter((one) => one.size === size).length} of ${size}`);
    console.info(
      `${guesses.length} lists: ${wrong.length} wrong, ${asked.length} asked (by rows: ${bySize.join(", ")})`,
    );
    expect(wrong.length).toBeLessThanOrEqual(1);
    expect(asked.filter(({ isOffered }) => !isOffered)).toEqual([]);
  });

  it("lead to no question from ten rows in German, French, Spanish or Swedish, nor from a hundred in any", () => {
    const common = ["German", "French", "Spanish", "Swedish"];
    const asked = guesses.filter(
      ({ language, size, isAsked }) => isAsked && size >= (common.includes(language) ? 10 : 100),
    );
    expect(asked).toEqual([]);
  });
});

describe("an encoding is not certain", () => {
  test.each([
    ["with bytes that it leaves undefined", "Gr\xfcn,M\xfcller,K\xf6ln,J\x81ger"],
    ["for a single word that another encoding explains", "Ku\xe8era"],
    ["for one name in Cyrillic letters", "\xcb\xe5\xe1\xe5\xe4\xe5\xe2\xe0"],
  ])("%s", (_what, names) => {
    const guess = guessEncoding([Buffer.from(`Email,A,B,C,D\na@a.example,${names}\n`, "latin1")]);
    expect(guess.alternatives.length).toBeGreaterThan(1);
  });
});

test.each([
  ["windows-1252", "Núria Còdol|València|Lluïsa|Gràcia|Figueres"],
  ["windows-1252", "Guðmundsson|Þórður|Sigríður|Kópavogur|Mýrdal"],
  ["windows-1252", "Società|Città di Castello|Caffè Greco|Libertà|Perù"],
  ["windows-1250", "Matoušek|Přibyl|Jeřábek|Šťastný|Řezníček"],
  ["windows-1257", "Kęstutis|Žemaitė|Šiauliai|Panevėžys|Jūratė"],
  ["ISO-8859-2", "Šárka Žižková|Škoda Žatec|Ťažký|Řehoř|Lišková"],
])("names decide for %s with certainty: %s", (name, names) => {
  const bytes = iconv.encode(rows(names), name);
  const guess = guessEncoding([bytes]);
  expect(guess.alternatives).toEqual([]);
  expect(decode(bytes, guess.encoding)).toBe(rows(names));
});
