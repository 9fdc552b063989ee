import { join } from "node:path";
import { expect, it } from "vitest";
import { createXlsxWriter } from "../../electron/engine/exports/formats/xlsx.ts";
import { createByteSink } from "../../electron/engine/exports/index.ts";
import { testFolder } from "../support/folders.ts";

it("a workbook holds a row of the maximum record size", async () => {
  const folder = testFolder();
  const sink = createByteSink(join(folder, "out.xlsx"), 0o600);
  const writer = createXlsxWriter({ formulaGuard: true }, sink);
  writer.row(["Email"]);
  // Each of these characters takes seven in XML, so one text cannot hold them all.
  const cell = "\u0001".repeat(8_000);
  writer.row(Array.from({ length: 10_000 }, () => cell));
  expect(writer.finish()).toMatchObject({ cut: 0 });
  await sink.finish();
  // More than half a gigabyte is compressed.
}, 300_000);
