import { describe, expect, it } from "vitest";
import { nameProblem } from "../../../../electron/engine/exports/formats/file-names.ts";
import type { FileContents } from "../../../../shared/problems/file-reasons.ts";

describe("nameProblem", () => {
  it.each<[FileContents, string]>([
    ["list", "o.ods"],
    ["list", "o.xls"],
    ["list", "O.XLSM"],
    ["list", "o.json"],
    ["list", "o.csv.gz"],
    ["list", "o.zip"],
    ["csv", "o.xlsx"],
    ["csv", "o.tsv"],
    ["json", "o.csv"],
  ])("refuses a name that stands for another format, for %s: %s", (contents, path) => {
    expect(nameProblem(path, contents)).toMatchObject({ code: "out_format" });
  });

  it.each<[FileContents, string]>([
    ["list", "o.csv"],
    ["list", "o.tsv"],
    ["list", "O.TXT"],
    ["list", "o.xlsx"],
    ["list", "o"],
    ["list", "o.tmp"],
    ["list", "archive.zip/o.csv"],
    ["list", ".json"],
    ["csv", "o.csv"],
    ["json", "receipt.json"],
  ])("accepts other names, for %s: %s", (contents, path) => {
    expect(nameProblem(path, contents)).toBeNull();
  });
});
