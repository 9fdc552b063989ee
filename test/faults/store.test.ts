import { execFileSync } from "node:child_process";
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EngineOptions } from "../../electron/engine/engine.ts";
import { layoutOf, lockDataDir, openJournal, openStore } from "../../electron/engine/store/index.ts";
import { MIGRATIONS } from "../../electron/engine/store/migrations/index.ts";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import {
  everything,
  type InProcess,
  isOver,
  openInProcess,
  PAID,
  readList,
  unwrap,
} from "../support/in-process.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const ADDRESSES = 40;
const sandbox = await quickSandbox();
let folder: string;
let data: string;
let label: string;
let accounts = 0;
const open: InProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "winnow-store-"));
  data = join(folder, "data");
  label = `store-${++accounts}`;
  sandbox.createAccount({ label, credits: 10_000 });
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  rmSync(folder, { recursive: true, force: true });
});

function engineOn(dataDir: string, options: Partial<EngineOptions> = {}) {
  const session = { baseUrl: sandbox.baseUrl, apiKey: sandbox.account(label).key };
  return openInProcess(dataDir, { session, ...options });
}

async function start(dataDir = data, options: Partial<EngineOptions> = {}): Promise<InProcess> {
  const at = unwrap(await engineOn(dataDir, options));
  open.push(at);
  return at;
}

async function stop(at: InProcess): Promise<void> {
  open.splice(open.indexOf(at), 1);
  await at.close();
}

const outOf = () => join(folder, "clean.csv");

async function begin(at: InProcess, target = outOf()): Promise<Cleaning> {
  const path = join(folder, "contacts.csv");
  const rows = Array.from({ length: ADDRESSES }, (_, i) => `${i},person${i}@example${i % 5}.com`);
  writeFileSync(path, `Nr,Email\n${rows.join("\n")}\n`);
  const listId = await readList(at, path);
  const accountId = unwrap(await at.call("accounts.list", {})).accounts[0]?.id ?? "";
  const out = { ...everything(target), withVerdicts: false };
  return unwrap(
    await at.call("cleanings.start", { listId, accountId, options: PAID, agreedCredits: ADDRESSES, out }),
  );
}

async function clean(at: InProcess): Promise<Cleaning> {
  const cleaning = await at.until((await begin(at)).id, isOver);
  expect(cleaning).toMatchObject({ state: "done", missing: 0 });
  return cleaning;
}

function expectPaidOnce(): void {
  const charges = [...sandbox.charges(label).values()];
  expect(charges).toHaveLength(ADDRESSES);
  expect(charges.every((times) => times === 1)).toBe(true);
}

/** Overwrites the middle of a file, as a failing disk does. */
function damage(path: string, from = 4096): void {
  const size = statSync(path).size;
  expect(size).toBeGreaterThan(from);
  const handle = openSync(path, "r+");
  writeSync(handle, Buffer.alloc(Math.min(size - from, 16 * 4096), 0xa5), 0, undefined, from);
  closeSync(handle);
}

/** A small disk of its own below the test's folder. */
function disk(megabytes: number): { path: string; remount(mode: "ro" | "rw"): void; unmount(): void } {
  const path = join(folder, "disk");
  mkdirSync(path);
  if (process.getuid?.() !== 0) throw new Error("this test mounts a small disk: run it as root, as CI does");
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", path]);
  return {
    path,
    remount: (mode) => void execFileSync("mount", ["-o", `remount,${mode}`, path]),
    unmount: () => void execFileSync("umount", ["-l", path]),
  };
}

/** Writes until nothing more fits; answers the way to free it again. */
function fill(path: string): () => void {
  const filler = join(path, "filler");
  const handle = openSync(filler, "w");
  try {
    for (let size = 1 << 20; size >= 512; ) {
      try {
        writeSync(handle, Buffer.alloc(size));
      } catch {
        size >>= 1;
      }
    }
  } finally {
    closeSync(handle);
  }
  return () => rmSync(filler);
}

describe("a full disk", () => {
  it.each(["committed:uploading", "before:start", "before:download", "before:ingest", "committed:done"])(
    "from %s on: says so, loses nothing, and goes on by itself when there is room",
    { timeout: 60_000 },
    async (point) => {
      const small = disk(12);
      try {
        const full: (() => void)[] = [];
        const probe = (name: string) => {
          if (name === point && full.length === 0) full.push(fill(small.path));
        };
        const at = await start(join(small.path, "data"), { probe });
        const { id } = await begin(at);
        const stuck = await at.until(id, ({ problem }) => problem !== null);
        expect(stuck.problem?.code).toBe("disk_full");
        for (const free of full) free();
        const cleaning = await at.until(id, isOver);
        expect(cleaning).toMatchObject({ state: "done", missing: 0, problem: null });
        expectPaidOnce();
        await stop(at);
      } finally {
        small.unmount();
      }
    },
  );

  it("where the cleaned list is to go: it is written by itself when there is room", {
    timeout: 60_000,
  }, async () => {
    const small = disk(1);
    try {
      const full: (() => void)[] = [];
      const at = await start(data, {
        probe: (name) => {
          if (name === "before:out" && full.length === 0) full.push(fill(small.path));
        },
      });
      const { id } = await begin(at, join(small.path, "clean.csv"));
      const stuck = await at.until(id, ({ problem }) => problem !== null);
      expect(stuck).toMatchObject({ state: "done", problem: { code: "disk_full" }, out: { rows: null } });
      for (const free of full) free();
      const written = await at.until(id, ({ out }) => out?.rows === ADDRESSES);
      expect(written.problem).toBeNull();
      expect(readFileSync(join(small.path, "clean.csv"), "utf8").split("\n")).toHaveLength(ADDRESSES + 2);
      await stop(at);
    } finally {
      small.unmount();
    }
  });

  it("that has no room for the verified addresses beside the verdicts: said before anything is uploaded", async () => {
    const small = disk(1);
    try {
      const at = await start();
      const path = join(folder, "named.csv");
      const people = Array.from({ length: 9_000 }, (_, i) => `Person <person${10_000 + i}@example.com>`);
      const text = `Email\n${people.join("\n")}\n`;
      writeFileSync(path, text);
      // The verdicts alone would fit.
      expect(text.length + people.length * 64).toBeLessThan(2 ** 20);
      const listId = await readList(at, path);
      const accountId = unwrap(await at.call("accounts.list", {})).accounts[0]?.id ?? "";
      const wish = { listId, accountId, options: PAID, agreedCredits: people.length };
      const out = everything(join(small.path, "clean.csv"));
      const refused = await at.call("cleanings.start", { ...wish, out });
      expect(refused).toMatchObject({ ok: false, problem: { code: "disk_full" } });
      expect(sandbox.snapshot().jobs.filter((job) => job.account === label)).toEqual([]);
    } finally {
      small.unmount();
    }
  });

  it("at the start of a cleaning: nothing is uploaded, and the words are those of a full disk", async () => {
    const small = disk(4);
    try {
      const at = await start(join(small.path, "data"));
      fill(small.path);
      await expect(begin(at)).rejects.toThrow(/disk_full/);
      expect(sandbox.snapshot().jobs.filter((job) => job.account === label)).toEqual([]);
      await stop(at);
    } finally {
      small.unmount();
    }
  });
});

describe("a data folder that cannot be used", () => {
  it("is read-only: a clear message", async () => {
    const small = disk(2);
    try {
      small.remount("ro");
      expect(await engineOn(join(small.path, "data"))).toMatchObject({
        ok: false,
        problem: { code: "store_unwritable" },
      });
    } finally {
      small.unmount();
    }
  });

  it("is in use by another Winnow: the second says so and changes nothing", async () => {
    const at = await start();
    expect(await engineOn(data)).toMatchObject({ ok: false, problem: { code: "store_locked" } });
    await clean(at);
    await stop(at);
    const lock = unwrap(lockDataDir(data));
    lock.release();
  });

  it("belongs to a newer Winnow: refused, and left byte for byte", async () => {
    await stop(await start());
    const db = new Database(join(data, "winnow.db"));
    db.pragma("user_version = 99");
    db.close();
    const before = readFileSync(join(data, "winnow.db"));
    expect(await engineOn(data)).toMatchObject({ ok: false, problem: { code: "store_newer" } });
    expect(readFileSync(join(data, "winnow.db")).equals(before)).toBe(true);
  });
});

describe("a damaged history", () => {
  it.each([
    ["whose pages are overwritten", (path: string) => damage(path)],
    ["whose head is overwritten", (path: string) => damage(path, 0)],
    [
      "that is no database",
      (path: string) => writeFileSync(path, "this is a text, and no database at all".repeat(200)),
    ],
    ["that is cut off", (path: string) => truncateSync(path, 5000)],
  ])(
    "%s is put aside whole, the last backup is offered, and putting that back brings everything",
    async (_, harm) => {
      const first = await start();
      const { id } = await clean(first);
      const exported = readFileSync(outOf());
      const backup = unwrap(await first.call("app.backup", {})).path;
      await stop(first);
      harm(join(data, "winnow.db"));
      writeFileSync(join(data, "winnow.db-wal"), "left over");

      const second = await start();
      const info = unwrap(await second.call("app.info", {}));
      expect(info).toMatchObject({ storeProblem: { code: "store_corrupt" }, lastBackup: backup });
      expect(unwrap(await second.call("cleanings.list", {})).total).toBe(0);
      const aside = readdirSync(join(data, "backups")).filter((name) => name.startsWith("damaged-"));
      expect(aside).toHaveLength(1);
      const kept = readdirSync(join(data, "backups", aside[0] ?? ""));
      expect(kept).toEqual(expect.arrayContaining(["winnow.db", "lists", "cleanings"]));
      expect(existsSync(join(data, "backups", aside[0] ?? "", "cleanings", id, "results.db"))).toBe(true);
      // It can be worked with meanwhile.
      await clean(second);
      unwrap(await second.call("app.restore", { kind: "path", path: backup }));
      const restored = async (at: InProcess) => {
        expect(unwrap(await at.call("app.info", {})).storeProblem).toBeNull();
        expect(unwrap(await at.call("cleanings.get", { cleaningId: id }))).toMatchObject({ state: "done" });
      };
      await restored(second);
      await stop(second);

      await restored(await start());
      expect(readFileSync(outOf()).equals(exported)).toBe(true);
    },
  );

  it("is told to whoever listens first", async () => {
    await stop(await start());
    writeFileSync(join(data, "winnow.db"), "no database".repeat(1000));
    const at = await start();
    const told = await new Promise((resolve) => at.engine.on(resolve));
    expect(told).toMatchObject({ event: "notice", problem: { code: "store_corrupt" } });
  });

  it("found after an unclean exit although it opens: checked, and put aside", async () => {
    const at = await start();
    await clean(at);
    await stop(at);
    writeFileSync(join(data, "open"), "");
    // The last page: nothing that is read at the start.
    damage(join(data, "winnow.db"), statSync(join(data, "winnow.db")).size - 4096);
    const again = await start();
    expect(unwrap(await again.call("app.info", {})).storeProblem?.code).toBe("store_corrupt");
  });

  it("loses at most what came after the cut when its log of changes is cut off anywhere", () => {
    const path = join(folder, "winnow.db");
    const backups = join(folder, "backups");
    const journal = unwrap(openJournal(path, backups));
    const put = journal.db.prepare("INSERT INTO settings (name, value) VALUES (?, '1')");
    for (let n = 0; n < 50; n++) journal.commit(() => put.run(`s${String(n).padStart(2, "0")}`));
    const size = statSync(`${path}-wal`).size;
    const counts: number[] = [];
    for (let cut = 0; cut <= 20; cut++) {
      const copy = join(folder, `cut-${cut}`, "winnow.db");
      mkdirSync(join(folder, `cut-${cut}`));
      copyFileSync(path, copy);
      copyFileSync(`${path}-wal`, `${copy}-wal`);
      truncateSync(`${copy}-wal`, Math.floor((size * cut) / 20));
      const opened = unwrap(openStore(layoutOf(join(folder, `cut-${cut}`)), 1));
      const names = opened.journal.db.prepare("SELECT name FROM settings ORDER BY name").pluck().all();
      expect(names).toEqual(Array.from({ length: names.length }, (_, n) => `s${String(n).padStart(2, "0")}`));
      expect(opened.aside).toBeNull();
      counts.push(names.length);
      opened.close();
    }
    journal.close();
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(counts.at(-1)).toBe(50);
  });
});

describe("damage beside the history", () => {
  it("of a cleaning's results while it is under way: they are put together again", async () => {
    let hit = false;
    const probe = (name: string) => {
      if (name !== "before:ingest" || hit) return;
      hit = true;
      for (const id of readdirSync(join(data, "cleanings"))) {
        writeFileSync(layoutOf(data).cleaning(id).results, "damaged".repeat(4000));
      }
    };
    const at = await start(data, { probe });
    const { id } = await begin(at);
    expect(await at.until(id, isOver)).toMatchObject({ state: "done", missing: 0 });
  });
});

describe("rows that cannot be read", () => {
  it("of a part: shown, kept as they were, and asked about at the service before anything is paid for", async () => {
    const at = await start();
    const { id } = await clean(at);
    await stop(at);
    const db = new Database(join(data, "winnow.db"));
    db.prepare("UPDATE parts SET record = '{\"state\":' WHERE cleaning_id = ?").run(id);
    db.prepare("UPDATE cleanings SET price = 'gone', tags = '[' WHERE id = ?").run(id);
    db.close();
    const again = await start();
    const shown = unwrap(await again.call("cleanings.list", {})).cleanings[0];
    expect(shown).toMatchObject({ id, problem: { code: "history_unreadable" } });
    expect(shown?.actions).toContain("retry");
    unwrap(await again.act(id, "retry"));
    const cleaning = await again.until(
      id,
      ({ state, parts }) => state === "done" && parts[0]?.state === "done",
    );
    expect(cleaning.parts[0]?.problem).toBeNull();
    expectPaidOnce();
    await stop(again);
    const after = new Database(join(data, "winnow.db"), { readonly: true });
    expect(after.prepare("SELECT record FROM set_aside").pluck().all()).toEqual(['{"state":']);
    after.close();
  });
});

describe("migrations", () => {
  const path = () => join(folder, "winnow.db");
  const backups = () => join(folder, "backups");

  it("interrupted in the middle leave the version and the data of before, and run again", () => {
    unwrap(openJournal(path(), backups())).close();
    const next = (MIGRATIONS.at(-1)?.version ?? 0) + 1;
    const broken = {
      version: next,
      sql: "CREATE TABLE half (a INTEGER) STRICT; INSERT INTO nowhere VALUES (1);",
    };
    expect(openJournal(path(), backups(), [...MIGRATIONS, broken])).toMatchObject({ ok: false });
    const whole = { version: next, sql: "CREATE TABLE half (a INTEGER) STRICT;" };
    const journal = unwrap(openJournal(path(), backups(), [...MIGRATIONS, whole]));
    expect(journal.db.pragma("user_version", { simple: true })).toBe(next);
    journal.close();
  });
});

describe("a backup", () => {
  it("brings back everything but keys, in another data folder too", async () => {
    const at = await start();
    const { id } = await clean(at);
    unwrap(await at.call("cleanings.update", { cleaningId: id, name: "Spring", tags: ["client a"] }));
    unwrap(await at.call("settings.set", { freshDays: 12 }));
    const { path, bytes } = unwrap(await at.call("app.backup", {}));
    expect(bytes).toBeGreaterThan(1000);
    const { key } = sandbox.account(label);
    for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) expect(readFileSync(join(entry.parentPath, entry.name)).includes(key)).toBe(false);
    }
    const timeline = unwrap(await at.call("cleanings.timeline", { cleaningId: id })).entries;
    await stop(at);

    const elsewhere = join(folder, "elsewhere");
    const other = await start(elsewhere);
    unwrap(await other.call("app.restore", { kind: "path", path }));
    await stop(other);
    const restored = await start(elsewhere);
    const cleaning = unwrap(await restored.call("cleanings.get", { cleaningId: id }));
    expect(cleaning).toMatchObject({ name: "Spring", tags: ["client a"], state: "done", missing: 0 });
    expect(unwrap(await restored.call("cleanings.timeline", { cleaningId: id })).entries).toEqual(timeline);
    expect(unwrap(await restored.call("settings.get", {})).freshDays).toBe(12);
    // What was paid for is known there: cleaning the same list again costs nothing.
    const listId = await readList(restored, join(folder, "contacts.csv"));
    const options = { ...PAID, reuseKnown: true };
    const price = await restored.call("cleanings.price", { listId, accountId: cleaning.accountId, options });
    expect(unwrap(price)).toMatchObject({ credits: 0, known: ADDRESSES });
    expectPaidOnce();
  });
});
