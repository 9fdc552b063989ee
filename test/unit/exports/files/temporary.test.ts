import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { removeLeftovers, temporaryBeside } from "../../../../electron/engine/exports/index.ts";
import { testFolder } from "../../../support/folders.ts";

let folder: string;
let notes: string;
beforeEach(() => {
  folder = testFolder();
  notes = join(folder, "notes");
  mkdirSync(join(folder, "users"));
});
const users = (name = "") => join(folder, "users", name);

describe("a temporary file left by an earlier run", () => {
  it("is deleted at the next start", () => {
    const file = temporaryBeside(users("out.csv"), notes);
    writeFileSync(file.path, "half");
    writeFileSync(users("out.csv"), "mine");
    removeLeftovers(notes);
    expect(readdirSync(users())).toEqual(["out.csv"]);
    expect(readdirSync(notes)).toEqual([]);
  });

  it("is not followed when it was replaced by a link", () => {
    const left = temporaryBeside(users("out.csv"), notes);
    mkdirSync(users("precious"));
    writeFileSync(users("precious/a.csv"), "mine");
    symlinkSync("precious", left.path);
    removeLeftovers(notes);
    expect(readdirSync(users("precious"))).toEqual(["a.csv"]);
  });
});
