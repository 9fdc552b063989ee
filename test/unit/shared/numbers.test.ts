import { describe, expect, it } from "vitest";
import { share, size } from "../../../shared/numbers.ts";

describe("sizes and shares in words", () => {
  it.each([
    [0, "0 bytes"],
    [999, "999 bytes"],
    [1500, "1.5 kB"],
    [65_000_000, "65 MB"],
  ])("are right for %i bytes", (bytes, words) => expect(size(bytes)).toBe(words));
  it("round each share to one decimal, independently of the others", () => {
    expect(share(0.5)).toBe("50.0%");
    expect([10 / 52, 10 / 52, 32 / 52].map(share)).toEqual(["19.2%", "19.2%", "61.5%"]);
  });
});
