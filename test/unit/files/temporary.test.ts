import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  makeTemporaryFolder,
  removeLeftovers,
  temporaryBeside,
} from "../../../electron/engine/files/index.ts";

let folder: string;
let notes: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "winnow-left-")));
  notes = join(folder, "notes");
  mkdirSync(join(folder, "users"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const users = (name = "") => join(folder, "users", name);

describe("what a run that ended was still writing", () => {
  it("is taken away at the next start, file or folder", () => {
    const file = temporaryBeside(users("out.csv"), notes);
    writeFileSync(file.path, "half");
    const several = temporaryBeside(users("clean"), notes);
    makeTemporaryFolder(several).close();
    writeFileSync(join(several.path, "a.csv"), "half");
    writeFileSync(users("out.csv"), "mine");
    removeLeftovers(notes);
    expect(readdirSync(users())).toEqual(["out.csv"]);
    expect(readdirSync(notes)).toEqual([]);
  });

  it("is left to the original where the notes are those of a copied data folder", () => {
    const file = temporaryBeside(users("out.csv"), notes);
    writeFileSync(file.path, "half");
    const copied = join(folder, "copied notes");
    cpSync(notes, copied, { recursive: true, preserveTimestamps: true });
    removeLeftovers(copied);
    expect(existsSync(file.path)).toBe(true);
    expect(readdirSync(copied)).toEqual([]);
    removeLeftovers(notes);
    expect(existsSync(file.path)).toBe(false);
  });

  it("has another name each time", () => {
    const names = Array.from({ length: 20 }, () => temporaryBeside(users("out.csv"), notes).path);
    expect(new Set(names).size).toBe(20);
  });

  it("is no file that the user called so", () => {
    writeFileSync(users(".winnow-11111111-1111-1111-1111-111111111111.part"), "mine");
    removeLeftovers(notes);
    expect(readdirSync(users())).toHaveLength(1);
  });

  it.each([
    ["a note that names a file of the user's", () => users("precious.csv")],
    [
      "a note that names another file's name",
      () => users(".winnow-22222222-2222-2222-2222-222222222222.part"),
    ],
    ["a note that names nothing", () => ""],
  ])("is not what %s speaks of", (_what, named) => {
    mkdirSync(notes);
    if (named() !== "") writeFileSync(named(), "mine");
    writeFileSync(join(notes, "11111111-1111-1111-1111-111111111111"), named());
    removeLeftovers(notes);
    if (named() !== "") expect(existsSync(named())).toBe(true);
  });

  it("is not followed where a link stands in its place", () => {
    const left = temporaryBeside(users("out.csv"), notes);
    mkdirSync(users("precious"));
    writeFileSync(users("precious/a.csv"), "mine");
    symlinkSync("precious", left.path);
    removeLeftovers(notes);
    expect(readdirSync(users("precious"))).toEqual(["a.csv"]);
  });

  it.each(["file", "folder"])(
    "is no folder of the user's that somebody moved into the place of a %s",
    (what) => {
      const left = temporaryBeside(users("out"), notes);
      if (what === "file") writeFileSync(left.path, "half");
      else makeTemporaryFolder(left).close();
      mkdirSync(users("photos"));
      writeFileSync(users("photos/a.jpg"), "mine");
      renameSync(left.path, users("was"));
      renameSync(users("photos"), left.path);
      left.discard();
      expect(readFileSync(join(left.path, "a.jpg"), "utf8")).toBe("mine");
      const again = temporaryBeside(users("out"), notes);
      makeTemporaryFolder(again).close();
      renameSync(again.path, users("was too"));
      renameSync(left.path, again.path);
      removeLeftovers(notes);
      expect(readFileSync(join(again.path, "a.jpg"), "utf8")).toBe("mine");
    },
  );

  it("is looked for again when its disk was not there", () => {
    const left = temporaryBeside(users("out.csv"), notes);
    rmSync(users(), { recursive: true });
    removeLeftovers(notes);
    mkdirSync(users());
    writeFileSync(left.path, "half");
    removeLeftovers(notes);
    expect(readdirSync(users())).toEqual([]);
    expect(readdirSync(notes)).toEqual([]);
  });
});
