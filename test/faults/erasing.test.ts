import { randomUUID } from "node:crypto";
import fs, {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import Database from "better-sqlite3";
import { strToU8, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eraseTasks } from "../../electron/engine/erase/thread-tasks.ts";
import { isReplacing, pendingErasure } from "../../electron/engine/memory/index.ts";
import { layoutOf } from "../../electron/engine/store/index.ts";
import type { ReadOptions } from "../../shared/bridge/lists.ts";
import { workbook } from "../fixtures/workbooks.ts";
import {
  hasEnded,
  type InProcess,
  openInProcess,
  PAY_FOR_ALL,
  readList,
  unwrap,
} from "../support/in-process.ts";
import { DAILY_SEED, LONG as IS_LONG } from "../support/long.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const sandbox = await quickSandbox();
const ANN = "ann@victim.example";
const MUELLER = "müller@victim.example";
const JOERG = "jörg@müller.example";
const ENTRIES = [ANN, MUELLER, "jörg@xn--mller-kva.example"];
/** No one else has an address at these domains, and only Ann's rows contain her surname. */
const TRACES = ["victim.example", "annsurname", "müller.example", "mller-kva"];
const FORMS = [
  `met ${ANN.toUpperCase()}!`,
  `https://u.example/?e=${ANN}&x=1`,
  `mailto:${ANN}?subject=hello`,
  `“${ANN}”`,
  "ann%40victim.example",
  `<${MUELLER}>`,
];
const ROWS = [
  ["Email", "Name", "Note"],
  [ANN, "Ann Annsurname", "vip"],
  [MUELLER, "Annsurname", ""],
  ...FORMS.map((form, at) => [`bob${at}@stays.example`, "Bob", form]),
];
const csv = (end = "\r\n") => ROWS.map((row) => row.join(",") + end).join("");
/** Ann's row spans the boundary between two reads of 4 MiB. */
const LONG = (() => {
  const before = `Email,Note\r${`bob@stays.example,${"y".repeat(65_000)}\r`.repeat(64)}cy@stays.example,`;
  return `${before}${"y".repeat(4 * 1024 * 1024 - before.length - 4)}\r${ANN},Annsurname\r`;
})();
const LISTS: readonly (readonly [name: string, bytes: Uint8Array | string, options?: ReadOptions])[] = [
  [`${ANN}.csv`, csv()],
  ["big-endian.csv", Buffer.from(`\uFEFF${csv()}`, "utf16le").swap16()],
  ["little-endian.csv", Buffer.from(`\uFEFF${csv()}`, "utf16le")],
  [
    "windows.csv",
    Buffer.from(csv().replace("“", "\x93").replace("”", "\x94"), "latin1"),
    { encoding: "windows-1252" },
  ],
  ["carriage-returns.csv", LONG],
  ["own-script.csv", `Email,Name\n${JOERG},Annsurname\nflo@stays.example,Flo\n`],
  [
    "book.xlsx",
    workbook([
      { name: "People", rows: [["Email"], ["flo@stays.example"]] },
      { name: "Others", rows: [["Text"], [ANN]] },
    ]),
    { sheet: "People" },
  ],
  [
    "export.zip",
    zipSync({
      "x_all_results.csv": strToU8("Email\nflo@stays.example\n"),
      "x_invalid.csv": strToU8(`Email Address,ZB Status\n${ANN},Invalid\n`),
    }),
  ],
  ["people.json", JSON.stringify([{ email: "flo@stays.example", friends: [{ email: ANN }] }])],
];

let folder: string;
/** A closed data folder with a copy of every kind of store. */
let data: string;
let elsewhere: string;
let sessionAccount: { baseUrl: string; apiKey: string };

const open = async (dataDir: string) => unwrap(await openInProcess(dataDir, { sessionAccount }));

async function clean(at: InProcess, name: string, bytes: Uint8Array | string, options: ReadOptions = {}) {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const accountId = unwrap(await at.call("accounts.list", {})).accounts[0]?.id ?? "";
  const listId = await readList(at, path, options);
  const price = unwrap(await at.call("cleanings.price", { listId, accountId, options: PAY_FOR_ALL }));
  const start = { listId, accountId, options: PAY_FOR_ALL, agreedCredits: price.credits };
  await at.until(unwrap(await at.call("cleanings.start", start)).id, hasEnded);
}

function writeDataFile(path: string, bytes: string) {
  mkdirSync(join(data, path, ".."), { recursive: true });
  writeFileSync(join(data, path), bytes);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "winnow-erasing-"));
  data = join(folder, "data");
  sandbox.createAccount({ label: "erasing", credits: 1_000_000 });
  sessionAccount = { baseUrl: sandbox.baseUrl, apiKey: sandbox.account("erasing").key };
  const at = await open(data);
  for (const [name, bytes, options] of LISTS) await clean(at, name, bytes, options);
  const unread = join(folder, "unread.csv");
  writeFileSync(unread, csv());
  unwrap(await at.call("lists.open", { source: { kind: "path", path: unread } }));
  const accountId = unwrap(await at.call("accounts.list", {})).accounts[0]?.id ?? "";
  unwrap(await at.call("checks.check", { accountId, address: ANN, again: true }));
  const bounces = join(folder, `bounces of ${ANN}.csv`);
  writeFileSync(
    bounces,
    `status,reason,email,created\n5.1.1,unknown,${ANN},1709287872\n5.1.1,forwards to <${ANN}>,dan@stays.example,1709287872\n`,
  );
  const listId = await readList(at, bounces);
  unwrap(await at.call("memory.import", { listId, name: `bounces of ${ANN}.csv`, isAgreed: true }));
  const mine = { kind: "text" as const, name: "mine", text: `${ANN}\nzoe@stays.example\n` };
  unwrap(await at.call("suppression.add", { name: "mine", source: mine }));
  await at.close();
  const journal = new Database(join(data, "winnow.db"));
  journal.exec("INSERT INTO domains VALUES ('@victim.example', 1, NULL, 'mx.stays.example')");
  journal.close();
  writeDataFile("lists/.DS_Store", "");
  writeDataFile("logs/winnow.log", `opened /home/${ANN}.csv\n`);
  writeDataFile("desktop/recent.json", JSON.stringify([`/home/${ANN}.csv`]));
  for (const name of ["exports", "uploads", "unfinished"]) writeDataFile(`${name}/one`, ANN);
  mkdirSync(join(data, "sandbox"));
  const jobs = new Database(join(data, "sandbox/sandbox.db"));
  jobs.exec("CREATE TABLE files (name TEXT, bytes BLOB)");
  jobs.prepare("INSERT INTO files VALUES (?, ?)").run(`${ANN}.csv`, Buffer.from(`email\n${ANN}\n`));
  jobs.close();
  const again = await open(data);
  elsewhere = unwrap(await again.call("app.backup", { target: { path: join(folder, "usb") } })).path;
  unwrap(await again.call("app.backup", {}));
  await again.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the files below a folder that contain a trace in any encoding, or are compressed and could contain one. */
function traces(of: string): string[] {
  const files = readdirSync(of, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return files
    .map((one) => join(one.parentPath, one.name))
    .filter((path) => {
      const bytes = readFileSync(path);
      const even = bytes.subarray(0, bytes.length & ~1);
      const odd = bytes.subarray(1, 1 + ((bytes.length - 1) & ~1));
      const wide = [even, odd].flatMap((one) => [one, Buffer.from(one).swap16()]);
      const texts = [bytes.toString("latin1"), ...wide.map((one) => one.toString("utf16le"))];
      const isNamed = texts.some((text) => TRACES.some((trace) => text.toLowerCase().includes(trace)));
      return isNamed || bytes.subarray(0, 2).toString() === "PK";
    })
    .map((path) => relative(of, path));
}

class Killed extends Error {}
const MUTATING = ["renameSync", "rmSync", "copyFileSync", "writeFileSync", "writeSync", "mkdirSync"] as const;

/**
 * Runs `work` in a simulated process that dies at the first file system change for which `isDead`. Returns whether it
 * died.
 */
async function simulateKill(isDead: () => boolean, work: () => Promise<unknown>): Promise<boolean> {
  const real = Object.fromEntries(MUTATING.map((name) => [name, fs[name]]));
  let dead = false;
  for (const name of MUTATING) {
    const call = fs[name] as (...input: unknown[]) => unknown;
    Object.assign(fs, {
      [name]: (...input: unknown[]) => {
        dead ||= isDead();
        if (dead) throw new Killed(name);
        return call(...input);
      },
    });
  }
  syncBuiltinESMExports();
  try {
    await work().catch((error: unknown) => {
      if (!dead) throw error;
    });
    return dead;
  } finally {
    Object.assign(fs, real);
    syncBuiltinESMExports();
  }
}

function copy(name: string): string {
  const to = join(folder, name);
  rmSync(to, { recursive: true, force: true });
  cpSync(data, to, { recursive: true });
  return to;
}
/** Only every `STRIDE`-th step of an erasure is tried, in CI others each day. */
const STRIDE = IS_LONG ? 1 : 41;
let now = Date.UTC(2027, 0, 1);
const erase = (dataDir: string, people: readonly string[] | null) =>
  eraseTasks["erase.all"]({ dataDir, people, app: "0.0.0", at: ++now }, { progress() {} });

describe("erasing people", () => {
  it("leaves no trace in any store, form and encoding", async () => {
    const own = copy("whole");
    expect(traces(own).length).toBeGreaterThan(30);
    const { unread, ...found } = unwrap(await erase(own, ENTRIES));
    expect(unread).toEqual([]);
    expect(found).toEqual({ rows: 11, places: 50, verdicts: 11, facts: 2, backups: 1 });
    expect(traces(own)).toEqual([]);
  });

  it("is finished by the next start after a kill at any step, with the same receipt", async () => {
    const { backups: _, ...whole } = unwrap(await erase(copy("whole"), ENTRIES));
    for (let step = 1 + (DAILY_SEED % STRIDE); ; step += STRIDE) {
      const own = copy("killed");
      let steps = 0;
      if (
        !(await simulateKill(
          () => ++steps >= step,
          () => erase(own, ENTRIES),
        ))
      ) {
        expect(step).toBeGreaterThan(50);
        break;
      }
      if (pendingErasure(layoutOf(own)) !== undefined) {
        unwrap(await erase(own, null));
        expect(traces(own), `step ${step}`).toEqual([]);
      }
      expect(unwrap(await erase(own, ENTRIES)), `step ${step}`).toMatchObject(whole);
    }
  }, 600_000);

  it("reports unreadable data after everything else is erased", async () => {
    const own = copy("damaged");
    const journal = new Database(join(own, "winnow.db"), { readonly: true });
    const id = journal.prepare("SELECT id FROM lists WHERE name = 'windows.csv'").pluck().get();
    journal.close();
    const damaged = join("lists", String(id));
    writeFileSync(join(own, damaged, "list.db"), "no database");
    const { unread } = unwrap(await erase(own, ENTRIES));
    expect(unread).toEqual(["windows.csv", expect.stringMatching(/^winnow-2/)]);
    expect(traces(own).filter((path) => !path.startsWith(damaged) && !path.startsWith("backups"))).toEqual(
      [],
    );
  });

  it("reports folders that are not Winnow's, and does not follow links", async () => {
    const own = copy("linked");
    const downloads = join(folder, "downloads");
    mkdirSync(downloads, { recursive: true });
    for (const name of ["holiday.jpg", "other.log"]) writeFileSync(join(downloads, name), ANN);
    mkdirSync(join(own, "backups", "my copy"));
    rmSync(join(own, "exports"), { recursive: true });
    symlinkSync(downloads, join(own, "exports"));
    symlinkSync(join(downloads, "other.log"), join(own, "logs/other.log"));
    expect(unwrap(await erase(own, ENTRIES)).unread).toEqual(["exports", "my copy"]);
    expect(traces(downloads)).toEqual(["holiday.jpg", "other.log"]);
  });

  it("names the user's folders among the lists, and neither it nor housekeeping removes them", async () => {
    const own = copy("mixed");
    const outside = join(folder, "outside");
    const theirs = ["lists/photos/ann.jpg", "cleanings/src/main.c"].map((path) => join(own, path));
    for (const path of [...theirs, join(outside, "ann.jpg")]) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, ANN);
    }
    symlinkSync(outside, join(own, "lists", randomUUID()));
    const long = new Date(2020, 1, 1);
    for (const path of theirs) utimesSync(dirname(path), long, long);
    const { unread } = unwrap(await erase(own, ENTRIES));
    expect(unread).toHaveLength(3);
    expect(unread).toEqual(expect.arrayContaining([join("lists", "photos"), join("cleanings", "src")]));
    await (await open(own)).close();
    expect(theirs.map((path) => readFileSync(path, "utf8"))).toEqual([ANN, ANN]);
    expect(readdirSync(outside)).toEqual(["ann.jpg"]);
  });

  it("does not follow a link in place of all lists", async () => {
    const own = copy("moved");
    const drive = join(folder, "drive");
    renameSync(join(own, "lists"), drive);
    symlinkSync(drive, join(own, "lists"));
    const before = traces(drive);
    expect(unwrap(await erase(own, ENTRIES)).unread).toEqual(["lists"]);
    expect(traces(drive)).toEqual(before);
  });

  it("applies to an older backup if the next start completes its interrupted restore", async () => {
    const own = copy("restored");
    unwrap(await erase(own, ENTRIES));
    const at = await open(own);
    const isSwapping = () => existsSync(join(own, "restoring/plan.json"));
    const restore = () => at.call("app.restore", { kind: "path", path: elsewhere });
    expect(await simulateKill(isSwapping, restore)).toBe(true);
    await at.close();
    const next = await open(own);
    expect(unwrap(await next.call("cleanings.list", {})).total).toBe(LISTS.length);
    await next.close();
    expect(isSwapping()).toBe(false);
    expect(traces(own)).toEqual([]);
  });

  it("is finished by the next start before any data is opened, and reported", async () => {
    const own = copy("interrupted");
    const isCommitted = () => pendingErasure(layoutOf(own)) !== null;
    let begun = false;
    const dies = () => {
      begun ||= pendingErasure(layoutOf(own)) === null;
      return begun && isCommitted();
    };
    expect(await simulateKill(dies, () => erase(own, ENTRIES))).toBe(true);
    expect(traces(own)).not.toEqual([]);
    const at = await open(own);
    const told: string[] = [];
    at.engine.on((event) => void (event.event === "notice" && told.push(event.problem.code)));
    expect(traces(own)).toEqual([]);
    await expect.poll(() => told).toEqual(["erase_resumed"]);
    await at.close();
  });

  it("keeps the data closed while files are still to be replaced", async () => {
    const own = copy("held");
    expect(
      await simulateKill(
        () => isReplacing(layoutOf(own)),
        () => erase(own, ENTRIES),
      ),
    ).toBe(true);
    const [first = ""] = pendingErasure(layoutOf(own))?.renames ?? [];
    rmSync(join(own, first));
    mkdirSync(join(own, first, "held"), { recursive: true });
    const refused = await openInProcess(own, { sessionAccount });
    expect(refused).toMatchObject({ ok: false, problem: { code: "erase_unfinished" } });
    rmSync(join(own, first), { recursive: true });
    const at = await open(own);
    expect(traces(own)).toEqual([]);
    await at.close();
  });
});
