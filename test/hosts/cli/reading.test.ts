import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import iconv from "iconv-lite";
import Papa from "papaparse";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../../../electron/sandbox/index.ts";
import { readWorkbook } from "../../e2e/read-workbook.ts";
import { workbook } from "../../fixtures/workbooks.ts";
import { reportOf, runWinnow } from "../../support/winnow.ts";

let sandbox: Sandbox;
let folder: string;
let worlds = 0;
/** Several commands, one after the other. */
const PATIENCE = 120_000;

beforeAll(async () => {
  sandbox = await createSandbox({ speed: Number.POSITIVE_INFINITY });
  folder = mkdtempSync(join(tmpdir(), "winnow-reading-"));
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A list as a file, with an account and a data folder of its own. */
function world(bytes: Uint8Array | string, extension = "csv") {
  const label = `reading-${++worlds}`;
  const account = sandbox.createAccount({ label, credits: 100 });
  const file = join(folder, `${label}-in.csv`);
  const out = join(folder, `${label}.${extension}`);
  writeFileSync(file, bytes);
  const env = {
    WINNOW_DATA_DIR: join(folder, label),
    WINNOW_BASE_URL: sandbox.baseUrl,
    WINNOW_API_KEY: account.key,
  };
  return {
    out,
    clean: (...args: string[]) =>
      runWinnow(["clean", file, "--out", out, "--yes", "--json", ...args], { env }),
    run: (...args: string[]) => runWinnow(args, { env }),
    file,
    /** Everything that reached the service. */
    requests: () => sandbox.requests.filter((one) => one.account === label).length,
    uploaded: (job: string) => Buffer.from(sandbox.uploaded(job) ?? []).toString("utf8"),
    credits: () => sandbox.account(label).credits,
  };
}

const czech = iconv.encode(
  "Email,Name\na@deliverable.example,Kučera\nb@deliverable.example,Ruzicka\n",
  "windows-1250",
);
const czechAddress = iconv.encode(
  "Email\nkučera@deliverable.example\nb@deliverable.example\n",
  "windows-1250",
);
const verdicts =
  "Email,Verification Result\nann@deliverable.example,undeliverable\nbob@deliverable.example,unknown\n";
const cut = "Email\nann@deliverable.example/bob@deliverable.example\ncat@deliverable.example\n";
const zerobounce =
  "Email,ZB Status\nann@deliverable.example,invalid\nbob@deliverable.example,Catch-All\ncat@deliverable.example,quantum\n";
const twice =
  "Email,ZB Status,email_status\nann@deliverable.example,invalid,valid\nbob@deliverable.example,valid,invalid\n";
const bounces =
  "status,reason,email,created\n5.1.1,550 user unknown,ann@deliverable.example,1709287872\n4.2.2,full,bob@deliverable.example,1709287872\n";
const title = "My customers,,\nAnn,ann@deliverable.example,Oslo\nBob,bob@deliverable.example,Rome\n";

const inRows =
  "ann@deliverable.example;bob@deliverable.example\ncat@deliverable.example;dan@deliverable.example\neve@deliverable.example\n";

describe("a list of which it is not certain how it reads", () => {
  it.each([
    [
      "encoding of an address",
      czechAddress,
      [],
      ["--encoding windows-1250", "kučera@", "--encoding windows-1252", "kuèera@"],
    ],
    ["header", title, [], ["--no-header --first-row 2", "--no-header "]],
    [
      "addresses in a row",
      inRows,
      [],
      ["--rows lines", "--rows addresses", "ann@deliverable.example | bob@"],
    ],
    [
      "addresses in a row, by a delimiter",
      inRows,
      ["--delimiter", ";"],
      ["--rows lines", "--rows addresses"],
    ],
    [
      "another service's verdicts",
      zerobounce,
      [],
      ["looks like a file from ZeroBounce", "“quantum” (1)", "--read-as results", "--read-as list"],
    ],
    [
      "the verdicts of two services",
      twice,
      ["--read-as", "results"],
      ["--results-of zerobounce", "--results-of neverbounce"],
    ],
    [
      "bounces in the file",
      bounces,
      [],
      ["a file from SendGrid", "1 bounced for good, 1 bounced for the time being", "--read-as list"],
    ],
    ["verdicts in the file", verdicts, [], ["--read-as results", "--read-as list", "2 of the 2 rows"]],
    ["addresses in longer cells", cut, [], ["--cut take", "--cut leave", "ann@deliverable.example/bob@"]],
  ])(
    "%s: the alternatives and their options are said, and nothing is asked of the service",
    async (_what, bytes, args, said) => {
      const at = world(bytes);
      const ran = await at.clean(...args);
      expect(ran.code).toBe(2);
      for (const words of said) expect(ran.stderr).toContain(words);
      expect(JSON.parse(ran.stdout)).toMatchObject({
        problem: { code: "file_reading_unclear" },
        questions: [{ kind: expect.any(String), assumed: expect.anything() }],
      });
      expect(at.requests()).toBe(0);
      expect(existsSync(at.out)).toBe(false);
    },
  );

  it("is cleaned in the encoding that is said", async () => {
    const at = world(czechAddress);
    const job = reportOf(await at.clean("--encoding", "windows-1250")).parts[0]?.jobId ?? "";
    expect(at.uploaded(job)).toContain("kučera@deliverable.example");
    expect(readFileSync(at.out).equals(czechAddress)).toBe(true);
  });

  it("is cleaned from the line that is said", async () => {
    const at = world(title);
    await at.clean("--no-header", "--first-row", "2");
    expect(readFileSync(at.out, "utf8")).toBe(title);
  });

  it.each([
    ["take", { uploaded: 2, written: 2 }],
    ["leave", { uploaded: 1, skipped: { malformed: 1 } }],
  ])("is cleaned with the addresses of longer cells or without: %s", async (answer, report) => {
    expect(reportOf(await world(cut).clean("--cut", answer))).toMatchObject(report);
  });

  it.each([
    ["lines", { rows: 3, uploaded: 3 }],
    ["addresses", { rows: 5, uploaded: 5 }],
  ])("is cleaned with what is said to be a row: %s", async (answer, report) => {
    const at = world(inRows);
    expect(reportOf(await at.clean("--rows", answer, "--column", "1"))).toMatchObject(report);
    expect(readFileSync(at.out, "utf8")).toBe(inRows);
  });

  it("is cleaned at once where its encoding changes neither an address nor a byte of the copy", async () => {
    const at = world(czech);
    const ran = await at.clean();
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stderr).toContain("windows-1250");
    expect(readFileSync(at.out).equals(czech)).toBe(true);
  });

  it("is not cleaned into a workbook before the encoding is said", async () => {
    const at = world(czech, "xlsx");
    expect((await at.clean()).code).toBe(2);
    expect(at.credits()).toBe(100);
    const said = await at.clean("--encoding", "windows-1250");
    expect(said.code, said.stderr).toBe(0);
    expect(JSON.stringify(readWorkbook(readFileSync(at.out)))).toContain("Kučera");
  });

  it(
    "is not exported into a workbook before the encoding is said",
    async () => {
      const at = world(czech);
      const { cleaning } = reportOf(await at.clean());
      const book = join(folder, "later.xlsx");
      const refused = await at.run("export", cleaning, "--out", book);
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain("--encoding");
      expect((await at.run("export", cleaning, "--out", book, "--encoding", "klingon")).code).toBe(2);
      expect(existsSync(book)).toBe(false);
      const written = await at.run("export", cleaning, "--out", book, "--encoding", "windows-1250");
      expect(written.code, written.stderr).toBe(0);
      expect(JSON.stringify(readWorkbook(readFileSync(book)))).toContain("Kučera");
    },
    PATIENCE,
  );
});

it("an export with verdicts says which address was verified where it is not the cell itself", async () => {
  const at = world(
    'Email,Note\nann@firm.co,x\n"ann@firm.co, Inc.",y\n"a@deliverable.example.",z\nAnn <b@deliverable.example>,n\n',
  );
  const ran = await at.clean(
    "--with-verdicts",
    "--keep-duplicates",
    "--fix-cells",
    "--keep",
    "deliverable,undeliverable,accept_all,unknown",
  );
  expect(ran.code, ran.stderr).toBe(0);
  const rows = Papa.parse<string[]>(readFileSync(at.out, "utf8").trim()).data;
  expect(rows[0]?.at(-1)).toBe("Verified Address");
  expect(rows.slice(1).map((row) => [row[0], row.at(-1)])).toEqual([
    ["ann@firm.co", ""],
    ["ann@firm.co, Inc.", "ann@firm.co"],
    ["a@deliverable.example", ""],
    ["Ann <b@deliverable.example>", "b@deliverable.example"],
  ]);
});

describe("a workbook with several sheets of addresses", () => {
  const two = workbook([
    { name: "Notes", rows: [["written by hand"]] },
    { name: "Last year's", rows: [["Email"], ["a@deliverable.example"]] },
    { name: "New", hidden: true, rows: [["Email"], ["b@deliverable.example"], ["c@deliverable.example"]] },
  ]);

  it("is not cleaned before it is said which is meant: all are named, and nothing is asked of the service", async () => {
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
    expect(at.requests()).toBe(0);
    expect(existsSync(at.out)).toBe(false);
  });

  it("is cleaned from the sheet that is named, which is said", async () => {
    const at = world(two);
    const result = await at.clean("--sheet", "New");
    expect(reportOf(result)).toMatchObject({ rows: 2, uploaded: 2 });
    expect(result.stderr).toContain("Read from the sheet 'New', one of 3.");
    expect(readFileSync(at.out, "utf8")).toContain("b@deliverable.example");
  });

  it("has no other sheet than those that it has", async () => {
    const { code, stderr } = await world(two).clean("--sheet", "Old");
    expect(code).toBe(2);
    expect(stderr).toContain("Notes, Last year's, New");
  });
});

it("a packed list is cleaned, and what was read of it is said", async () => {
  const at = world(gzipSync("Email\na@deliverable.example\n"));
  const result = await at.clean();
  expect(reportOf(result)).toMatchObject({ rows: 1, uploaded: 1 });
  expect(result.stderr).toContain("the one file in it");
  expect(readFileSync(at.out, "utf8")).toBe("Email\na@deliverable.example\n");
});

it("blank lines inside and at the end of a list are counted where it is cleaned", {
  timeout: PATIENCE,
}, async () => {
  const { clean } = world("Email\na@deliverable.example\n\nb@deliverable.example\n\n\n");
  const { code, stderr } = await clean();
  expect(code).toBe(0);
  expect(stderr).toContain("3 lines are blank, are no rows and are left out.");
});

it("another service's results are taken in for nothing, and what nobody knows is said", {
  timeout: PATIENCE,
}, async () => {
  const at = world(zerobounce);
  const ran = await at.clean("--read-as", "results");
  expect(ran.code).toBe(0);
  expect(ran.stderr).toContain("1 row holds a word that Winnow does not know: “quantum” (1)");
  expect(at.credits()).toBe(100);
  const lines = readFileSync(at.out, "utf8");
  expect(lines).not.toContain("ann@deliverable.example");
  expect(lines).toContain("bob@deliverable.example");
});

it("whom another service says not to mail is in no file to be mailed, and is told by its words", {
  timeout: PATIENCE,
}, async () => {
  const lines = [
    "ann@firm.example,valid,",
    "bob@firm.example,abuse,",
    "cat@firm.example,do_not_mail,global_suppression",
    "dan@firm.example,do_not_mail,toxic",
    "eve@firm.example,abuse,",
    "fay@firm.example,catch-all,",
    "gus@firm.example,do_not_mail,",
  ];
  const at = world(`Email,ZB Status,ZB Sub Status\n${lines.join("\n")}\n`);
  const ran = await at.clean("--read-as", "results");
  expect(ran.code, ran.stderr).toBe(0);
  expect(readFileSync(at.out, "utf8")).toBe(`Email,ZB Status,ZB Sub Status\n${lines[0]}\n${lines[5]}\n`);
  expect(JSON.parse(ran.stdout)).toMatchObject({
    leftOut: { unwanted: 5 },
    unwanted: { addresses: 5, words: expect.arrayContaining([{ word: "abuse", addresses: 2 }]) },
  });
  const id = reportOf(ran).cleaning;
  const all = join(folder, "all.csv");
  const exported = await at.run(
    "export",
    id,
    "--keep",
    "deliverable,accept_all,unknown,undeliverable",
    "--out",
    all,
  );
  expect(exported.code, exported.stderr).toBe(0);
  expect(readFileSync(all, "utf8").trimEnd().split("\n")).toHaveLength(8);
  expect(exported.stderr + exported.stdout).toContain("5 of the rows written are not to be mailed.");
});

it("a typo with a comma is not verified as somebody else's address", async () => {
  const at = world('Email\n"ann@firm.co,uk"\ncat@deliverable.example\n');
  const report = reportOf(await at.clean());
  expect(at.uploaded(report.parts[0]?.jobId ?? "")).not.toContain("firm.co");
  expect(report).toMatchObject({ uploaded: 1, skipped: { malformed: 1 } });
});

it("lines above the header come back in a copy and in a CSV that is written anew", async () => {
  const text = "Notes:\nas of today\n\nName,Email\nAnn,ann@deliverable.example\n";
  const at = world(text);
  await at.clean();
  expect(readFileSync(at.out, "utf8")).toBe(text);
});

it.each([
  [["--header-line", "0"], "--header-line"],
  [["--first-row", "2"], "--no-header"],
  [["--no-header", "--header-line", "2"], "exclude"],
  [["--cut", "maybe"], "take or leave"],
  [["--read-as", "perhaps"], "results or list"],
  [["--results-of", "zerobounce"], "--read-as results"],
  [["--read-as", "results", "--results-of", "zerobonce"], "'zerobonce'"],
  [["--read-as", "results", "--results-of", "zerobonce"], "service, zerobounce, kickbox"],
  [["--header-line", "9"], "line 9"],
  [["--delimiter", "ab"], "'ab'"],
  [["--encoding", "klingon"], "klingon"],
])("%j is refused in a sentence", async (args, said) => {
  const ran = await world(title).clean(...args);
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain(said);
});

it("a file whose results were said to be another service's is not advised to be paid for", async () => {
  const at = world(zerobounce);
  const ran = await at.clean("--read-as", "results", "--results-of", "neverbounce");
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain("does not look like NeverBounce's; it looks like ZeroBounce's");
  expect(ran.stderr).toContain("--results-of zerobounce");
  expect(ran.stderr).not.toMatch(/verified|--read-as list/);
  expect(at.requests()).toBe(0);
  const taken = await at.clean("--read-as", "results", "--results-of", " ZeroBounce ");
  expect(taken.code, taken.stderr).toBe(0);
  expect(at.credits()).toBe(100);
});

it("of verdicts of two services, the advice is what was not said yet", async () => {
  const ran = await world(twice).clean("--read-as", "results");
  expect(ran.stderr.trimEnd().split("\n").at(-1)).toMatch(
    /Say how it is meant: --results-of zerobounce or --results-of neverbounce\.$/,
  );
});

it("the services whose results can be named stand in the help and the manual page", async () => {
  const at = world(zerobounce);
  for (const args of [["clean", "--help"], ["preview", "--help"], ["manual"]]) {
    const shown = (await at.run(...args)).stdout.replace(/\s+/g, " ");
    for (const name of ["zerobounce", "neverbounce", "mailgun-validate"])
      expect(shown.replaceAll("\\-", "-")).toContain(name);
  }
});
