import { copyFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import type { BridgeEvent } from "../../shared/bridge.ts";
import { world } from "../support/each-world.ts";
import { type InProcess, isOver, unwrap } from "../support/in-process.ts";
import { ADDRESSES } from "../support/one-cleaning.ts";

const journal = () => join(world.data, "winnow.db");
const paidOnce = () => Array.from({ length: ADDRESSES }, () => 1);

/** Over the files of the data folder, as a person does who knows where they lie: the rest of the folder stays. */
function putBack(from: string): void {
  for (const name of ["winnow.db", "winnow.db-wal", "winnow.db-shm"]) {
    rmSync(join(world.data, name), { force: true });
    if (existsSync(join(from, name))) copyFileSync(join(from, name), join(world.data, name));
  }
  for (const name of ["lists", "cleanings", "suppression", "archive.db"]) {
    if (!existsSync(join(from, name))) continue;
    rmSync(join(world.data, name), { recursive: true, force: true });
    cpSync(join(from, name), join(world.data, name), { recursive: true });
  }
  rmSync(world.out, { force: true });
}

function keepJournal(): string {
  const kept = join(world.folder, "kept");
  cpSync(world.data, kept, { recursive: true });
  return kept;
}

async function finish(at: InProcess, id: string): Promise<void> {
  unwrap(await at.call("app.online", { online: true }));
  expect(await at.until(id, isOver)).toMatchObject({ state: "done" });
  expect(world.charges()).toEqual(paidOnce());
}

async function expectAsked(id: string): Promise<void> {
  const jobs = world.jobs();
  const again = await world.start();
  const told = await new Promise<BridgeEvent>((resolve) => again.engine.on(resolve));
  expect(told).toMatchObject({ event: "notice", problem: { code: "data_copied" } });
  expect(unwrap(await again.call("cleanings.get", { cleaningId: id })).state).toBe("paused");
  await world.stop(again);
  expect(world.jobs()).toEqual(jobs);
  expect(world.charges()).toEqual(paidOnce());
}

describe("a journal of an earlier time, put back into its own folder by hand, pays for nothing twice:", () => {
  it("out of a backup", async () => {
    const at = await world.start();
    const { id } = await world.beginUntil(at, null);
    const { path } = unwrap(await at.call("app.backup", {}));
    await finish(at, id);
    await world.stop(at);
    putBack(path);
    await expectAsked(id);
  });

  it("copied between two runs", async () => {
    const at = await world.start();
    const { id } = await world.beginUntil(at, null);
    await world.stop(at);
    const kept = keepJournal();
    const later = await world.start();
    await finish(later, id);
    await world.stop(later);
    putBack(kept);
    await expectAsked(id);
  });

  it("copied while Winnow ran", async () => {
    const at = await world.start();
    const { id } = await world.beginUntil(at, null);
    const kept = keepJournal();
    await finish(at, id);
    await world.stop(at);
    putBack(kept);
    await expectAsked(id);
  });

  it("copied when an earlier Winnow had noted only whose folder it is", async () => {
    const at = await world.start();
    const { id } = await world.beginUntil(at, null);
    await world.stop(at);
    asAnEarlierWinnowLeftIt();
    const kept = keepJournal();
    const later = await world.start();
    await finish(later, id);
    await world.stop(later);
    putBack(kept);
    await expectAsked(id);
  });

  it("that knows of no folder at all, in a folder that was noted", async () => {
    const at = await world.start();
    const { id } = await world.beginUntil(at, null);
    await world.stop(at);
    const kept = keepJournal();
    const db = new Database(join(kept, "winnow.db"));
    db.exec("DELETE FROM settings WHERE name = 'data.folder'");
    db.close();
    const later = await world.start();
    await finish(later, id);
    await world.stop(later);
    putBack(kept);
    await expectAsked(id);
  });

  it("made before an update of Winnow", async () => {
    const at = await world.start();
    const { id } = await world.beginUntil(at, null);
    await world.stop(at);
    const db = new Database(journal());
    db.exec(
      "ALTER TABLE accounts DROP COLUMN job_form; ALTER TABLE accounts DROP COLUMN removed_key_mark; ALTER TABLE accounts DROP COLUMN key_mark; DROP TABLE balances; PRAGMA user_version = 4",
    );
    db.close();
    const later = await world.start();
    await finish(later, id);
    await world.stop(later);
    const [copy] = readdirSync(join(world.data, "backups")).filter((name) => name.startsWith("winnow-v4-"));
    for (const side of ["-wal", "-shm"]) rmSync(`${journal()}${side}`, { force: true });
    copyFileSync(join(world.data, "backups", String(copy)), journal());
    rmSync(world.out, { force: true });
    await expectAsked(id);
  });
});

describe("a folder that was only started anew goes on without asking", () => {
  it.each(["the journal knew", "the file got"])(
    "although Winnow ended before %s the new word",
    async (which) => {
      const at = await world.start();
      const { id } = await world.beginUntil(at, null);
      await world.stop(at);
      const identity = join(world.data, "identity");
      const word = "0123456789abcdef0123456789abcdef";
      const db = new Database(journal());
      db.prepare("UPDATE settings SET value = json_set(value, '$.next', ?) WHERE name = 'data.folder'").run(
        word,
      );
      db.close();
      if (which === "the journal knew") writeFileSync(identity, word);
      const again = await world.start();
      expect(await again.until(id, isOver)).toMatchObject({ state: "done" });
      expect(world.charges()).toEqual(paidOnce());
    },
  );

  it("also from what an earlier Winnow had noted of it", async () => {
    const at = await world.start();
    const { id } = await world.beginUntil(at, null);
    await world.stop(at);
    asAnEarlierWinnowLeftIt();
    const again = await world.start();
    expect(await again.until(id, isOver)).toMatchObject({ state: "done" });
  });

  it("with another word after each start and each end", async () => {
    const seen = new Set<string>();
    const look = () => seen.add(readFileSync(join(world.data, "identity"), "latin1"));
    for (let run = 0; run < 3; run++) {
      const at = await world.start();
      look();
      await world.stop(at);
      look();
    }
    expect(seen.size).toBe(6);
  });
});

function asAnEarlierWinnowLeftIt(): void {
  const db = new Database(journal());
  db.exec("UPDATE settings SET value = json_remove(value, '$.word', '$.next') WHERE name = 'data.folder'");
  db.close();
  writeFileSync(join(world.data, "identity"), "");
}
