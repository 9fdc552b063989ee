import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { sandboxVerdict } from "../../../electron/sandbox/index.ts";
import { createCliWorlds } from "../../support/cli-world.ts";
import { suiteFolder } from "../../support/folders.ts";
import { ADDRESSES, expectedFile, messyFile } from "../../support/messy-list.ts";
import { PROGRAM, reportOf, root } from "../../support/winnow.ts";

const { sandbox, world: empty } = await createCliWorlds("out");
const top = suiteFolder();
chmodSync(top, 0o755);
const file = join(top, "kunden.csv");
writeFileSync(file, messyFile());
const CLEANED = expectedFile((address) => sandboxVerdict(address).verdict !== "undeliverable");

function world() {
  const { label, env, run, spawn: spawned, requestCount } = empty({ credits: 1000 });
  const users = join(top, label);
  mkdirSync(users);
  return {
    env,
    at: (name: string) => join(users, name),
    list: () => readdirSync(users).sort(),
    clean: (...args: string[]) => run("clean", file, "--yes", ...args),
    /** Runs the command in a process with its own standard output. */
    spawned: (...args: string[]) => spawned({}, ...args),
    shell: (line: string) =>
      spawn("sh", ["-c", line], {
        cwd: root,
        env: {
          ...process.env,
          ...env,
          WINNOW: `${process.execPath} ${PROGRAM}`,
          LIST: file,
          AT: users,
        },
      }),
    spent: () => 1000 - sandbox.account(label).credits,
    asked: () => requestCount(),
  };
}

describe("winnow clean --out", () => {
  it.each(["out.ods", "out.xls", "out.xlsm", "out.json"])(
    "refuses %s before it requests a price, and lists the formats that it writes",
    async (name) => {
      const my = world();
      const refused = await my.clean("--out", my.at(name));
      expect(refused.code, refused.stderr).toBe(2);
      expect(refused.stderr).toContain("*.csv, *.tsv, *.txt, or *.xlsx");
      expect([my.asked(), my.list()]).toEqual([0, []]);
    },
  );

  it("refuses an existing file before it requests a price, and replaces it with --overwrite", async () => {
    const my = world();
    writeFileSync(my.at("out.csv"), "last week's");
    chmodSync(my.at("out.csv"), 0o600);
    const refused = await my.clean("--out", my.at("out.csv"));
    expect(refused.code, refused.stderr).toBe(2);
    expect(refused.stderr).toContain("--overwrite");
    expect(refused.stderr).not.toContain("credits");
    expect(my.asked()).toBe(0);
    expect(readFileSync(my.at("out.csv"), "utf8")).toBe("last week's");

    const told = await my.clean("--out", my.at("out.csv"), "--overwrite");
    expect(told.code, told.stderr).toBe(0);
    expect(readFileSync(my.at("out.csv")).equals(CLEANED)).toBe(true);
    expect(statSync(my.at("out.csv")).mode & 0o777).toBe(0o600);
    expect(my.list()).toEqual(["out.csv"]);
  });

  const places: [string, RegExp, (my: ReturnType<typeof world>) => string][] = [
    ["a file in a missing folder", /could not be written/, (my) => my.at("none/out.csv")],
    [
      "a folder",
      /folder with that name/,
      (my) => {
        mkdirSync(my.at("out.csv"));
        return my.at("out.csv");
      },
    ],
    ["a name that is too long", /too long/, (my) => my.at(`${"x".repeat(300)}.csv`)],
    [
      "a dangling link",
      /link/,
      (my) => {
        symlinkSync("nowhere", my.at("out.csv"));
        return my.at("out.csv");
      },
    ],
    [
      "Winnow's own folder through a link",
      /belongs to Winnow/,
      (my) => {
        const data = my.env.WINNOW_DATA_DIR ?? "";
        mkdirSync(data);
        symlinkSync(data, my.at("link"));
        return my.at("link/winnow.db");
      },
    ],
    ...(process.platform === "linux"
      ? (
          [["a place where no files can be created", /could not be written/, () => "/proc/out.csv"]] as const
        ).map((one) => [...one] as [string, RegExp, (my: ReturnType<typeof world>) => string])
      : []),
  ];
  it.each(places)("spends nothing if the output is %s", async (_what, words, make) => {
    const my = world();
    const out = make(my);
    const before = my.list();
    const ran = await my.clean("--out", out, "--overwrite");
    expect(ran.stderr).toMatch(words);
    expect(ran.stderr).not.toMatch(/internal error|\n\s+at /);
    expect(ran.code).toBe(2);
    expect(my.spent()).toBe(0);
    expect(my.list()).toEqual(before);
  });
});

describe("a cleaned list on standard output or in a pipe", () => {
  it("is printed without anything else", async () => {
    const my = world();
    const ran = await my.spawned("clean", file, "--yes", "--out", "-");
    expect(ran.code, ran.stderr).toBe(0);
    expect(Buffer.from(ran.stdout).equals(CLEANED)).toBe(true);
    expect(ran.stderr).toContain("rows written to standard output");
    expect(existsSync(join(root, "-"))).toBe(false);
    const again = await my.spawned("export", "kunden.csv", "--out", "-");
    expect(again.stdout).toBe(ran.stdout);
  });

  it("is refused together with --json, and nothing is spent", async () => {
    const my = world();
    for (const out of ["-", "/dev/stdout"]) {
      const ran = await my.clean("--out", out, "--json");
      expect(ran.code).toBe(2);
      expect(ran.stderr).toContain("--json");
      expect(JSON.parse(ran.stdout)).toMatchObject({ problem: { code: "usage" } });
    }
    expect(my.asked()).toBe(0);
  });

  describe.runIf(process.platform !== "win32")("on Unix", () => {
    it("is written to a named pipe, which remains a pipe; the report goes to standard output", async () => {
      const my = world();
      execFileSync("mkfifo", [my.at("pipe")]);
      const reader = spawn("cat", [my.at("pipe")]);
      const [read, ran] = await Promise.all([
        buffer(reader.stdout),
        my.clean("--out", my.at("pipe"), "--json"),
      ]);
      expect(ran.code, ran.stderr).toBe(0);
      expect(read.equals(CLEANED)).toBe(true);
      expect(reportOf(ran)).toMatchObject({ out: my.at("pipe"), uploaded: ADDRESSES.length });
      expect(lstatSync(my.at("pipe")).isFIFO()).toBe(true);
      expect(my.list()).toEqual(["pipe"]);
    });
  });
});
