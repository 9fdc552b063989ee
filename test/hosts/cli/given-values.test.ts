import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { suiteFolder } from "../../support/folders.ts";
import { runWinnow } from "../../support/run-winnow.ts";

const folder = suiteFolder();
let dataDir: string;
let file: string;

beforeAll(() => {
  dataDir = join(folder, "data");
  mkdirSync(dataDir, { mode: 0o700 });
  file = join(folder, "contacts.csv");
  writeFileSync(file, "Email;City\nann@acme.example;Bonn\n");
});

const run = (...args: string[]) => runWinnow(args, { env: { WINNOW_DATA_DIR: dataDir } });

describe("an empty value", () => {
  it.each<[string, string[]]>([
    ["<folder>", ["restore", ""]],
    ["<cleaning>", ["export", "", "--out", "OUT"]],
    ["<file>", ["clean", "", "--out", "OUT", "--sandbox", "--yes"]],
    ["--out", ["clean", "FILE", "--out", "", "--sandbox", "--yes"]],
    ["--account", ["check", "ann@acme.example", "--account", ""]],
    ["--label", ["account", "add", "--label", "  "]],
    ["--column", ["preview", "FILE", "--column", ""]],
  ])("is refused before anything is done: %s in %j", async (name, args) => {
    const places: Record<string, string> = { FILE: file, OUT: join(folder, "o.csv") };
    const ran = await run(...args.map((arg) => places[arg] ?? arg));
    expect(ran.code, ran.stderr).toBe(2);
    expect(ran.stderr).toContain(`${name} is empty`);
    expect(readdirSync(dataDir)).toEqual([]);
    expect(existsSync(join(folder, "o.csv"))).toBe(false);
  });
});

it.each<[string, string[]]>([
  ["The value of --column is not valid", ["preview", "FILE", "--column", "99999"]],
  ["The value of --column is not valid", ["preview", "FILE", "--column", "0"]],
  ["The value of --delimiter is not valid", ["preview", "FILE", "--delimiter", "x".repeat(5)]],
  ["80 characters at most", ["account", "add", "--label", "x".repeat(81)]],
  ["above 0", ["clean", "FILE", "--out", "OUT", "--limit", "0"]],
  ["whole number", ["resume", "--max-credits", "1.5"]],
])("an invalid value is refused with '%s' for %j", async (words, args) => {
  const ran = await run(...args.map((arg) => (arg === "FILE" ? file : arg)));
  expect(ran.code, ran.stderr).toBe(2);
  expect(ran.stderr).toContain(words);
  expect(ran.stderr).not.toMatch(/lists\.read|options\.|Too big/);
});

it("--sheet for a file without sheets is refused before anything is paid", async () => {
  const out = join(folder, "sheet.csv");
  const ran = await run("clean", file, "--out", out, "--sheet", "Nope", "--sandbox", "--yes");
  expect(ran.code, ran.stderr).toBe(2);
  expect(ran.stderr).toContain("--sheet cannot be used with this file");
  expect(existsSync(out)).toBe(false);
});
