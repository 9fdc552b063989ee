import * as fs from "node:fs";
import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  checkWritable,
  commitFile,
  type FinishedFile,
  stampAt,
  type WriteTarget,
} from "../../../../electron/engine/exports/index.ts";
import { testFolder } from "../../../support/folders.ts";

vi.mock("node:fs", async (original) => {
  const real = await original<typeof import("node:fs")>();
  return { ...real, linkSync: vi.fn(real.linkSync) };
});

let folder: string;
let data: string;
beforeEach(() => {
  const base = testFolder();
  folder = join(base, "users");
  data = join(base, "data");
  mkdirSync(folder);
  mkdirSync(join(data, "lists"), { recursive: true });
});
afterEach(() => {
  vi.resetAllMocks();
  for (const descriptor of opened.splice(0)) closeSync(descriptor);
});

const at = (name: string) => join(folder, name);
function place(named: string, more: Partial<WriteTarget> = {}): WriteTarget {
  return { path: named, replaces: null, neverReplace: [], dataDir: data, ...more };
}
const opened: number[] = [];
function finished(text = "cleaned", path = at(".new.part")): FinishedFile {
  writeFileSync(path, text);
  const descriptor = openSync(path, "r+");
  opened.push(descriptor);
  return { path, descriptor };
}
const refused = (code: string) => ({ ok: false, problem: { code } });

describe("a finished file", () => {
  it("is moved to its target if nothing is there", () => {
    expect(commitFile(place(at("out.csv")), finished())).toMatchObject({ ok: true });
    expect(readdirSync(folder)).toEqual(["out.csv"]);
    expect(readFileSync(at("out.csv"), "utf8")).toBe("cleaned");
  });

  it("never overwrites a file that was created after the check", () => {
    vi.mocked(fs.linkSync).mockImplementationOnce((from, to) => {
      writeFileSync(to, "somebody else's");
      throw Object.assign(new Error("there"), { code: "EEXIST", from });
    });
    expect(() => commitFile(place(at("out.csv")), finished())).toThrow("there");
    expect(readFileSync(at("out.csv"), "utf8")).toBe("somebody else's");
  });

  describe("on a disk without hard links", () => {
    const noLinks = () =>
      vi.mocked(fs.linkSync).mockImplementation(() => {
        throw Object.assign(new Error("no links here"), { code: "EPERM" });
      });

    it("is moved to its target if nothing is there", () => {
      noLinks();
      expect(commitFile(place(at("out.csv")), finished())).toMatchObject({ ok: true });
      expect(readdirSync(folder)).toEqual(["out.csv"]);
    });

    it("never overwrites a file that was created after the check", () => {
      vi.mocked(fs.linkSync).mockImplementation((_from, to) => {
        writeFileSync(to, "somebody else's");
        throw Object.assign(new Error("no links here"), { code: "ENOTSUP" });
      });
      expect(() => commitFile(place(at("out.csv")), finished())).toThrow("EEXIST");
      expect(readFileSync(at("out.csv"), "utf8")).toBe("somebody else's");
    });
  });

  it("replaces the file that the user confirmed, and keeps that file's permissions", () => {
    writeFileSync(at("out.csv"), "last week's");
    chmodSync(at("out.csv"), 0o600);
    const replaces = stampAt(at("out.csv"));
    expect(commitFile(place(at("out.csv"), { replaces }), finished())).toMatchObject({ ok: true });
    expect(readFileSync(at("out.csv"), "utf8")).toBe("cleaned");
    expect(statSync(at("out.csv")).mode & 0o777).toBe(0o600);
  });

  it.each([
    [
      "another file replaced it",
      () => {
        writeFileSync(at("other"), "last week's");
        renameSync(at("other"), at("out.csv"));
      },
    ],
    ["the file was changed", () => writeFileSync(at("out.csv"), "last week's!")],
  ])("is not moved if the existing file is not the confirmed one: %s", (_what, change) => {
    writeFileSync(at("out.csv"), "last week's");
    const replaces = stampAt(at("out.csv"));
    change();
    const before = readFileSync(at("out.csv"), "utf8");
    expect(commitFile(place(at("out.csv"), { replaces }), finished())).toMatchObject(refused("out_exists"));
    expect(readFileSync(at("out.csv"), "utf8")).toBe(before);
  });

  it("counts as written if the target already has the same bytes and the caller allows this", () => {
    writeFileSync(at("out.csv"), "cleaned");
    const before = lstatSync(at("out.csv")).ino;
    expect(commitFile(place(at("out.csv")), finished())).toMatchObject(refused("out_exists"));
    expect(commitFile(place(at("out.csv")), finished(), true)).toMatchObject({ ok: true });
    expect(lstatSync(at("out.csv")).ino).toBe(before);
    expect(readdirSync(folder)).toEqual(["out.csv"]);
    expect(commitFile(place(at("out.csv")), finished("cleaneD"), true)).toMatchObject(refused("out_exists"));
    expect(readFileSync(at("out.csv"), "utf8")).toBe("cleaned");
  });

  it("replaces the target of a symbolic link and keeps the link", () => {
    mkdirSync(at("archive"));
    writeFileSync(at("archive/real.csv"), "last week's");
    symlinkSync("archive/real.csv", at("out.csv"));
    const replaces = stampAt(at("out.csv"));
    const made = finished("cleaned", at("archive/.new.part"));
    expect(commitFile(place(at("out.csv"), { replaces }), made)).toMatchObject({ ok: true });
    expect(readlinkSync(at("out.csv"))).toBe("archive/real.csv");
    expect(readFileSync(at("archive/real.csv"), "utf8")).toBe("cleaned");
  });

  it("does not replace a file that its owner has made read-only", () => {
    writeFileSync(at("out.csv"), "keep this");
    const replaces = stampAt(at("out.csv"));
    chmodSync(at("out.csv"), 0o400);
    const result = asUnprivilegedUser(() => commitFile(place(at("out.csv"), { replaces }), finished()));
    expect(result).toMatchObject(refused("out_unwritable"));
    expect(readFileSync(at("out.csv"), "utf8")).toBe("keep this");
  });
});

/** Runs `work` without root permissions. */
function asUnprivilegedUser<T>(work: () => T): T {
  if (process.getuid?.() !== 0) return work();
  chmodSync(join(folder, ".."), 0o755);
  fs.chownSync(folder, 65_534, 65_534);
  for (const name of readdirSync(folder)) fs.chownSync(at(name), 65_534, 65_534);
  process.setegid?.(65_534);
  process.seteuid?.(65_534);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}

describe("the data folder", () => {
  const own = () => join(data, "winnow.db");
  beforeEach(() => writeFileSync(own(), "the journal"));

  it.each([
    ["by name", () => own()],
    [
      "through a link to it",
      () => {
        symlinkSync(data, at("link"));
        return at("link/winnow.db");
      },
    ],
  ])("is refused as a place for a file, %s", (_how, name) => {
    const named = name();
    const replaces = stampAt(named);
    const result = commitFile(place(named, { replaces }), finished());
    expect(result).toMatchObject(refused("out_in_data_folder"));
    expect(readFileSync(own(), "utf8")).toBe("the journal");
  });
});

describe("a test write before anything is paid for", () => {
  const notes = () => join(data, "unfinished");

  it("leaves no file in the target or in the data folder", () => {
    expect(checkWritable(at("out.csv"), at("out.csv"), 10, notes())).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
    expect(readdirSync(notes())).toEqual([]);
  });

  it("fails when the disk is too small", () => {
    expect(checkWritable(at("out.csv"), at("out.csv"), Number.MAX_SAFE_INTEGER, notes())).toMatchObject({
      code: "disk_full",
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it("fails when no file can be created there", () => {
    chmodSync(folder, 0o500);
    const own = testFolder();
    chmodSync(own, 0o777);
    const found = asUnprivilegedUser(() =>
      checkWritable(at("out.csv"), at("out.csv"), 10, join(own, "notes")),
    );
    expect(found).toMatchObject({ code: "out_unwritable" });
  });
});
