import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { sandboxVerdict } from "../../../electron/sandbox/index.ts";
import { createCliWorlds } from "../../support/cli-world.ts";
import { suiteFolder } from "../../support/folders.ts";
import { ADDRESSES, expectedFile, messyFile, ROWS } from "../../support/messy-list.ts";
import { runWinnow } from "../../support/run-winnow.ts";
import { reportOf } from "../../support/winnow.ts";

const { sandbox, world: empty } = await createCliWorlds("clean");
const folder = suiteFolder();
const file = join(folder, "kunden.csv");
writeFileSync(file, messyFile());

function world(credits = 1000) {
  const at = empty({ credits });
  return { ...at, key: at.env.WINNOW_API_KEY ?? "", credits: () => sandbox.account(at.label).credits };
}

const verdictOf = (address: string) => sandboxVerdict(address).verdict;

describe("winnow clean", () => {
  it("writes the original header and all records except the undeliverable ones, byte for byte", async () => {
    const at = world();
    const ran = await at.runOk("clean", file, "--out", at.out, "--yes", "--json");
    expect(
      readFileSync(at.out).equals(expectedFile((address) => verdictOf(address) !== "undeliverable")),
    ).toBe(true);
    const report = reportOf(ran);
    expect(report).toMatchObject({
      rows: ROWS.length,
      unique: ADDRESSES.length,
      uploaded: ADDRESSES.length,
      credits: ADDRESSES.length,
      skipped: { duplicate: 2, malformed: 3, known: 0 },
      missing: 0,
      out: at.out,
    });
    const { deliverable = 0, undeliverable = 0, accept_all = 0, unknown = 0 } = report.results;
    expect(deliverable + undeliverable + accept_all + unknown).toBe(ADDRESSES.length);
    expect(report.written).toBe(ADDRESSES.length - undeliverable);
    expect(report.parts).toHaveLength(1);
    expect(at.credits()).toBe(1000 - ADDRESSES.length);
    expect(readFileSync(file).equals(messyFile())).toBe(true);
  });

  it("keeps the verdicts of --keep and the repeats of --keep-duplicates, and appends verdicts with --with-verdicts", async () => {
    const at = world();
    const args = ["clean", file, "--out", at.out, "--yes", "--json"];
    await at.run(...args, "--keep", "undeliverable");
    expect(
      readFileSync(at.out).equals(expectedFile((address) => verdictOf(address) === "undeliverable")),
    ).toBe(true);

    const verdicts = world();
    const ran = await verdicts.run(
      "clean",
      file,
      "--out",
      verdicts.out,
      "--yes",
      "--with-verdicts",
      "--keep-duplicates",
    );
    expect(ran.code, ran.stderr).toBe(0);
    const rows = Papa.parse<string[]>(readFileSync(verdicts.out, "utf8").trim(), { delimiter: ";" }).data;
    const columns = [
      "Verification Result",
      "Syntax Error",
      "ISP",
      "Role",
      "Disposable",
      "Trap",
      "Verified At",
    ];
    expect(rows[0]?.slice(5)).toEqual(columns);
    const ann = rows.filter((cells) => cells[2]?.toLowerCase() === "ann@deliverable.example");
    expect(ann.map((cells) => cells[0])).toEqual(["00012", "00014"]);
    for (const cells of rows.slice(1)) expect(cells[5]).toBe(verdictOf((cells[2] ?? "").toLowerCase()));
  });

  it("works on the built-in sandbox without an account", async () => {
    const dataDir = join(folder, "own-sandbox");
    const out = join(folder, "own-sandbox.csv");
    const env = { WINNOW_DATA_DIR: dataDir, WINNOW_SANDBOX_SPEED: "10000" };
    const ran = await runWinnow(["clean", file, "--out", out, "--sandbox", "--yes", "--json"], { env });
    expect(ran.code, ran.stderr).toBe(0);
    expect(readFileSync(out).equals(expectedFile((address) => verdictOf(address) !== "undeliverable"))).toBe(
      true,
    );
  });

  it("shows the price, and without a terminal exits with 2 and suggests --yes", async () => {
    const at = world();
    const ran = await at.expectFailure(
      2,
      `${ROWS.length} rows − 2 duplicates − 2 invalid − 1 empty = ${ADDRESSES.length} credits`,
      "clean",
      file,
      "--out",
      at.out,
    );
    expect(ran.stderr).toContain("--yes");
    expect(at.requestCount("upload")).toBe(0);
  });
});

describe("winnow clean with bad input", () => {
  const cases: [
    string,
    number,
    RegExp,
    (at: ReturnType<typeof world>) => { args: string[]; env?: Record<string, string> },
  ][] = [
    ["a missing file", 2, /does not exist/, () => ({ args: [join(folder, "nothing.csv")] })],
    ["an empty file", 2, /empty/, () => ({ args: [given("empty.csv", "")] })],
    [
      "a file without addresses",
      2,
      /No email addresses/,
      () => ({ args: [given("no.csv", "a,b\n1,2\n3,4\n")] }),
    ],
    [
      "a binary file",
      2,
      /not a list/,
      () => ({ args: [given("x.csv", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 0, 0, 0xff, 0xd8]))] }),
    ],
    [
      "an unterminated quote",
      2,
      /never closed/,
      () => ({ args: [given("q.csv", 'email,note\na@b.example,ok\nc@d.example,"open\n')] }),
    ],
    ["an unknown column", 2, /no such column/, () => ({ args: [file, "--column", "Fax"] })],
    ["a strange --keep", 2, /--keep.*It takes deliverable/, () => ({ args: [file, "--keep", "good"] })],
    ["the list itself as --out", 2, /original list/, () => ({ args: [file, "--out", file] })],
    [
      "plain HTTP",
      2,
      /Plain HTTP/,
      () => ({ args: [file], env: { WINNOW_BASE_URL: "http://service.example" } }),
    ],
    [
      "an invalid key",
      3,
      /does not accept/,
      () => ({ args: [file], env: { WINNOW_API_KEY: "canary-wrong-key-000" } }),
    ],
    ["no credits", 4, /Not enough credits/, () => ({ args: [file] })],
    ["a price over the limit", 4, /over your limit/, () => ({ args: [file, "--max-credits", "3"] })],
    [
      "an unreachable service",
      5,
      /cannot be reached/,
      () => ({ args: [file], env: { WINNOW_BASE_URL: "http://127.0.0.1:9" } }),
    ],
  ];

  function given(name: string, content: string | Buffer): string {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  }

  // Concurrent, because the command retries an unreachable service for a while.
  it.concurrent.each(cases)(
    "prints a clear message and uploads nothing: %s exits with %i",
    async (name, code, words, make) => {
      const at = world(name === "no credits" ? 0 : 1000);
      const { args, env } = make(at);
      const out = args.includes("--out") ? [] : ["--out", at.out];
      const ran = await runWinnow(["clean", ...args, ...out, "--yes"], { env: { ...at.env, ...env } });
      expect(ran.stderr).toMatch(words);
      expect(ran.code).toBe(code);
      expect(ran.stderr).not.toMatch(/\n\s+at |Error:|undefined/);
      expect(ran.stdout + ran.stderr).not.toContain(env?.WINNOW_API_KEY ?? at.key);
      expect(at.requestCount("upload")).toBe(0);
      expect(readFileSync(file).equals(messyFile())).toBe(true);
    },
  );
});
