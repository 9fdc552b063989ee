import fc from "fast-check";
import { expect, it } from "vitest";
import { readJson } from "../../../../electron/engine/lists/intake/json-events.ts";
import { compactJson, TreeBuilder } from "../../../../electron/engine/lists/intake/json-tree.ts";

/** Returns the JSON in compact form; `null` if it is not valid. */
function rewritten(pieces: readonly Uint8Array[]): string | null {
  const builder = new TreeBuilder();
  try {
    readJson(pieces, builder);
    return builder.root === undefined ? null : compactJson(builder.root);
  } catch {
    return null;
  }
}

function parsedAgain(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return null;
  }
}

const pieceSizes = fc.integer({ min: 1, max: 9 });
const cut = (text: string, size: number) => {
  const bytes = Buffer.from(text);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
};

it("readJson reads what JSON.parse reads, wherever the bytes are split", () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: "binary" }), pieceSizes, (text, size) => {
      const value: unknown = JSON.parse(text);
      expect(JSON.parse(rewritten(cut(JSON.stringify(value, null, 1), size)) ?? "")).toEqual(value);
    }),
  );
});

it("readJson refuses what JSON.parse refuses", () => {
  const token = fc.constantFrom(
    ...'{}[]:,"\\ \n'.split(""),
    '"a"',
    '"b":',
    "1",
    "-",
    "0",
    ".5",
    "e3",
    "true",
    "nul",
  );
  fc.assert(
    fc.property(fc.array(token, { maxLength: 7 }), pieceSizes, (tokens, size) => {
      const text = tokens.join("");
      expect(rewritten(cut(text, size)) === null).toBe(parsedAgain(text) === null);
    }),
    { numRuns: 5_000 },
  );
});
