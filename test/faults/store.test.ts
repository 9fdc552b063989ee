import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { everything, PAID, readList, unwrap } from "../support/in-process.ts";
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
