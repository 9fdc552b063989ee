import { expect, test } from "vitest";
import { cleanWords } from "../../../../renderer/words/clean.ts";

test.each([
  ["a line with several once", [1, 1, 1], 3, "line 1"],
  ["the first of many lines", [2, 3, 4, 5, 6, 7, 8], 7, "lines 2, 3, 4, 5, 6, 7 …"],
  ["that there are more than were recorded", [1_200], 2, "line 1,200 …"],
])("the place of formatting issues names %s", (_, lines, times, words) =>
  expect(cleanWords.lines(lines, times)).toBe(words),
);
