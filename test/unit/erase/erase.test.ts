import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FATE } from "../../../electron/engine/results/index.ts";
import { readResults } from "../../../electron/engine/results/results-store.ts";
import { layoutOf, openColumns } from "../../../electron/engine/store/index.ts";
import { createSandbox, type Sandbox } from "../../../electron/sandbox/index.ts";
import { workbook } from "../../fixtures/workbooks.ts";
import {
  hasEnded,
  type InProcess,
  openInProcess,
  PAY_FOR_ALL,
  readList,
  unwrap,
} from "../../support/in-process.ts";

const ANN = "ann.gone@firm.example";
const DOMAIN = "acme-gone.example";
const options = { ...PAY_FOR_ALL, reuseKnown: true };

let sandbox: Sandbox;
let folder: string;
let data: string;
let at: InProcess;
let accountId: string;
const cleanings = new Map<string, string>();
let outsideBackup: string;

const people = (...more: string[][]) => [
  ["Email", "Name", "Note"],
  [ANN, "Ann Goneby", "vip"],
  ["bob@stays.example", "Bob", `met ${ANN.toUpperCase()}, twice`],
  [`eve@${DOMAIN}`, "Eve", ""],
  ["cy@stays.example", "Cy", "x"],
  ...more,
];
const csv = (rows: readonly string[][]) =>
  `${rows.map((row) => row.map((cell) => (cell.includes(",") ? `"${cell}"` : cell)).join(",")).join("\r\n")}\r\n`;

async function clean(name: string, bytes: Uint8Array | string): Promise<void> {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const listId = await readList(at, path);
  const price = unwrap(await at.call("cleanings.price", { listId, accountId, options }));
  const start = { listId, accountId, options, agreedCredits: price.credits };
  const { id } = unwrap(await at.call("cleanings.start", start));
  await at.until(id, hasEnded);
  cleanings.set(name, id);
}

async function importFile(text: string) {
  const path = join(folder, `export-${Math.floor(text.length)}.csv`);
  writeFileSync(path, text);
  const listId = await readList(at, path);
  return at.call("memory.import", { listId, name: "export.csv", isAgreed: true });
}
const BOUNCES = `status,reason,email,created\n5.1.1,unknown,${ANN},1709287872\n5.1.1,unknown,dan@stays.example,1709287872\n`;

/** Leaves traces outside lists and imports: in logs, temporary folders, the sandbox and stored DNS answers. */
async function leaveTraces(): Promise<void> {
  writeFileSync(join(folder, "unread.csv"), csv(people()));
  const source = { kind: "path" as const, path: join(folder, "unread.csv") };
  unwrap(await at.call("lists.open", { source }));
  writeFileSync(join(data, "lists/.DS_Store"), "");
  for (const [path, text] of Object.entries({
    "logs/old.log": `opened /home/${ANN}.csv\n`,
    "logs/other.log": "opened /home/bob.csv\n",
    "desktop/recent.json": JSON.stringify([`/home/${ANN}.csv`]),
    "exports/cleaned.csv": "cy@stays.example",
    "uploads/list.csv": ANN,
    "unfinished/list.csv": ANN,
  })) {
    mkdirSync(join(data, path, ".."), { recursive: true });
    writeFileSync(join(data, path), text);
  }
  mkdirSync(join(data, "sandbox"), { recursive: true });
  const jobs = new Database(join(data, "sandbox/sandbox.db"));
  jobs.exec("CREATE TABLE files (name TEXT, bytes BLOB)");
  const insert = jobs.prepare("INSERT INTO files VALUES (?, ?)");
  insert.run(`${ANN}.csv`, Buffer.from(`email\n${ANN}\n`));
  insert.run("other.csv", Buffer.from("email\nbob@stays.example\n"));
  jobs.close();
  const journal = new Database(join(data, "winnow.db"));
  const know = journal.prepare("INSERT INTO domains VALUES (?, 1, NULL, 'mx.stays.example')");
  for (const domain of [`@${DOMAIN}`, "@firm.example", "@keeps.example"]) know.run(domain);
  journal.close();
}

const valuesIn = (path: string, query: string): unknown[] => {
  const db = new Database(join(data, path), { readonly: true });
  try {
    return db.prepare(query).pluck().all();
  } finally {
    db.close();
  }
};

/** Returns the files in the data folder that contain a text, in any case, as UTF-8 or UTF-16. */
function filesContaining(text: string): string[] {
  const found: string[] = [];
  const walk = (path: string) => {
    for (const name of readdirSync(path)) {
      const own = join(path, name);
      if (statSync(own).isDirectory()) walk(own);
      else {
        const plain = readFileSync(own).toString("latin1").toLowerCase();
        const wide = plain.replaceAll("\0", "");
        if (plain.includes(text) || wide.includes(text)) found.push(relative(data, own));
      }
    }
  };
  walk(data);
  return found;
}

const ofVerdict = (name: string, verdict: "none") => ({
  cleaningId: cleanings.get(name) ?? "",
  filter: { verdicts: [verdict] },
  sort: { by: { kind: "row" as const }, descending: false },
  offset: 0,
  limit: 10,
});
const rowsOf = async (name: string) => {
  const answer = await at.call("results.rows", { ...ofVerdict(name, "none"), filter: {} });
  return unwrap(answer).rows.map(({ cells }) => cells.join("|").trim());
};

beforeAll(async () => {
  sandbox = await createSandbox({ speed: Number.POSITIVE_INFINITY });
  sandbox.createAccount({ label: "erase", credits: 1000 });
  folder = mkdtempSync(join(tmpdir(), "winnow-erase-"));
  data = join(folder, "data");
  const sessionAccount = { baseUrl: sandbox.baseUrl, apiKey: sandbox.account("erase").key };
  at = unwrap(await openInProcess(data, { sessionAccount }));
  accountId = unwrap(await at.call("accounts.list", {})).accounts[0]?.id ?? "";
  await clean("plain.csv", csv(people()));
  await clean("wide.csv", Buffer.from(`\uFEFF${csv(people(["di@stays.example", "Di", ""]))}`, "utf16le"));
  await clean("book.xlsx", workbook([{ name: "S", rows: people(["flo@stays.example", "Flo", ""]) }]));
  unwrap(await at.call("checks.check", { accountId, address: ANN, again: true }));
  unwrap(await importFile(BOUNCES));
  const source = { kind: "text" as const, name: "mine", text: `zoe@stays.example\n@${DOMAIN}\n` };
  unwrap(await at.call("suppression.add", { name: "mine", source }));
  await leaveTraces();
  const { path } = unwrap(await at.call("app.backup", {}));
  outsideBackup = join(folder, "elsewhere");
  cpSync(path, outsideBackup, { recursive: true });
});
afterAll(async () => {
  await at.close();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("erasing an address and a domain", () => {
  it("removes them from every file of the data folder, including backups, and keeps everyone else", async () => {
    expect(filesContaining(ANN).length).toBeGreaterThan(10);
    const receipt = unwrap(await at.call("memory.erase", { entries: [` ${ANN} `, `@${DOMAIN}`] }));
    const counts = { rows: 7, places: 9, verdicts: 3, facts: 2, backups: 1 };
    expect(receipt).toEqual({ entries: 2, ...counts, incomplete: null });
    expect(filesContaining(ANN)).toEqual([]);
    expect(filesContaining("goneby")).toEqual([]);
    expect(filesContaining(DOMAIN)).toEqual([]);
    const textOf = (path: string) => readFileSync(join(data, path), "utf8");
    expect(textOf("logs/old.log")).toMatch(/^opened \/home\/x+\.csv\n$/);
    expect(textOf("logs/other.log")).toBe("opened /home/bob.csv\n");
    for (const name of ["exports", "uploads", "unfinished"])
      expect(readdirSync(join(data, name))).toEqual([]);
    expect(readdirSync(join(data, "desktop"))).toEqual([]);
    expect(valuesIn("sandbox/sandbox.db", "SELECT name FROM files ORDER BY name DESC")).toEqual([
      expect.stringMatching(/^x+\.csv$/),
      "other.csv",
    ]);
    expect(valuesIn("sandbox/sandbox.db", "SELECT bytes FROM files")).toEqual([
      Buffer.from(`email\n${"x".repeat(ANN.length)}\n`),
      Buffer.from("email\nbob@stays.example\n"),
    ]);
    expect(valuesIn("winnow.db", "SELECT domain FROM domains ORDER BY domain")).toEqual(["@keeps.example"]);
    expect(valuesIn("winnow.db", "SELECT name FROM lists ORDER BY created_at")).not.toContain("unread.csv");
    const last = new Map([
      ["wide.csv", "di@stays.example|Di|"],
      ["book.xlsx", "flo@stays.example|Flo|"],
    ]);
    for (const name of cleanings.keys())
      expect((await rowsOf(name)).filter((row) => !/^[| ]*$/.test(row))).toMatchObject([
        expect.stringMatching(/^bob@stays.example\|Bob\|met x+, twice$/),
        "cy@stays.example|Cy|x",
        ...[last.get(name) ?? []].flat(),
      ]);
    const answer = unwrap(await at.call("results.rows", ofVerdict("plain.csv", "none")));
    expect(answer.total).toBe(2);
    const blanked = [ANN, "Ann Goneby", "vip"].map((cell) => " ".repeat(cell.length)).join(",");
    // Three lists and their backup.
    expect(filesContaining(`email,name,note\r\n${blanked}\r\nbob@`)).toHaveLength(6);
    // Erased addresses become suppressed, so that no part waits for their verdicts.
    const columns = openColumns(layoutOf(data).cleaning(cleanings.get("plain.csv") ?? "").results, {
      readonly: true,
    });
    const { fate, verdict } = readResults(columns, 4);
    columns.close();
    expect([...fate, ...verdict]).toEqual([FATE.suppressed, 1, FATE.suppressed, 1, 0, 1, 0, 1]);
    const { imports } = unwrap(await at.call("memory.imports", {}));
    expect(imports).toMatchObject([
      { name: "mine", addresses: 1, domains: 0 },
      { name: "export.csv", facts: 1, bounces: 1 },
    ]);
  });

  it("removes them from exports of the lists that contained them", async () => {
    for (const [name, rows] of [...cleanings].map(([file, id]) => [file, id] as const)) {
      const path = join(folder, `${name}.out.csv`);
      const target = { kind: "path" as const, path, overwrite: false };
      const wish = { cleaningId: rows, filter: {}, format: { kind: "exact" as const }, withVerdicts: false };
      const written = await at.call("exports.write", { ...wish, allowEmpty: true, target });
      expect(written.ok, name).toBe(true);
      const text = readFileSync(path).toString("latin1").replaceAll("\0", "");
      expect(text).toContain("cy@stays.example");
      expect(text.toLowerCase()).not.toContain(ANN);
      expect(text).not.toContain("Goneby");
    }
  });

  it("keeps workbooks readable and exportable", async () => {
    const target = { kind: "path" as const, path: join(folder, "parts.zip"), overwrite: false };
    const format = { kind: "exact" as const };
    const wish = { cleaningId: cleanings.get("book.xlsx") ?? "", filter: {}, format, withVerdicts: false };
    unwrap(await at.call("exports.write", { ...wish, split: "per_verdict", allowEmpty: true, target }));
    const path = join(folder, "unused.xlsx");
    writeFileSync(
      path,
      workbook([{ name: "S", rows: [["Email"], ["di@stays.example"], ["no@one.example"]] }]),
    );
    const listId = await readList(at, path);
    unwrap(await at.call("memory.erase", { entries: ["no@one.example"] }));
    const [unused] = unwrap(await at.call("lists.unfinished", {})).lists.filter(
      (one) => one.listId === listId,
    );
    expect(unused).toMatchObject({ name: "unused.xlsx", preflight: null });
    expect(unwrap(await at.call("lists.read", { listId, options: {} }))).toMatchObject({ unique: 1 });
  });

  it("excludes them from the price when a list is cleaned a second time", async () => {
    const { listId } = unwrap(
      await at.call("cleanings.get", { cleaningId: cleanings.get("plain.csv") ?? "" }),
    );
    const price = unwrap(await at.call("cleanings.price", { listId, accountId, options }));
    expect(price).toMatchObject({ suppressed: 2 });
  });

  it("keeps later imports from bringing them back", async () => {
    const again = unwrap(await importFile(`${BOUNCES}5.1.1,unknown,new@stays.example,1709287872\n`));
    expect(again).toMatchObject({ facts: 2, bounces: 2 });
    expect(unwrap(await at.call("memory.facts", { address: ANN })).facts).toEqual([]);
  });

  it("keeps a restore from bringing them back, even from a backup outside the data folder", async () => {
    unwrap(await at.call("app.restore", { kind: "path", path: outsideBackup }));
    // The replaced data, kept in backups, still contains what was imported after the erasure.
    expect(filesContaining(ANN).filter((path) => !path.startsWith("backups"))).toEqual([]);
    expect(await rowsOf("plain.csv")).toContain("cy@stays.example|Cy|x");
    expect(unwrap(await at.call("memory.facts", { address: ANN })).facts).toEqual([]);
    expect(unwrap(await at.call("memory.facts", { address: "dan@stays.example" })).facts).toHaveLength(1);
  });

  it("is refused when an entry is missing or unclear", async () => {
    for (const [entries, code] of [
      [[], "erase_nobody"],
      [[ANN, "firm.example"], "erase_unclear"],
      [["Ann"], "erase_unclear"],
    ] as const)
      expect(await at.call("memory.erase", { entries: [...entries] })).toMatchObject({ problem: { code } });
  });
});
