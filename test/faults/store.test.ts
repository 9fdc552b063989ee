import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { backUp, cleanToEnd, restore } from "../support/backed-up.ts";
import { sandbox, world } from "../support/each-world.ts";
import { fullOutput, openInProcess, PAY_FOR_ALL, readList, unwrap } from "../support/in-process.ts";
import { ADDRESSES } from "../support/one-cleaning.ts";

function disk(megabytes: number) {
  const path = join(world.folder, "disk");
  mkdirSync(path);
  if (process.getuid?.() !== 0) throw new Error("this test mounts a small disk: run it as root, as CI does");
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", path]);
  return { path, unmount: () => void execFileSync("umount", ["-l", path]) };
}

function fill(path: string): void {
  const handle = openSync(join(path, "filler"), "w");
  for (let size = 1 << 20; size >= 512; ) {
    try {
      writeSync(handle, Buffer.alloc(size));
    } catch {
      size >>= 1;
    }
  }
  closeSync(handle);
}

describe("a full disk", () => {
  it("is reported before an upload if the verified addresses would not fit", async () => {
    const small = disk(1);
    try {
      const at = await world.start();
      const path = join(world.folder, "named.csv");
      const people = Array.from({ length: 9_000 }, (_, i) => `Person <person${10_000 + i}@example.com>`);
      const text = `Email\n${people.join("\n")}\n`;
      writeFileSync(path, text);
      // The verdicts alone would fit.
      expect(text.length + people.length * 64).toBeLessThan(2 ** 20);
      const listId = await readList(at, path);
      const accountId = unwrap(await at.call("accounts.list", {})).accounts[0]?.id ?? "";
      const wish = { listId, accountId, options: PAY_FOR_ALL, agreedCredits: people.length };
      const out = fullOutput(join(small.path, "clean.csv"));
      const refused = await at.call("cleanings.start", { ...wish, out });
      expect(refused).toMatchObject({ ok: false, problem: { code: "disk_full" } });
      expect(world.jobs()).toEqual([]);
    } finally {
      small.unmount();
    }
  });

  it("is reported at the start of a cleaning, and nothing is uploaded", async () => {
    const small = disk(4);
    try {
      const at = await world.start(join(small.path, "data"));
      fill(small.path);
      await expect(world.begin(at)).rejects.toThrow(/disk_full/);
      expect(world.jobs()).toEqual([]);
      await world.stop(at);
    } finally {
      small.unmount();
    }
  });
});

describe("an unusable data folder", () => {
  it("is refused with a clear message if it is read-only", async () => {
    const small = disk(2);
    try {
      execFileSync("mount", ["-o", "remount,ro", small.path]);
      expect(await openInProcess(join(small.path, "data"))).toMatchObject({
        ok: false,
        problem: { code: "store_unwritable" },
      });
    } finally {
      small.unmount();
    }
  });

  it("is refused and left unchanged, byte for byte, if it belongs to a newer Winnow", async () => {
    await world.stop(await world.start());
    const db = new Database(join(world.data, "winnow.db"));
    db.pragma("user_version = 99");
    db.close();
    const before = readFileSync(join(world.data, "winnow.db"));
    expect(await openInProcess(world.data)).toMatchObject({ ok: false, problem: { code: "store_newer" } });
    expect(readFileSync(join(world.data, "winnow.db")).equals(before)).toBe(true);
  });
});

describe("restoring a backup", () => {
  it("brings back everything but keys, also in another data folder", async () => {
    const at = await world.start();
    const id = await cleanToEnd(world, at);
    unwrap(await at.call("cleanings.update", { cleaningId: id, name: "Spring", tags: ["client a"] }));
    unwrap(await at.call("settings.set", { freshDays: 12 }));
    const path = await backUp(at);
    const { key } = sandbox.account(world.label);
    for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) expect(readFileSync(join(entry.parentPath, entry.name)).includes(key)).toBe(false);
    }
    const timeline = unwrap(await at.call("cleanings.timeline", { cleaningId: id })).entries;
    await world.stop(at);

    const elsewhere = join(world.folder, "elsewhere");
    const other = await world.start(elsewhere);
    unwrap(await restore(other, path));
    await world.stop(other);
    const restored = await world.start(elsewhere);
    const cleaning = unwrap(await restored.call("cleanings.get", { cleaningId: id }));
    expect(cleaning).toMatchObject({ name: "Spring", tags: ["client a"], state: "done", missing: 0 });
    expect(unwrap(await restored.call("cleanings.timeline", { cleaningId: id })).entries).toEqual(timeline);
    expect(unwrap(await restored.call("settings.get", {})).freshDays).toBe(12);
    // Cleaning the same list again is free, as its verdicts are known.
    const listId = await readList(restored, join(world.folder, "contacts.csv"));
    const options = { ...PAY_FOR_ALL, reuseKnown: true };
    const price = await restored.call("cleanings.price", { listId, accountId: cleaning.accountId, options });
    expect(unwrap(price)).toMatchObject({ credits: 0, known: ADDRESSES });
    expect(world.charges()).toEqual(Array.from({ length: ADDRESSES }, () => 1));
  });
});
