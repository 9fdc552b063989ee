import fc from "fast-check";
import iconv from "iconv-lite";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { ENCODINGS } from "../../../../electron/engine/text/csv/encodings.ts";
import { LONG } from "../../../support/long.ts";
import { exportedBytes, readOpen } from "../reading.ts";

/** Timeout in ms: hundreds of small lists are written and read. */
const TIMEOUT_MS = 120_000;

const CHARACTERS: Record<string, string> = {
  "UTF-8": "aé€𝄞ß漢 @.;,|\t\"'\n\rъ",
  "UTF-16LE": "aé€𝄞ß漢 @.;,|\t\"'\n\rъ਀",
  "UTF-16BE": "aé€𝄞ß漢 @.;,|\t\"'\n\rъ਀",
  Shift_JIS: "aポ表ソ能十アｱ @.;,|\t\"'\n\r",
  GB18030: "a漢亂倈亅𝄞é @.;,|\t\"'\n\r",
  Big5: "a弋許功蓋 @.;,|\t\"'\n\r",
  "EUC-KR": "a김똠 @.;,|\t\"'\n\r",
  "EUC-JP": "a表ソ @.;,|\t\"'\n\r",
};
const COMMON_CHARACTERS = "a @.;,|\t\"'\n\r";

/** Every encoding with the characters used in its cells. */
const encodings = ENCODINGS.map(({ name }) => ({
  name,
  characters: [...(CHARACTERS[name] ?? highOf(name))],
}));

function highOf(name: string): string {
  const high = iconv.decode(Buffer.from(Array.from({ length: 96 }, (_, i) => 160 + i)), name);
  return (
    COMMON_CHARACTERS +
    [...high].filter((c) => /\p{L}/u.test(c) && iconv.decode(iconv.encode(c, name), name) === c).join("")
  );
}

const table = fc
  .record({
    // Encodings with known pitfalls are generated more often.
    encoding: fc.oneof(
      fc.constantFrom(...encodings.filter(({ name }) => name in CHARACTERS)),
      fc.constantFrom(...encodings),
    ),
    delimiter: fc.constantFrom(",", ";", "\t", "|"),
    newline: fc.constantFrom("\n", "\r\n", "\r"),
    bom: fc.boolean(),
    quoteAll: fc.boolean(),
    endsWithNewline: fc.boolean(),
    columns: fc.integer({ min: 2, max: 5 }),
    addresses: fc.array(
      fc.constantFrom(
        "ann@a.example",
        "ANN@A.example",
        "bob@b.example",
        "nope",
        "",
        "c@@d",
        " dan@d.example ",
      ),
      { minLength: 1, maxLength: 12 },
    ),
  })
  .chain((shape) =>
    fc.record({
      shape: fc.constant(shape),
      cells: fc.array(
        fc.array(
          fc.array(fc.constantFrom(...shape.encoding.characters), { maxLength: 6 }).map((c) => c.join("")),
          {
            minLength: shape.columns - 1,
            maxLength: shape.columns - 1,
          },
        ),
        { minLength: shape.addresses.length, maxLength: shape.addresses.length },
      ),
    }),
  )
  .map(({ shape, cells }) => {
    const header = ["Email", ...Array.from({ length: shape.columns - 1 }, (_, i) => `Field ${i}`)];
    // A well-formed address, so that the address column is always found.
    const rows = [["first@a.example", ...header.slice(1).map(() => "x")]];
    shape.addresses.forEach((address, i) => {
      rows.push([address, ...(cells[i] ?? [])]);
    });
    return { ...shape, header, rows };
  });

function write(
  made: { header: string[]; rows: string[][] } & Record<"delimiter" | "newline", string> & {
      quoteAll: boolean;
    },
) {
  const special = new RegExp(`["\\r\\n${made.delimiter === "|" ? "\\|" : made.delimiter}]|^$`);
  const cell = (text: string) =>
    made.quoteAll || special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return [made.header, ...made.rows].map((row) => row.map(cell).join(made.delimiter)).join(made.newline);
}

test(
  "a written list reads back with the same cells and bytes, in every dialect and encoding",
  async () => {
    await fc.assert(
      fc.asyncProperty(table, async (made) => {
        const text = write(made) + (made.endsWithNewline ? made.newline : "");
        const mark = made.bom && /^UTF/.test(made.encoding.name) ? "\uFEFF" : "";
        const bytes = iconv.encode(mark + text, made.encoding.name);
        const options = {
          encoding: made.encoding.name,
          delimiter: made.delimiter,
          hasHeader: true,
          column: 0,
        };
        const { preflight, list } = await readOpen(bytes, options);
        expect(exportedBytes(list).equals(bytes)).toBe(true);
        expect(preflight.columns.map((column) => column.name)).toEqual(made.header);
        const cells = Array.from({ length: list.rows }, (_, row) => list.cells(row));
        expect(cells).toEqual(made.rows);
        expect(preflight.bom).toBe(mark !== "");
        const oracle = Papa.parse<string[]>(text, {
          delimiter: made.delimiter,
          newline: made.newline as "\n",
        });
        const expected = oracle.data.slice(1);
        if (made.endsWithNewline) expected.pop();
        expect(cells).toEqual(expected);
      }),
      { numRuns: LONG ? 240 : 30 },
    );
  },
  TIMEOUT_MS,
);

test(
  "any bytes can be read without an exception, and spans never overlap",
  async () => {
    const piece = fc.constantFrom(...'",\n\r\0 x\t;é\uFEFF', "a@b.example", '""');
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 40 }), async (pieces) => {
        const bytes = Buffer.from(pieces.join(""));
        const { result, list: layout } = await (await import("../reading.ts")).read(bytes);
        if (!result.ok) return;
        const { openList } = await import("../../../../electron/engine/lists/index.ts");
        const list = openList(layout);
        let before = list.meta.header?.end ?? list.meta.preamble.end;
        for (let row = 0; row < list.rows; row++) {
          expect(list.rowStart[row]).toBeGreaterThanOrEqual(before);
          expect(list.rowEnd[row]).toBeGreaterThan(list.rowStart[row] ?? 0);
          before = list.rowEnd[row] ?? 0;
          const { preflight } = { preflight: result.value };
          if (preflight.addressColumn !== null) expect(list.cells(row).length).toBeGreaterThan(0);
        }
        expect(before).toBeLessThanOrEqual(bytes.length);
        list.close();
      }),
      { numRuns: LONG ? 400 : 50 },
    );
  },
  TIMEOUT_MS,
);
