import { expect, test } from "vitest";
import { type CellType, valueReader } from "../../../../electron/engine/lists/workbook/cell-types.ts";
import {
  formatNumbered,
  isoDateText,
  isoDurationText,
  numberText,
} from "../../../../electron/engine/lists/workbook/number-formats.ts";

test.each([
  ["1", 0],
  ["1e+30", 0],
  ["42", "00000"],
  ["59", 14],
  ["45292", 14],
  ["1.25", "[h]:mm:ss"],
  ["45292", "dd.mm.yyyy"],
] as [string, number | string][])(
  "the number %s in format %s is written back unchanged",
  (written, format) => {
    const shown = typeof format === "number" ? formatNumbered(format, undefined) : formatNumbered(-1, format);
    const text = numberText(written, shown, false);
    const value = valueReader({ kind: "number", format })(text);
    expect(Number(value)).toBeCloseTo(Number(written), 9);
  },
);

test.each([
  [{ kind: "number", format: 0 }, "twelve"],
  [{ kind: "number", format: 0 }, "007"],
  [{ kind: "number", format: 14 }, "2024-13-45"],
  [{ kind: "number", format: 14 }, '1"/><x'],
  [{ kind: "boolean" }, "WAHR"],
  [{ kind: "other" }, "#N/A"],
] as [CellType, string][])("a text cell stays text when its type is %j: %s", (type, text) => {
  expect(valueReader(type)(text)).toBeNull();
});

test.each([
  ["1234567890123456.0", "1234567890123456"],
  ["1.234567890123456E15", "1234567890123456"],
  ["1.234567890123457e+19", "12345678901234570000"],
  ["1.2345678901234567E+25", "1.2345678901234567E+25"],
  ["1234567890123456.5", "1234567890123456.5"],
  ["12.50", "12.5"],
  ["0.0012e4", "12"],
  ["-0.0", "0"],
  ["0.30000000000000004", "0.3"],
])("the number %s is read as %s and written back as the same number", (written, text) => {
  expect(numberText(written, undefined, false)).toBe(text);
  expect(Number(valueReader({ kind: "number", format: 0 })(text))).toBe(Number(text));
});

test("an integer in exponent notation keeps its digits in a format with leading zeros", () => {
  expect(numberText("1.234567890123456E15", { kind: "padded", digits: 18 }, false)).toBe(
    "001234567890123456",
  );
});

test.each([
  ["PT13H05M07S", "13:05:07"],
  ["PT07H59M59.99712S", "07:59:59.997"],
  ["PT13H05M06.9999999S", "13:05:07"],
  ["P1DT6H", "30:00:00"],
  ["PT5M", "00:05:00"],
  ["-PT12H00M00S", null],
  ["PT99999999H", null],
])("the duration %s is read as %s", (written, text) => {
  expect(isoDurationText(written)).toBe(text);
  if (text !== null) expect(valueReader({ kind: "number", format: 46 })(text)).not.toBeNull();
});

test.each([
  ["2024-01-01", "2024-01-01"],
  ["2024-01-01T00:00:00.000", "2024-01-01"],
  ["2024-01-01T02:57:46.66", "2024-01-01 02:57:46.660"],
  ["2024-01-01T02:57:06.9999999", "2024-01-01 02:57:07"],
])("the date %s is read as %s and written back as a date", (written, text) => {
  expect(isoDateText(written)).toBe(text);
  expect(valueReader({ kind: "number", format: text.length > 10 ? 22 : 14 })(text)).not.toBeNull();
});
