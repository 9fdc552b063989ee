import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { read, write } from "../../desktop-runtime/structured-clone.ts";

describe("what crosses between page and main", () => {
  it("is a structured clone", () => {
    const values = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
      withSparseArray: false,
      withNullPrototype: false,
      maxDepth: 4,
    });
    fc.assert(
      fc.property(values, (value) => {
        expect(read(write(value))).toEqual(structuredClone(value));
      }),
    );
  });

  it("holds the same object twice, and one that holds itself", () => {
    const once = { name: "ann" };
    const ring: Record<string, unknown> = { first: once, second: once };
    ring.itself = ring;
    const back = read(write(ring)) as Record<string, unknown>;
    expect(back.first).toBe(back.second);
    expect(back.itself).toBe(back);
  });

  it.each([
    ["a function", { act: () => 1 }],
    ["a symbol", Symbol("x")],
    ["a file", new Blob(["x"])],
  ])("is refused in Electron's words: %s", (_what, value) => {
    expect(() => write(value)).toThrow("An object could not be cloned.");
  });
});
