import fc from "fast-check";
import { expect, it } from "vitest";
import { textPlaces } from "../../../../../electron/engine/results/review/query/order.ts";

function places(texts: readonly string[]): number[] {
  const pieces = texts.map((own) => Buffer.from(own));
  let end = 0;
  const ends = Uint32Array.from(pieces, (piece) => {
    end += piece.length;
    return end;
  });
  return Array.from(textPlaces({ bytes: Buffer.concat(pieces), ends }));
}

it("texts are sorted by their bytes", () => {
  const text = fc.string({ maxLength: 12, unit: fc.constantFrom("a", "a", "b", "é", "😀", "@") });
  fc.assert(
    fc.property(fc.uniqueArray(text, { maxLength: 300 }), (texts) => {
      const pieces = texts.map((own) => Buffer.from(own));
      const sorted = [...pieces.keys()].sort((a, b) =>
        Buffer.compare(pieces[a] ?? Buffer.alloc(0), pieces[b] ?? Buffer.alloc(0)),
      );
      expect(places(texts)).toEqual(texts.map((_, at) => sorted.indexOf(at)));
    }),
  );
});
