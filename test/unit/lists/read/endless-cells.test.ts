import { expect, test } from "vitest";
import { readPasted } from "../../../../electron/engine/cleanings/checks/pasted-addresses.ts";
import { safeFileName } from "../../../../electron/engine/exports/index.ts";
import { isAddressHeader } from "../../../../electron/engine/lists/index.ts";
import { formatNumbered } from "../../../../electron/engine/lists/workbook/number-formats.ts";
import { entriesIn } from "../../../../electron/engine/memory/entries.ts";
import { readCell } from "../../../../electron/engine/text/addresses/extract.ts";
import { createFormulaGuard, runsInSpreadsheet } from "../../../../electron/engine/text/csv/formula-guard.ts";
import { numberIn } from "../../../../shared/numbers.ts";
import { LONG } from "../../../support/long.ts";

/** Texts that take quadratic time in a reader that backtracks from every position. */
const REPEATED_TEXTS = [
  ..." \t.@<>(,;|=\"'[0",
  ...[
    "<@",
    " @",
    "< @",
    "( at",
    "a@b.com ",
    "a@b.com/",
    "<a@b>",
    ":::",
    "correoא",
    "1.",
    "1,",
    "x1",
    ";+",
    "\n-",
    "\u200C",
    "a\u200C",
    "\u{1F600}",
  ],
];
const CONTEXTS: [string, string][] = [
  ["", ""],
  ["x", "x"],
  ["<", "<@>"],
  ["a@firm.example, ", "x"],
];
const guard = createFormulaGuard(",");

const readers: Record<string, (text: string) => unknown> = {
  "a cell of a list": readCell,
  "a cell of a suppression list": entriesIn,
  "a header": isAddressHeader,
  "a file's name": (text) => safeFileName(text),
  "a number": numberIn,
  "a number format of a workbook": (text) => formatNumbered(164, text),
  "a cell that could be a formula": runsInSpreadsheet,
  "a cell with formulas in it": guard.disarmed,
  "pasted addresses": readPasted,
};

const longTexts = CONTEXTS.flatMap(([before, after]) =>
  REPEATED_TEXTS.map((pump) => (size: number) => before + pump.repeat(size / pump.length) + after),
);

test.each(Object.entries(readers))("%s of extreme length is read without an exception", (_what, read) => {
  // `readPasted` reads each word as a cell and is slower, so it gets a shorter text.
  const size = LONG ? (read === readPasted ? 30_000 : 100_000) : 12_000;
  for (const textOf of longTexts) expect(() => read(textOf(size))).not.toThrow();
});

test("a plus or minus sign after a separator is escaped only if a formula follows on the same line", () => {
  expect(guard.disarmed("a;-b;+c(1);-d\n-e;=f")).toBe("a;'-b;'+c(1);-d\n-e;'=f");
  expect(guard.isDangerous("a;-b\n;c(1)")).toBe(false);
  expect(guard.isDangerous("a;-b(1)")).toBe(true);
});
