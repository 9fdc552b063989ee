import { describe, expect, it } from "vitest";
import { distinctNames } from "../../../shared/column-names.ts";

describe("the display names of columns", () => {
  it.each<[string, string[], string[]]>([
    ["keep names that differ", ["Name", "name", "Town"], ["Name", "name", "Town"]],
    ["number a repeated name from the second on", ["Name", "Name", "Name"], ["Name", "Name (2)", "Name (3)"]],
    ["skip a number that is a name already", ["Name", "Name", "Name (2)"], ["Name", "Name (3)", "Name (2)"]],
    [
      "number a repeated name that ends with a number",
      ["Name (2)", "Name", "Name", "Name (2)"],
      ["Name (2)", "Name", "Name (3)", "Name (2) (2)"],
    ],
  ])("%s", (_, columns, names) => expect(distinctNames(columns)).toEqual(names));

  it("number thousands of equal names quickly", () => {
    const names = distinctNames(Array.from({ length: 20_000 }, () => "Name"));
    expect(names.at(-1)).toBe("Name (20000)");
    expect(new Set(names).size).toBe(20_000);
  });
});
