import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { workbook } from "../../fixtures/workbooks.ts";
import { createCliWorlds } from "../../support/cli-world.ts";
import { reportOf } from "../../support/winnow.ts";

const { sandbox, world: empty } = await createCliWorlds("reading");

function world(bytes: Uint8Array | string) {
  const at = empty();
  const file = join(at.folder, "in.csv");
  writeFileSync(file, bytes);
  return {
    ...at,
    file,
    clean: (...args: string[]) => at.run("clean", file, "--out", at.out, "--yes", "--json", ...args),
    uploaded: (job: string) => Buffer.from(sandbox.uploaded(job) ?? []).toString("utf8"),
    credits: () => sandbox.account(at.label).credits,
  };
}

const czech = iconv.encode(
  "Email,Name\na@deliverable.example,Kučera\nb@deliverable.example,Růžička\n",
  "windows-1250",
);
const czechAddress = iconv.encode(
  "Email\nkučera@deliverable.example\nb@deliverable.example\n",
  "windows-1250",
);
const zerobounce =
  "Email,ZB Status\nann@deliverable.example,invalid\nbob@deliverable.example,Catch-All\ncat@deliverable.example,quantum\n";

const inRows =
  "ann@deliverable.example;bob@deliverable.example\ncat@deliverable.example;dan@deliverable.example\neve@deliverable.example\n";

describe("winnow clean of a list with an ambiguous reading", () => {
  it.each([
    [
      "encoding of an address",
      czechAddress,
      [],
      ["--encoding windows-1250", "kučera@", "--encoding windows-1252", "kuèera@"],
    ],
    [
      "another service's verdicts",
      zerobounce,
      [],
      ["looks like a file from ZeroBounce", "“quantum” (1)", "--read-as results", "--read-as list"],
    ],
  ])(
    "prints the alternatives with their options, and sends no request: %s",
    async (_what, bytes, args, said) => {
      const at = world(bytes);
      const ran = await at.clean(...args);
      expect(ran.code).toBe(2);
      for (const words of said) expect(ran.stderr).toContain(words);
      expect(JSON.parse(ran.stdout)).toMatchObject({
        problem: { code: "file_reading_unclear" },
        questions: [{ kind: expect.any(String), assumed: expect.anything() }],
      });
      expect(at.requestCount()).toBe(0);
      expect(existsSync(at.out)).toBe(false);
    },
  );

  it("uses the row layout given with --rows addresses", async () => {
    const at = world(inRows);
    expect(reportOf(await at.clean("--rows", "addresses", "--column", "1"))).toMatchObject({
      rows: 5,
      uploaded: 5,
    });
    expect(readFileSync(at.out, "utf8")).toBe(inRows);
  });

  it("asks nothing if the encoding changes neither an address nor a byte of the output", async () => {
    const at = world(czech);
    const ran = await at.clean();
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stderr).toContain("windows-1250");
    expect(readFileSync(at.out).equals(czech)).toBe(true);
  });
});

describe("winnow clean of a workbook with several sheets of addresses", () => {
  const two = workbook([
    { name: "Notes", rows: [["written by hand"]] },
    { name: "Last year's", rows: [["Email"], ["a@deliverable.example"]] },
    { name: "New", hidden: true, rows: [["Email"], ["b@deliverable.example"], ["c@deliverable.example"]] },
  ]);

  it("lists all sheets with addresses and sends no request until one is chosen", async () => {
    const at = world(two);
    const { code, stderr, stdout } = await at.clean();
    expect(code).toBe(2);
    expect(stderr).toContain("--sheet 'Last year'\\''s'");
    expect(stderr).toMatch(/--sheet New +3 rows, hidden/);
    expect(stderr).not.toContain("Notes");
    expect(JSON.parse(stdout)).toMatchObject({
      problem: { code: "file_reading_unclear" },
      questions: [
        {
          kind: "sheet",
          alternatives: [
            { name: "Last year's", rows: 2 },
            { name: "New", rows: 3 },
          ],
        },
      ],
    });
    expect(at.requestCount()).toBe(0);
    expect(existsSync(at.out)).toBe(false);
  });
});

describe("winnow with a workbook that hides rows", () => {
  const filtered = workbook([
    {
      name: "People",
      rows: [["Email"], ["a@deliverable.example"], ["b@deliverable.example"], ["c@deliverable.example"]],
      rowAttributes: { 2: 'hidden="1"' },
    },
  ]);

  it.each(["clean", "gate"])("%s asks which rows are the list, and sends nothing before", async (command) => {
    const at = world(filtered);
    const ran =
      command === "clean" ? await at.clean() : await at.run("gate", at.file, "--max-bounce", "2", "--json");
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("The sheet hides 1 row, by a filter or by hand, and shows 2 rows.");
    expect(ran.stderr).toContain("--hidden-rows skip");
    expect(JSON.parse(ran.stdout)).toMatchObject({
      problem: { code: "file_reading_unclear" },
      questions: [{ kind: "hidden_rows", hidden: 1, addresses: 1 }],
    });
    expect(at.requestCount()).toBe(0);
  });

  it("verifies and writes only the visible rows with --hidden-rows skip, and says how many it leaves out", async () => {
    const at = world(filtered);
    const ran = await at.clean("--hidden-rows", "skip");
    expect(JSON.parse(ran.stdout)).toMatchObject({
      rows: 2,
      uploaded: 2,
      oddities: [{ code: "hidden_row", count: 1, lines: [3] }],
    });
    expect(ran.stderr).toContain("1 row is hidden in the sheet and is left out.");
    expect(readFileSync(at.out, "utf8")).toBe(
      "\uFEFFEmail\r\na@deliverable.example\r\nc@deliverable.example\r\n",
    );
  });

  it("verifies all rows with --hidden-rows keep", async () => {
    const at = world(filtered);
    expect(reportOf(await at.clean("--hidden-rows", "keep"))).toMatchObject({ rows: 3, uploaded: 3 });
  });

  it("puts everyone on a suppression list without a question", async () => {
    const at = world(filtered);
    const ran = await at.run("suppress", "add", at.file, "--json");
    expect(ran.code, ran.stderr).toBe(0);
    expect(JSON.parse(ran.stdout)).toMatchObject({ addresses: 3 });
  });
});

it("winnow clean imports another service's results for free, and reports unrecognised words", async () => {
  const at = world(zerobounce);
  const ran = await at.clean("--read-as", "results");
  expect(ran.code).toBe(0);
  expect(ran.stderr).toContain("1 row contains a word that Winnow does not know: “quantum” (1)");
  expect(at.credits()).toBe(100);
  const lines = readFileSync(at.out, "utf8");
  expect(lines).not.toContain("ann@deliverable.example");
  expect(lines).toContain("bob@deliverable.example");
});
