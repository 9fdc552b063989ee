import fc from "fast-check";
import { expect, test } from "vitest";
import type { Dialect } from "../../../../electron/engine/text/csv/dialect.ts";
import { fieldsOf } from "../../../../electron/engine/text/csv/fields.ts";
import { createScanner, type FoundRecord } from "../../../../electron/engine/text/csv/scan.ts";

const piece = fc.constantFrom(...'a",\n\r \0\t', '""', "\r\n", "b@c.example", ',"', '",', ', "');
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));
const dialect: fc.Arbitrary<Dialect> = fc.record({
  delimiter: fc.constantFrom(",", "\t", " "),
  spacedQuotes: fc.boolean(),
  flow: fc.boolean(),
});

interface Scanned {
  records: (FoundRecord & { bytes: string })[];
  blank: number[];
  openQuoteLine: number;
  line: number;
}

/** Scans `bytes` handed over in chunks of the given sizes, the rest at once. */
function scanned(bytes: Buffer, rules: Dialect, column: number, sizes: readonly number[]): Scanned {
  const scanner = createScanner(rules, column);
  const records: Scanned["records"] = [];
  const blank: number[] = [];
  let base = 0;
  let held = 0;
  for (let call = 0; ; call++) {
    const size = sizes[call];
    const end = size === undefined ? bytes.length : Math.min(bytes.length, base + held + size);
    const last = size === undefined;
    const chunk = Buffer.concat([bytes.subarray(base, end), Buffer.from("?")]);
    const done = scanner.scan(chunk, end - base, last, {
      blank: (line) => void blank.push(line),
      record: (found) => {
        const at = (offset: number) => (offset < 0 ? offset : base + offset);
        records.push({
          ...found,
          start: at(found.start),
          end: at(found.end),
          cellStart: at(found.cellStart),
          cellEnd: at(found.cellEnd),
          bytes: chunk.subarray(found.start, found.end).toString("latin1"),
        });
      },
    });
    held = end - base - done;
    base += done;
    if (last) return { records, blank, openQuoteLine: scanner.openQuoteLine(), line: scanner.line() };
  }
}

test("records do not depend on how the bytes are divided into chunks", () => {
  fc.assert(
    fc.property(
      text,
      dialect,
      fc.nat(3),
      fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 60 }),
      (...given) => {
        const [source, rules, column, sizes] = given;
        const bytes = Buffer.from(source);
        expect(scanned(bytes, rules, column, sizes)).toEqual(scanned(bytes, rules, column, []));
      },
    ),
    { numRuns: 1000 },
  );
});

test("splitting a record into fields agrees with the scanner", () => {
  fc.assert(
    fc.property(text, dialect, fc.nat(3), (source, rules, column) => {
      const bytes = Buffer.from(source);
      for (const record of scanned(bytes, rules, column, []).records) {
        const fields = fieldsOf(bytes, record.start, record.end, rules);
        expect(fields.length).toBe(record.fields);
        const cell = fields[column];
        const found = { start: record.cellStart, end: record.cellEnd, quoted: record.cellQuoted };
        expect(found).toEqual(cell ?? { start: -1, end: -1, quoted: false });
      }
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['a,"b\nc', 1],
  ['a\nb,"c', 2],
  ['a\r\nb\r"c', 3],
  ['"a\nb"\n"c', 3],
  ['a"b\nc', 0],
])("the unclosed quote in %j is located on line %i", (source, line) => {
  const rules = { delimiter: ",", spacedQuotes: false, flow: false };
  expect(scanned(Buffer.from(source), rules, 0, []).openQuoteLine).toBe(line);
});
