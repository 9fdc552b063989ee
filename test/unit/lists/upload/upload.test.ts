import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { planUploads, writeUploads } from "../../../../electron/engine/lists/index.ts";
import { readOpen } from "../reading.ts";

const LIMITS = { bytes: 10_000_000, addresses: 500_000 };

async function uploads(
  bytes: string | Uint8Array,
  over: { selected?: number[]; limits?: typeof LIMITS } = {},
) {
  const { list, dir } = await readOpen(bytes);
  const result = writeUploads({
    list,
    selected: Uint8Array.from(over.selected ?? Array.from({ length: list.addresses }, () => 1)),
    limits: over.limits ?? LIMITS,
    path: (ordinal) => join(dir, `part-${ordinal}.csv`),
  });
  const text = (ordinal: number) => readFileSync(join(dir, `part-${ordinal}.csv`), "utf8");
  return { result, text, list };
}

test("an upload holds only the selected addresses, each once", async () => {
  const bytes =
    "Name,Email\nA,ann@a.example\nB,Bob <BOB@b.example>\nC,bob@b.example\nD,nope\nE,cat@c.example\n";
  const { result, text } = await uploads(bytes, { selected: [1, 1, 0] });
  expect(result).toEqual({
    ok: true,
    value: { parts: [{ ordinal: 1, addresses: 2, bytes: 34 }], partOf: Uint16Array.of(1, 1, 0) },
  });
  expect(text(1)).toBe("Email\nann@a.example\nBOB@b.example\n");
});

test("an upload holds exactly the parts that the price was calculated for", async () => {
  const rows = Array.from({ length: 40 }, (_, i) => `user${i}@a.example`);
  const limits = { bytes: 400, addresses: 25 };
  const { result, list } = await uploads(`Email\n${rows.join("\n")}\n`, { limits });
  const planned = planUploads(list, { selected: new Uint8Array(list.addresses).fill(1), limits });
  expect(planned).toEqual(result.ok && { ok: true, value: result.value.parts });
});

test("every part keeps both limits, and all parts together contain the selected addresses", async () => {
  const addresses = fc.uniqueArray(fc.integer({ min: 0, max: 99_999 }), { minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(
      addresses,
      fc.integer({ min: 60, max: 400 }),
      fc.integer({ min: 1, max: 20 }),
      async (numbers, bytes, most) => {
        const written = numbers.map((n) => `user${n}@a.example`);
        const csv = `Email,Note\n${written.map((address, i) => `${address},note é ${i}\n`).join("")}`;
        const { result, text, list } = await uploads(csv, { limits: { bytes, addresses: most } });
        if (!result.ok) throw new Error(result.problem.detail);
        const { parts, partOf } = result.value;
        const sent = parts.map(({ ordinal }) => Papa.parse<string[]>(text(ordinal).trimEnd()).data.slice(1));
        parts.forEach((part, i) => {
          expect(part.bytes).toBeLessThanOrEqual(bytes);
          expect(part.bytes).toBe(Buffer.byteLength(text(part.ordinal)));
          expect(part.addresses).toBeLessThanOrEqual(most);
          expect(part.addresses).toBe(sent[i]?.length);
        });
        expect(sent.flat().map(([address]) => address)).toEqual(written);
        sent.forEach((rows, i) => {
          for (const [address = ""] of rows) expect(partOf[list.find(address)]).toBe(i + 1);
        });
      },
    ),
    { numRuns: 12 },
  );
}, 120_000);
