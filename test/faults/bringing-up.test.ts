import { execFileSync } from "node:child_process";
import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { launchSandbox } from "../../electron/sandbox/index.ts";
import { world } from "../support/each-world.ts";
import { isOver, unwrap } from "../support/in-process.ts";

function change(sql: string): void {
  const db = new Database(join(world.data, "winnow.db"));
  db.exec(sql);
  db.close();
}

/** Another program keeps a folder of that name: nobody can delete it. */
function undeletable(path: string): () => void {
  if (process.getuid?.() !== 0) throw new Error("this test mounts a small disk: run it as root, as CI does");
  mkdirSync(path, { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", path]);
  writeFileSync(join(path, "busy"), "");
  utimesSync(path, 1, 1);
  return () => void execFileSync("umount", ["-l", path]);
}

describe("a start of Winnow", () => {
  it.each([
    ["a cleaning that was never agreed to", "cleanings/3b241101-e2bb-4255-8caf-4136c566a962"],
    ["a half of a backup", "backups/winnow-2026-01-01T00-00-00-000Z.growing"],
    ["a download of an earlier run", "exports/3b241101-e2bb-4255-8caf-4136c566a962"],
    ["an old upload", "uploads/old"],
    ["a restore that was only made ready", "restoring/new"],
  ])("succeeds although %s cannot be deleted", async (_, name) => {
    await world.stop(await world.start());
    const free = undeletable(join(world.data, name));
    try {
      const at = await world.start();
      const { id } = await world.begin(at);
      expect(await at.until(id, isOver)).toMatchObject({ state: "done" });
      await world.stop(at);
    } finally {
      free();
    }
  });

  it("succeeds although the state of a cleaning cannot be stored: it waits, and goes on once it can", async () => {
    const id = await underWayWith(
      "CREATE TRIGGER t BEFORE UPDATE ON parts BEGIN SELECT RAISE(ABORT, 'no'); END",
    );
    const at = await world.start();
    await at.until(id, ({ waiting }) => waiting?.for === "disk");
    change("DROP TRIGGER t");
    expect(await at.until(id, isOver)).toMatchObject({ state: "done" });
    await world.stop(at);
  });

  /** A cleaning whose parts are on their way, on a journal that refuses something. */
  async function underWayWith(refusal: string): Promise<string> {
    const at = await world.start();
    const { id } = await world.beginUntil(at, null);
    await world.stop(at);
    change(
      `UPDATE parts SET record = json_set(record, '$.state.kind', 'uploading'), state = 'uploading'; ${refusal}`,
    );
    return id;
  }
});

/** Every name below the folder, itself included, that anybody but the user may do something with. */
function openToOthers(folder: string): string[] {
  const names = ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" })];
  return names.filter((name) => (lstatSync(join(folder, name)).mode & 0o077) !== 0);
}

describe("the data folder", () => {
  let umask: number;
  beforeEach(() => {
    umask = process.umask(0);
  });
  afterEach(() => void process.umask(umask));

  it("is private to the user from its first file on, while files elsewhere keep to the umask", async () => {
    const at = await world.start(world.data, {
      launchSandbox: () => launchSandbox({ stateDir: join(world.data, "sandbox"), speed: 1000 }),
    });
    const { id } = await world.begin(at);
    await at.until(id, isOver);
    unwrap(await at.call("accounts.sandbox", {}));
    unwrap(await at.call("app.backup", {}));
    unwrap(await at.call("app.diagnostics", {}));
    const source = { kind: "text", name: "s", text: "ann@acme.example" } as const;
    unwrap(await at.call("suppression.add", { name: "s", source }));
    expect(openToOthers(world.data)).toEqual([]);
    // The umask is the user's as it was when the program began.
    expect(statSync(world.out).mode & 0o777).toBe(0o666 & ~umask);
  });

  it("keeps its mode when it also holds other things, while Winnow's own files in it are private", async () => {
    mkdirSync(world.data);
    chmodSync(world.data, 0o755);
    writeFileSync(join(world.data, "letter.txt"), "mine");
    chmodSync(join(world.data, "letter.txt"), 0o644);
    const at = await world.start();
    const { id } = await world.begin(at);
    await at.until(id, isOver);
    await world.stop(at);
    expect(openToOthers(world.data).sort()).toEqual(["", "letter.txt"]);
  });

  it("is made private without following its links", async () => {
    await world.stop(await world.start());
    const outside = join(world.folder, "outside");
    mkdirSync(outside);
    chmodSync(outside, 0o755);
    execFileSync("ln", ["-s", outside, join(world.data, "logs")]);
    await world.stop(await world.start());
    expect(statSync(outside).mode & 0o777).toBe(0o755);
  });
});
