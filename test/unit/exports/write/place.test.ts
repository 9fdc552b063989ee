import { linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { writeProblem } from "../../../../electron/engine/exports/index.ts";
import { buildCleaning } from "../../results/build-cleaning.ts";
import { targetFolder, writeOne } from "../write-one.ts";

const verdicts = ["deliverable", "undeliverable", null] as const;

function small() {
  return buildCleaning(
    [["a@x.example"], ["b@x.example"], ["c@x.example"], [""], ["d@x.example"]],
    verdicts.map((verdict) => ({ verdict, flags: [], at: 0, fate: "part" })),
  );
}

describe("the place of an export", () => {
  it.each([
    ["by name", (path: string) => path],
    [
      "through a symbolic link",
      (path: string) => {
        symlinkSync(path, `${path}.link`);
        return `${path}.link`;
      },
    ],
    [
      "through a hard link",
      (path: string) => {
        linkSync(path, `${path}.hard`);
        return `${path}.hard`;
      },
    ],
  ])("cannot be the original list, %s", async (_name, spell) => {
    const sourcePath = join(targetFolder(), "contacts.csv");
    writeFileSync(sourcePath, "the list");
    const target = spell(sourcePath);
    const { outcome } = await writeOne(small(), {}, { target, overwrite: true, sourcePath });
    expect(outcome).toMatchObject({ ok: false, problem: { code: "out_is_source" } });
    expect(readFileSync(sourcePath, "utf8")).toBe("the list");
  });

  it("is refused if the parent folder is missing or the place is a folder", async () => {
    const folder = targetFolder();
    const gone = await writeOne(small(), {}, { target: join(folder, "none", "out.csv") });
    expect(gone.outcome).toMatchObject({ ok: false, problem: { code: "out_unwritable" } });
    mkdirSync(join(folder, "out.csv"));
    const taken = await writeOne(small(), {}, { target: join(folder, "out.csv"), overwrite: true });
    expect(taken.outcome).toMatchObject({ ok: false, problem: { code: "out_unwritable" } });
    expect(readdirSync(folder)).toEqual(["out.csv"]);
  });

  it.each([
    ["ENOSPC", "disk_full"],
    ["EACCES", "out_unwritable"],
    ["EEXIST", "out_exists"],
  ])("leads to a problem with the path if writing fails with %s", (code, problem) => {
    const found = writeProblem(Object.assign(new Error("no"), { code }), "/out.csv");
    expect(found).toMatchObject({ code: problem });
    expect(JSON.stringify(found)).toContain("/out.csv");
  });

  it("stays empty when writing fails", async () => {
    const target = join(targetFolder(), "out.csv");
    const temporary = join(dirname(target), "gone", "out.part");
    const { outcome } = await writeOne(small(), {}, { target, temporary });
    expect(outcome).toMatchObject({ ok: false, problem: { code: "out_unwritable" } });
    expect(readdirSync(dirname(target))).toEqual([]);
  });
});

describe("an export with one file per verdict", () => {
  it("is a ZIP with a summary and the original", async () => {
    const made = small();
    const target = join(targetFolder(), "clean.zip");
    const { outcome } = await writeOne(made, { split: "per_verdict" }, { target });
    expect(outcome).toMatchObject({ ok: true, value: { rows: 5, files: [{ name: "clean.zip", rows: 5 }] } });
    expect(readdirSync(dirname(target))).toEqual(["clean.zip"]);
    const files = Object.entries(unzipSync(readFileSync(target)));
    const text = Object.fromEntries(files.map(([name, bytes]) => [name, Buffer.from(bytes).toString()]));
    expect(Object.keys(text).sort()).toEqual([
      "contacts-deliverable.csv",
      "contacts-not_verified.csv",
      "contacts-undeliverable.csv",
      "original/contacts.csv",
      "summary.txt",
    ]);
    expect(text["contacts-deliverable.csv"]).toBe("email\na@x.example\nd@x.example\n");
    expect(text["contacts-not_verified.csv"]).toBe("email\nc@x.example\n\n");
    expect(text["contacts-undeliverable.csv"]).toBe("email\nb@x.example\n");
    expect(text["original/contacts.csv"]).toBe(readFileSync(made.built.list.original, "utf8"));
    expect(text["summary.txt"]).toMatch(/Rows written: +5\r\n[\s\S]*Deliverable: +2/);
    const again = await writeOne(made, { split: "per_verdict" }, { target });
    expect(again.outcome).toMatchObject({ ok: false, problem: { code: "out_exists" } });
  });
});
