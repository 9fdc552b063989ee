import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { suiteFolder } from "../../support/folders.ts";
import { runWinnow } from "../../support/run-winnow.ts";

/** Characters that no line may contain. CR and LF are allowed, as a terminal's driver adds them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSAFE = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
const EVIL = "a\x1b]0;owned\x07\x1b[31m\u202egnp\u009b2J\nb";

const folder = suiteFolder();
let env: Record<string, string>;
let list: string;

beforeAll(() => {
  env = { WINNOW_DATA_DIR: join(folder, "data"), WINNOW_SANDBOX_SPEED: "Infinity" };
  list = join(folder, process.platform === "win32" ? "evil.csv" : `${EVIL}.csv`);
  // Mostly plain text, or the file would not be recognized as a list.
  const plain = Array.from({ length: 200 }, (_, i) => `Somebody of a long name,person${i}@acme.example`);
  const rows = [`Name,Email ${EVIL.replace("\n", "")}`, ...plain, `y,bob${EVIL}@acme.example`];
  writeFileSync(list, `${rows.join("\n")}\n`);
});

describe("control characters in the user's data", () => {
  it("never reach the terminal from a cleaning, the list of cleanings, JSON or an export", async () => {
    const run = (...args: string[]) => runWinnow(args, { env });
    const out = join(folder, "out.csv");
    const cleaned = await run("clean", list, "--out", out, "--sandbox", "--yes");
    expect(cleaned.code, cleaned.stderr).toBe(0);
    const listed = await run("lists");
    const lines = listed.stdout.split("\n").filter((line) => line !== "");
    expect(lines.map((line) => line.split("\t").length)).toEqual([6]);
    const json = await run("lists", "--json");
    expect(json.stdout.trim().split("\n")).toHaveLength(1);
    const [{ name }] = JSON.parse(json.stdout).cleanings;
    expect(name).toBe(list.slice(folder.length + 1));
    const shown = [
      cleaned,
      listed,
      json,
      await run("preview", list),
      await run("preview", list, "--json"),
      await run("preview", join(folder, `no${EVIL}`)),
      await run("preview", list, "--column", EVIL),
      await run("export", EVIL, "--out", join(folder, "x.csv")),
      await run("account", "remove", EVIL),
      await run(EVIL),
      await run("lists", `--${EVIL}`),
      await run("check", EVIL, "--sandbox"),
    ];
    for (const { stdout, stderr } of shown) {
      expect(stdout + stderr).not.toMatch(UNSAFE);
      expect(stdout + stderr).not.toMatch(/\n\s+at /);
    }
  });
});
