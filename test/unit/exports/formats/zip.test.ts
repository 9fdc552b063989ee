import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { createZip, ZipTooLarge } from "../../../../electron/engine/exports/formats/zip.ts";
import { writeWorkbook } from "../write-one.ts";

describe("a ZIP", () => {
  it("is refused as soon as a file in it exceeds the size limit, however small it is when packed", () => {
    const entry = createZip(() => {}, 1_000_000).add("big.csv", 6, 0);
    entry.push(Buffer.alloc(1_000_000), false);
    expect(() => entry.push(Buffer.alloc(1), false)).toThrow(ZipTooLarge);
  });

  it("marks its entries as regular files made on Unix, with names in UTF-8", () => {
    const pieces: Uint8Array[] = [];
    const zip = createZip((bytes) => void pieces.push(bytes));
    zip.add("Übersicht – żółć.csv", 6, 0).push(Buffer.from("x"), true);
    zip.end();
    const bytes = Buffer.concat(pieces);
    const central = bytes.subarray(bytes.indexOf("PK\u0001\u0002"));
    expect(central[5]).toBe(3);
    expect(central.readUInt16LE(8) & 0x800).toBe(0x800);
    expect((central.readUInt32LE(38) >>> 16).toString(8)).toBe("100644");
    expect(Object.keys(unzipSync(bytes))).toEqual(["Übersicht – żółć.csv"]);
  });
});

describe("an exported workbook", () => {
  it("begins a new sheet under the same header before one exceeds the size limit", async () => {
    const rows = Array.from({ length: 100 }, (_, at) => `p${at}@x.example ${"x".repeat(20_000)}`);
    const table = ["Email", ...rows].map((cell) => [cell]);
    const { bytes } = await writeWorkbook({ formulaGuard: false, sheetBytes: 600_000 }, table);
    const files = unzipSync(bytes);
    const sheets = Object.keys(files).filter((name) => name.startsWith("xl/worksheets/"));
    expect(sheets.length).toBeGreaterThan(1);
    const texts = sheets.map((name) => strFromU8(files[name] ?? new Uint8Array()));
    for (const text of texts) {
      expect(text.length).toBeLessThan(1_000_000);
      expect(text).toContain(">Email<");
    }
    expect(texts.join("").match(/p\d+@x\.example/g)).toHaveLength(rows.length);
  });
});
