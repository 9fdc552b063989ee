import { describe, expect, it } from "vitest";
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
});
