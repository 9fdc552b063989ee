import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { removeLeftovers, temporaryBeside } from "../../../../electron/engine/exports/index.ts";

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
  it("is taken away at the next start", () => {
    const file = temporaryBeside(users("out.csv"), notes);
    writeFileSync(file.path, "half");
    writeFileSync(users("out.csv"), "mine");
    removeLeftovers(notes);
    expect(readdirSync(users())).toEqual(["out.csv"]);
    expect(readdirSync(notes)).toEqual([]);
  });

  it("is no file that the user called so", () => {
    writeFileSync(users(".winnow-11111111-1111-1111-1111-111111111111.part"), "mine");
    removeLeftovers(notes);
    expect(readdirSync(users())).toHaveLength(1);
  });

  it("is not followed where a link stands in its place", () => {
    const left = temporaryBeside(users("out.csv"), notes);
    mkdirSync(users("precious"));
    writeFileSync(users("precious/a.csv"), "mine");
    symlinkSync("precious", left.path);
    removeLeftovers(notes);
    expect(readdirSync(users("precious"))).toEqual(["a.csv"]);
  });

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
