import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { writeProblem } from "../../../../electron/engine/files/index.ts";
import { buildCleaning } from "../../results/build-cleaning.ts";
import { targetFolder, writeOne } from "../write-one.ts";

const verdicts = ["deliverable", "undeliverable", null] as const;

function small() {
  return buildCleaning(
    [["a@x.example"], ["b@x.example"], ["c@x.example"], [""], ["d@x.example"]],
    verdicts.map((verdict) => ({ verdict, flags: [], at: 0, fate: "part" })),
  );
}

describe("where an export goes", () => {
  it("replaces a file only when told to", async () => {
    const target = join(targetFolder(), "out.csv");
    writeFileSync(target, "mine");
    const { outcome } = await writeOne(small(), {}, { target });
    expect(outcome).toMatchObject({ ok: false, problem: { code: "out_exists" } });
    expect(readFileSync(target, "utf8")).toBe("mine");
    expect(await writeOne(small(), {}, { target, overwrite: true })).toMatchObject({ outcome: { ok: true } });
    expect(readFileSync(target, "utf8")).toContain("a@x.example");
    expect(readdirSync(dirname(target))).toEqual(["out.csv"]);
  });

  it.each([
    ["by name", (path: string) => path],
    ["by another spelling", (path: string) => join(dirname(path), ".", "x", "..", "contacts.csv")],
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
  ])("is never the original list, %s", async (_name, spell) => {
    const sourcePath = join(targetFolder(), "contacts.csv");
    writeFileSync(sourcePath, "the list");
    const target = spell(sourcePath);
    const { outcome } = await writeOne(small(), {}, { target, overwrite: true, sourcePath });
    expect(outcome).toMatchObject({ ok: false, problem: { code: "out_is_source" } });
    expect(readFileSync(sourcePath, "utf8")).toBe("the list");
  });

  it("is refused where there is no folder, or a folder of that name", async () => {
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
    ["EFBIG", "out_unwritable"],
    ["EEXIST", "out_exists"],
  ])("says what %s means", (code, problem) => {
    const found = writeProblem(Object.assign(new Error("no"), { code }), "/out.csv");
    expect(found).toMatchObject({ code: problem });
    expect(JSON.stringify(found)).toContain("/out.csv");
  });

  it("leaves nothing behind when the writing fails", async () => {
    const target = join(targetFolder(), "out.csv");
    const temporary = join(dirname(target), "gone", "out.part");
    const { outcome } = await writeOne(small(), {}, { target, temporary });
    expect(outcome).toMatchObject({ ok: false, problem: { code: "out_unwritable" } });
    expect(readdirSync(dirname(target))).toEqual([]);
  });
});

describe("one file per verdict", () => {
  const names = [
    "contacts-deliverable.csv",
    "contacts-not_verified.csv",
    "contacts-undeliverable.csv",
    "original",
    "summary.txt",
  ];

  it("is a folder with a summary and the original", async () => {
    const made = small();
    const target = join(targetFolder(), "clean");
    const { outcome } = await writeOne(made, { split: "per_verdict" }, { target });
    expect(outcome).toMatchObject({ ok: true, value: { rows: 5 } });
    expect(readdirSync(target).sort()).toEqual(names);
    expect(readFileSync(join(target, "contacts-deliverable.csv"), "utf8")).toBe(
      "email\na@x.example\nd@x.example\n",
    );
    expect(readFileSync(join(target, "contacts-not_verified.csv"), "utf8")).toBe("email\nc@x.example\n\n");
    expect(readFileSync(join(target, "original", "contacts.csv"))).toEqual(
      readFileSync(made.built.list.original),
    );
    expect(readFileSync(join(target, "summary.txt"), "utf8")).toMatch(
      /Rows written: +5\r\n[\s\S]*Deliverable: +2/,
    );
    const again = await writeOne(made, { split: "per_verdict" }, { target });
    expect(again.outcome).toMatchObject({ ok: false, problem: { code: "out_exists" } });
  });

  it("goes into a folder that is there, but never over the list", async () => {
    const made = small();
    const target = targetFolder();
    writeFileSync(join(target, "other.txt"), "stays");
    const sourcePath = join(target, "contacts-deliverable.csv");
    writeFileSync(sourcePath, "the list");
    const place = { target, overwrite: true, sourcePath };
    const { outcome } = await writeOne(made, { split: "per_verdict" }, place);
    expect(outcome).toMatchObject({ ok: false, problem: { code: "out_is_source" } });
    expect(readdirSync(target).sort()).toEqual(["contacts-deliverable.csv", "other.txt"]);
    expect(existsSync(`${target}.part`)).toBe(false);
    rmSync(sourcePath);
    const fine = await writeOne(made, { split: "per_verdict" }, { ...place, sourcePath: null });
    expect(fine.outcome).toMatchObject({ ok: true });
    expect(readdirSync(target).sort()).toEqual([...names, "other.txt"].sort());
  });

  it.each(["summary.txt", "original/contacts.csv", "contacts-deliverable.csv"])(
    "does not take the place of a %s that no export wrote, whatever else may be replaced",
    async (name) => {
      const target = targetFolder();
      mkdirSync(join(target, "original"));
      writeFileSync(join(target, name), "mine");
      const place = { target, overwrite: true };
      const { outcome } = await writeOne(small(), { split: "per_verdict" }, place);
      expect(outcome).toMatchObject({ ok: false, problem: { code: "out_exists" } });
      expect(JSON.stringify(outcome)).toContain(join(target, name));
      expect(readFileSync(join(target, name), "utf8")).toBe("mine");
      rmSync(join(target, name));
      for (const _time of ["first", "again"]) {
        const written = await writeOne(small(), { split: "per_verdict" }, place);
        expect(written.outcome).toMatchObject({ ok: true });
      }
    },
  );

  it("is a ZIP when its name says so", async () => {
    const target = join(targetFolder(), "clean.zip");
    const { outcome } = await writeOne(small(), { split: "per_verdict" }, { target });
    expect(outcome).toMatchObject({ ok: true, value: { rows: 5, files: [{ name: "clean.zip", rows: 5 }] } });
    const files = unzipSync(readFileSync(target));
    expect(Object.keys(files).sort()).toEqual(
      names.map((name) => (name === "original" ? "original/contacts.csv" : name)),
    );
    expect(Buffer.from(files["contacts-undeliverable.csv"] ?? []).toString()).toBe("email\nb@x.example\n");
    expect(readdirSync(dirname(target))).toEqual(["clean.zip"]);
  });
});
