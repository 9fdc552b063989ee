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
  over: { selected?: number[]; allColumns?: boolean; limits?: typeof LIMITS; column?: number } = {},
) {
  const { list, layout, dir } = await readOpen(
    bytes,
    over.column === undefined ? {} : { column: over.column },
  );
  const result = writeUploads({
    list: layout,
    selected: Uint8Array.from(over.selected ?? Array.from({ length: list.addresses }, () => 1)),
    allColumns: over.allColumns ?? false,
    limits: over.limits ?? LIMITS,
    path: (ordinal) => join(dir, `part-${ordinal}.csv`),
  });
  const text = (ordinal: number) => readFileSync(join(dir, `part-${ordinal}.csv`), "utf8");
  return { result, text, list };
}

test("the addresses alone, once each, and only those that were selected", async () => {
  const bytes =
    "Name,Email\nA,ann@a.example\nB,Bob <BOB@b.example>\nC,bob@b.example\nD,nope\nE,cat@c.example\n";
  const { result, text } = await uploads(bytes, { selected: [1, 1, 0] });
  expect(result).toEqual({
    ok: true,
    value: { parts: [{ ordinal: 1, addresses: 2, bytes: 34 }], partOf: Uint16Array.of(1, 1, 0) },
  });
  expect(text(1)).toBe("Email\nann@a.example\nBOB@b.example\n");
});

test("an address that CSV would misread is quoted", async () => {
  const { text } = await uploads('Email\n"""a,b""@a.example"\nb@b.example\n');
  expect(Papa.parse(text(1).trimEnd()).data).toEqual([["Email"], ['"a,b"@a.example'], ["b@b.example"]]);
});

test("every column of the first record, as UTF-8, with the address as it is meant", async () => {
  const bytes = Buffer.concat([
    Buffer.from("Nom;Courriel;Note\n", "latin1"),
    Buffer.from('Hélène;Hélène <h@a.example>;"a;b"\nLater;H@a.example;x\nNoël;n@b.example\n', "latin1"),
  ]);
  const { text } = await uploads(bytes, { allColumns: true });
  expect(text(1)).toBe("Nom,Email,Note\nHélène,h@a.example,a;b\nNoël,n@b.example,\n");
});

test("no uploaded column beside the addresses has a name that the service gives its own", async () => {
  const names = [
    "Mail",
    "verification_result",
    "Syntax Error",
    "ISP",
    "role",
    "Accept-all",
    "E-Mail",
    "Verified At",
  ];
  const bytes = `${names.join(",")}\nann@a.example,deliverable,N,N,N,N,ref@b.example,2020\nbob@a.example,x,N,N,N,N,,\n`;
  const { text } = await uploads(bytes, { allColumns: true, column: 0 });
  const service = names.slice(1).map((name) => `Uploaded ${name}`);
  expect(text(1).split("\n")[0]).toBe(["Email", ...service].join(","));
});

test("what the price says of the parts is what is written, with all columns too", async () => {
  const rows = Array.from({ length: 40 }, (_, i) => `user${i}@a.example,${"x".repeat(i * 3)}`);
  for (const allColumns of [false, true]) {
    const limits = { bytes: 900, addresses: 25 };
    const { result, list } = await uploads(`Email,Note\n${rows.join("\n")}\n`, { allColumns, limits });
    const selected = new Uint8Array(list.addresses).fill(1);
    const planned = planUploads(list, { selected, allColumns, limits });
    expect(planned).toEqual(result.ok && { ok: true, value: result.value.parts });
  }
});

test("one record over the limit is refused in words", async () => {
  const bytes = `Email,Note\na@a.example,${"x".repeat(500)}\n`;
  const { result } = await uploads(bytes, { allColumns: true, limits: { bytes: 400, addresses: 10 } });
  expect(result).toMatchObject({ ok: false, problem: { code: "file_too_large" } });
});

test("every part is within both limits, and the parts together are what was selected", async () => {
  const addresses = fc.uniqueArray(fc.integer({ min: 0, max: 99_999 }), { minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(
      addresses,
      fc.integer({ min: 60, max: 400 }),
      fc.integer({ min: 1, max: 20 }),
      fc.boolean(),
      async (numbers, bytes, most, allColumns) => {
        const written = numbers.map((n) => `user${n}@a.example`);
        const csv = `Email,Note\n${written.map((address, i) => `${address},note é ${i}\n`).join("")}`;
        const { result, text, list } = await uploads(csv, { allColumns, limits: { bytes, addresses: most } });
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
