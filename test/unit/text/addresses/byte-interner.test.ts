import fc from "fast-check";
import { expect, test } from "vitest";
import { ByteInterner, hashText } from "../../../../electron/engine/text/addresses/byte-interner.ts";
import { foldAddress } from "../../../../shared/fold-addresses.ts";

const word = fc
  .array(fc.constantFrom("a", "A", "ß", "é", "e\u0301", "É", "K", "\u212A", "İ", "@", "ж", "Ж", "x"), {
    minLength: 1,
    maxLength: 4,
  })
  .map((letters) => letters.join(""));

test("the interner numbers words like a map of folded words does, in every script", () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 300 }), (words) => {
      const interner = new ByteInterner(0, 0);
      const known = new Map<string, number>();
      for (const text of words) {
        const bytes = Buffer.from(text);
        const folded = foldAddress(text);
        if (!known.has(folded)) known.set(folded, known.size);
        expect(interner.intern(bytes, 0, bytes.length, hashText(text))).toBe(known.get(folded));
      }
      expect(interner.size).toBe(known.size);
      const again = ByteInterner.over(
        interner.text.slice(0, interner.start(interner.size)),
        interner.ends.slice(0, interner.size),
      );
      for (const [folded, id] of known) {
        const bytes = Buffer.from(folded);
        expect(again.find(bytes, 0, bytes.length, hashText(folded))).toBe(id);
        expect(foldAddress(again.textOf(id))).toBe(folded);
      }
      const stranger = Buffer.from("nobody");
      expect(again.find(stranger, 0, stranger.length, hashText("nobody"))).toBe(-1);
    }),
    { numRuns: 60 },
  );
});
