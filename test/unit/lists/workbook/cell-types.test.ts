import { expect, test } from "vitest";
import { type CellType, valueReader } from "../../../../electron/engine/lists/workbook/cell-types.ts";
import { formatNumbered, numberText } from "../../../../electron/engine/lists/workbook/number-formats.ts";

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
