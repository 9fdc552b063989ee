import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { lockDataDir, openJournal } from "../../electron/engine/store/index.ts";
import { MIGRATIONS } from "../../electron/engine/store/migrations.ts";
import { everything, isOver, PAID, readList, unwrap } from "../support/in-process.ts";
import {
  ADDRESSES,
  begin,
  clean,
  data,
  disk,
  engineOn,
  expectPaidOnce,
  fill,
  folder,
  label,
  sandbox,
  start,
  stop,
} from "./damaged-store.ts";

describe("a full disk", () => {
  it.each(["committed:uploading", "before:ingest"])(
    "is reported from %s on, loses nothing, and the cleaning goes on by itself once there is room",
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

  it("is waited for when it stops the cleaned list, which is written once there is room", {
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

  it("is reported before an upload when the verified addresses would not fit", async () => {
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

  it("is reported at the start of a cleaning, and nothing is uploaded", async () => {
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
  it("is refused with a clear message when it is read-only", async () => {
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

  it("is refused while another Winnow uses it, and nothing is changed", async () => {
    const at = await start();
    expect(await engineOn(data)).toMatchObject({ ok: false, problem: { code: "store_locked" } });
    await clean(at);
    await stop(at);
    const lock = unwrap(lockDataDir(data));
    lock.release();
  });

  it("is refused and left unchanged, byte for byte, when it belongs to a newer Winnow", async () => {
    await stop(await start());
    const db = new Database(join(data, "winnow.db"));
    db.pragma("user_version = 99");
    db.close();
    const before = readFileSync(join(data, "winnow.db"));
    expect(await engineOn(data)).toMatchObject({ ok: false, problem: { code: "store_newer" } });
    expect(readFileSync(join(data, "winnow.db")).equals(before)).toBe(true);
  });
});

describe("migrations of the journal", () => {
  const path = () => join(folder, "winnow.db");
  const backups = () => join(folder, "backups");

  it("leave the old version and data when they are interrupted, and run again", () => {
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

describe("restoring a backup", () => {
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
