import * as fs from "node:fs";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  folderStanding,
  holdFolder,
  makeTemporaryFolder,
  type Place,
  putFolder,
  removeLeftovers,
  standingAt,
  temporaryBeside,
} from "../../../electron/engine/files/index.ts";

vi.mock("node:fs", async (original) => {
  const real = await original<typeof import("node:fs")>();
  return { ...real, renameSync: vi.fn(real.renameSync) };
});

const NAMES = ["a.csv", "b.csv", "original/list.csv"];
let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "winnow-folder-")));
  const fresh = join(folder, ".new.part");
  mkdirSync(join(fresh, "original"), { recursive: true, mode: 0o700 });
  for (const name of NAMES) writeFileSync(join(fresh, name), `new ${name}`);
});
afterEach(() => {
  vi.resetAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const target = () => join(folder, "clean");
const read = (name: string) => readFileSync(join(target(), name), "utf8");

function put(more: Partial<Place> = {}, before = folderStanding(target(), NAMES)) {
  const replaces = standingAt(target());
  const place = { named: target(), replaces, isFolder: true, untouchable: [], dataDir: null, ...more };
  return putFolder(place, holdFolder(join(folder, ".new.part")), { names: NAMES, before, mode: 0o640 });
}

describe("a folder whose files were just moving when Winnow was killed", () => {
  /** Nothing is renamed any more from the `n`th time on, not even to put back what was moved. */
  function killedAtRename(n: number): string {
    const notes = join(folder, "notes");
    const temporary = temporaryBeside(target(), notes);
    const made = makeTemporaryFolder(temporary);
    fs.cpSync(join(folder, ".new.part"), temporary.path, { recursive: true });
    const before = folderStanding(target(), NAMES);
    const real = vi.mocked(fs.renameSync).getMockImplementation();
    let times = 0;
    vi.mocked(fs.renameSync).mockImplementation((from, to) => {
      if (++times >= n) throw new Error("killed");
      real?.(from, to);
    });
    const place = {
      named: target(),
      replaces: standingAt(target()),
      isFolder: true,
      untouchable: [],
      dataDir: null,
    };
    expect(() => putFolder(place, made, { names: NAMES, before, mode: 0o640 })).toThrow("killed");
    vi.mocked(fs.renameSync).mockImplementation((from, to) => real?.(from, to));
    return notes;
  }

  beforeEach(() => {
    mkdirSync(target());
    writeFileSync(join(target(), "a.csv"), "old a");
    writeFileSync(join(target(), "b.csv"), "old b");
  });

  it("holds what it held before, once Winnow was started again", () => {
    const notes = killedAtRename(2);
    expect([read("a.csv"), read("b.csv")]).toEqual(["new a.csv", "old b"]);
    removeLeftovers(notes);
    expect([read("a.csv"), read("b.csv")]).toEqual(["old a", "old b"]);
    expect(readdirSync(target()).sort()).toEqual(["a.csv", "b.csv"]);
    expect(readdirSync(folder).sort()).toEqual([".new.part", "clean", "notes"]);
  });
});

describe("a finished folder", () => {
  it("takes a free name as a whole", () => {
    expect(put()).toMatchObject({ ok: true });
    expect(readdirSync(folder)).toEqual(["clean"]);
    expect(statSync(target()).mode & 0o777).toBe(0o750);
    expect(read("original/list.csv")).toBe("new original/list.csv");
  });

  it("goes into the folder that was agreed to, beside what is there", () => {
    mkdirSync(target());
    writeFileSync(join(target(), "notes.txt"), "mine");
    writeFileSync(join(target(), "a.csv"), "old a");
    expect(put()).toMatchObject({ ok: true });
    expect(readdirSync(target()).sort()).toEqual(["a.csv", "b.csv", "notes.txt", "original"]);
    expect([read("a.csv"), read("notes.txt")]).toEqual(["new a.csv", "mine"]);
    expect(readdirSync(folder)).toEqual(["clean"]);
  });

  it.each([
    [
      "a file that appeared meanwhile",
      "out_exists",
      () => {
        const before = folderStanding(target(), NAMES);
        writeFileSync(join(target(), "b.csv"), "somebody else's");
        return before;
      },
    ],
    [
      "a link to a file elsewhere",
      "out_unwritable",
      () => {
        writeFileSync(join(folder, "elsewhere"), "mine");
        symlinkSync("../elsewhere", join(target(), "b.csv"));
        return folderStanding(target(), NAMES);
      },
    ],
    [
      "a link to a folder elsewhere",
      "out_unwritable",
      () => {
        mkdirSync(join(folder, "elsewhere"));
        symlinkSync("../elsewhere", join(target(), "original"));
        return folderStanding(target(), NAMES);
      },
    ],
  ])("is held back as a whole by %s", (_what, code, prepare) => {
    mkdirSync(target());
    writeFileSync(join(target(), "a.csv"), "old a");
    const before = prepare();
    const there = readdirSync(target());
    expect(put({}, before)).toMatchObject({ ok: false, problem: { code } });
    expect(readdirSync(target())).toEqual(there);
    expect(read("a.csv")).toBe("old a");
    expect(fs.existsSync(join(folder, "nowhere"))).toBe(false);
    const elsewhere = join(folder, "elsewhere");
    if (fs.existsSync(elsewhere) && statSync(elsewhere).isDirectory())
      expect(readdirSync(elsewhere)).toEqual([]);
    else if (fs.existsSync(elsewhere)) expect(readFileSync(elsewhere, "utf8")).toBe("mine");
  });

  it.each(["a folder of their own", "a link to a folder of the user's"])(
    "gives no rights to %s that somebody put in its place, and is not called written",
    (what) => {
      const made = holdFolder(join(folder, ".new.part"));
      mkdirSync(join(folder, ".ssh"), { mode: 0o700 });
      fs.renameSync(made.path, join(folder, "was"));
      if (what.startsWith("a link")) symlinkSync(".ssh", made.path);
      else mkdirSync(made.path, { mode: 0o700 });
      const place = { named: target(), replaces: null, isFolder: true, untouchable: [], dataDir: null };
      const wanted = { names: NAMES, before: new Map(), mode: 0o640 };
      expect(putFolder(place, made, wanted)).toMatchObject({ ok: false, problem: { code: "out_swapped" } });
      made.close();
      expect(statSync(join(folder, ".ssh")).mode & 0o777).toBe(0o700);
      expect(fs.existsSync(target())).toBe(false);
    },
  );

  it("is all there or not at all when the disk fails in the middle", () => {
    mkdirSync(target());
    writeFileSync(join(target(), "a.csv"), "old a");
    writeFileSync(join(target(), "b.csv"), "old b");
    const real = vi.mocked(fs.renameSync).getMockImplementation();
    vi.mocked(fs.renameSync).mockImplementation((from, to) => {
      if (String(to).endsWith("b.csv")) throw Object.assign(new Error("broken"), { code: "EIO" });
      real?.(from, to);
    });
    expect(() => put()).toThrow("broken");
    expect(readdirSync(target()).sort()).toEqual(["a.csv", "b.csv"]);
    expect([read("a.csv"), read("b.csv")]).toEqual(["old a", "old b"]);
  });
});
