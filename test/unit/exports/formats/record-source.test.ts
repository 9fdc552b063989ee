import { randomBytes } from "node:crypto";
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { openRecords } from "../../../../electron/engine/exports/formats/record-source.ts";
import { targetFolder } from "../write-one.ts";

const SIZE = 9_000_000;

it("records of any length are read at their offsets in any order", () => {
  const path = join(targetFolder(), "records");
  const bytes = randomBytes(SIZE);
  writeFileSync(path, bytes);
  const lengths = fc.array(fc.oneof(fc.nat(2_000), fc.nat(5_000_000)), { maxLength: 12 });
  fc.assert(
    fc.property(lengths, fc.boolean(), fc.boolean(), (own, inOrder, byPlace) => {
      let end = 0;
      const records = own.map((length) => {
        const start = end;
        end = Math.min(SIZE, end + length);
        return [start, end] as const;
      });
      const source = openRecords(path, inOrder);
      for (const [start, until] of inOrder ? records : records.toReversed()) {
        const at = byPlace ? source.locate(start, until) : null;
        const read = at === null ? source.bytes(start, until) : source.held.subarray(at, at + until - start);
        if (!read.equals(bytes.subarray(start, until))) expect.fail(`${start} to ${until}`);
      }
      source.close();
    }),
    { numRuns: 60 },
  );
  const source = openRecords(path, true);
  truncateSync(path, 100);
  expect(() => source.bytes(50, 150)).toThrow("shorter than when it was read");
  source.close();
});
