import { describe, expect, it } from "vitest";
import { openCleaning } from "../../../../electron/engine/results/index.ts";
import { rowView } from "../../../../electron/engine/results/review/view/row-view.ts";
import { cleanedFile } from "../../exports/cleaned-file.ts";
import { read } from "../reading.ts";

const people = (count: number) => Array.from({ length: count }, (_, at) => `${at},p${at}@firm.example`);
const text = (lines: readonly string[], head = "Nr,Email") => `${head}\n${lines.join("\n")}\n`;

function withLine(at: number, cells: number): string {
  const lines = people(3_000);
  lines[at] += ",".repeat(cells - 2);
  return text(lines);
}

describe("a row with more cells than any sheet has columns", () => {
  it("is refused with its line number", async () => {
    const { result } = await read(withLine(2_000, 16_385));
    expect(result).toMatchObject({ ok: false, problem: { code: "file_damaged" } });
    expect(!result.ok && result.problem.detail).toContain(`line ${2_000 + 2} has more than 16,384 cells`);
  });

  it("is read as a list when it holds one address per cell", async () => {
    const addresses = Array.from({ length: 20_000 }, (_, at) => `p${at}@firm.example`).join(", ");
    const { result } = await read(addresses);
    expect(result).toMatchObject({ ok: true, value: { rows: 20_000 } });
  });
});

describe("a page of rows", () => {
  it("truncates a row that is too long to display", async () => {
    const lines = people(3_000);
    lines[2_000] += `,${Array.from({ length: 16_000 }, () => "x".repeat(2_000)).join(",")}`;
    const { built, cleaning } = await cleanedFile(text(lines));
    const opened = openCleaning(built.list, cleaning.results, { readonly: true });
    const { cells } = rowView(opened, 2_000);
    expect(cells.slice(0, 2)).toEqual(["2000", "p2000@firm.example"]);
    expect(cells.length).toBeLessThanOrEqual(2_000);
    expect(cells.join("").length).toBeLessThan(200_000);
    expect(rowView(opened, 1_999).cells).toEqual(["1999", "p1999@firm.example"]);
    opened.close();
  });
});
