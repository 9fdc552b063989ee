import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createNodeFetch } from "../../electron/engine/service/index.ts";
import type { Fetch } from "../../electron/engine/service/types.ts";
import { MIGRATIONS, openJournal } from "../../electron/engine/store/index.ts";
import type { BridgeEvent } from "../../shared/bridge.ts";
import type { ProblemCode } from "../../shared/problems.ts";
import { type InProcess, isOver, unwrap } from "../support/in-process.ts";
import { ADDRESSES, createWorld, type World } from "../support/one-cleaning.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";
import { createMemoryKeychain } from "../unit/accounts/memory-keychain.ts";
import { type ScriptedService, startScriptedService } from "../unit/service/scripted-service.ts";

const sandbox = await quickSandbox();
let world: World;

beforeEach(() => {
  world = createWorld(sandbox);
});
afterEach(() => world.end());

const backUp = async (at: InProcess, target?: string) =>
  unwrap(await at.call("app.backup", target === undefined ? {} : { target: { path: target } })).path;
const restore = (at: InProcess, path: string) => at.call("app.restore", { kind: "path", path });

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** What the data folder holds of lists, cleanings and history, by content. */
function fingerprint(data: string): Record<string, string> {
  const kept = filesIn(data).filter((name) => /^(lists|cleanings|suppression)\//.test(name));
  return Object.fromEntries(
    kept.map((name) => [
      name,
      createHash("sha256")
        .update(readFileSync(join(data, name)))
        .digest("hex"),
    ]),
  );
}

async function done(at: InProcess): Promise<string> {
  const { id } = await world.begin(at);
  expect(await at.until(id, isOver)).toMatchObject({ state: "done", missing: 0 });
  return id;
}

const manifestSchema = z.looseObject({
  format: z.number(),
  files: z.array(z.looseObject({ path: z.string(), bytes: z.number(), sha256: z.string() })),
});
const manifestOf = (backup: string) =>
  manifestSchema.parse(JSON.parse(readFileSync(join(backup, "backup.json"), "utf8")));

/** Makes the manifest agree with what was done to the files: as somebody would who doctors a backup. */
function agree(backup: string): void {
  const manifest = manifestOf(backup);
  const files = filesIn(backup)
    .filter((name) => name !== "backup.json")
    .map((path) => ({
      path,
      bytes: statSync(join(backup, path)).size,
      sha256: createHash("sha256")
        .update(readFileSync(join(backup, path)))
        .digest("hex"),
    }));
  writeFileSync(join(backup, "backup.json"), JSON.stringify({ ...manifest, files }));
}

function change(path: string, sql: string): void {
  const db = new Database(path);
  db.exec(sql);
  db.close();
}

describe("a backup", () => {
  it("names every file with its length and hash, and is the user's alone", async () => {
    const at = await world.start();
    await done(at);
    const path = await backUp(at);
    const { format, files } = manifestOf(path);
    expect(format).toBe(1);
    expect(files.map((file) => file.path).sort()).toEqual(
      filesIn(path).filter((name) => name !== "backup.json"),
    );
    for (const file of files) {
      const bytes = readFileSync(join(path, file.path));
      expect(file.bytes).toBe(bytes.length);
      expect(file.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
    }
    for (const name of ["", ...readdirSync(path, { recursive: true, encoding: "utf8" })]) {
      const { mode } = lstatSync(join(path, name));
      expect([name, mode & 0o077]).toEqual([name, 0]);
    }
  });

  it("goes to a folder of the user's as a new one, and replaces nothing", async () => {
    const at = await world.start();
    await done(at);
    const target = join(world.folder, "usb stick");
    const first = await backUp(at, target);
    at.clock.jump(1000);
    const second = await backUp(at, target);
    expect(readdirSync(target).sort()).toEqual([basename(first), basename(second)].sort());
    expect(dirname(first)).toBe(target);
    expect(await restore(at, first)).toMatchObject({ ok: true });
  });

  it("does not go into the folders that Winnow works in", async () => {
    const at = await world.start();
    const into = await at.call("app.backup", { target: { path: join(world.data, "lists") } });
    expect(into).toMatchObject({ ok: false, problem: { code: "backup_unwritable" } });
    expect(existsSync(join(world.data, "lists"))).toBe(false);
  });

  it("nor into a new folder in them, by way of a link", async () => {
    const at = await world.start();
    await done(at);
    const link = join(world.folder, "link");
    symlinkSync(join(world.data, "lists"), link);
    const into = await at.call("app.backup", { target: { path: join(link, "new", "deeper") } });
    expect(into).toMatchObject({ ok: false, problem: { code: "backup_unwritable" } });
    expect(readdirSync(join(world.data, "lists"))).toHaveLength(1);
  });

  it("to a place that cannot be written leaves nothing and says so", async () => {
    const at = await world.start();
    const file = join(world.folder, "a file");
    writeFileSync(file, "");
    const into = await at.call("app.backup", { target: { path: file } });
    expect(into).toMatchObject({ ok: false, problem: { code: "backup_unwritable" } });
  });

  it("for which there is no room leaves nothing and says so", async () => {
    const at = await world.start();
    await done(at);
    const small = join(world.folder, "small");
    mkdirSync(small);
    if (process.getuid?.() !== 0)
      throw new Error("this test mounts a small disk: run it as root, as CI does");
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", small]);
    try {
      const into = await at.call("app.backup", { target: { path: small } });
      expect(into).toMatchObject({ ok: false, problem: { code: "disk_full" } });
      expect(readdirSync(small)).toEqual([]);
    } finally {
      execFileSync("umount", ["-l", small]);
    }
  });

  it("that is cancelled leaves nothing", async () => {
    const at = await world.start();
    await done(at);
    const abort = new AbortController();
    const making = at.engine.call("app.backup", {}, { signal: abort.signal });
    abort.abort();
    expect(await making).toMatchObject({ ok: false, problem: { code: "cancelled" } });
    expect(existsSync(join(world.data, "backups")) ? readdirSync(join(world.data, "backups")) : []).toEqual(
      [],
    );
  });

  it.each([
    "committed:cleaning",
    "committed:uploading",
    "before:upload",
    "after:upload",
    "committed:verifying",
    "before:download",
    "before:ingest",
    "after:ingest",
    "committed:done",
    "before:out",
  ])("made at %s of a cleaning is whole, and the cleaning goes on from there elsewhere", async (point) => {
    let made: Promise<string> | null = null;
    const at: InProcess = await world.start(world.data, {
      probe(passed) {
        if (passed === point) made ??= backUp(at);
      },
    });
    const id = await done(at);
    expect(made).not.toBeNull();
    const path = (await made) ?? "";
    const elsewhere = await world.start(join(world.folder, "elsewhere"));
    expect(await restore(elsewhere, path)).toMatchObject({ ok: true });
    const back = unwrap(await elsewhere.call("cleanings.get", { cleaningId: id }));
    if (back.actions.includes("resume")) unwrap(await elsewhere.act(id, "resume"));
    const settled = await elsewhere.until(
      id,
      ({ state, parts }) => state === "done" || parts[0]?.waitingFor === "user",
    );
    if (settled.state === "done") {
      const summary = unwrap(
        await elsewhere.call("exports.count", {
          cleaningId: id,
          filter: {},
        }),
      );
      expect(summary.rows).toBe(ADDRESSES);
    }
    expect(world.charges()).toEqual(Array.from({ length: ADDRESSES }, () => 1));
  });
});

describe("the backups that there are", () => {
  it("are listed with what they are, and whether they are whole; halves are not, and nothing is deleted", async () => {
    const at = await world.start();
    await done(at);
    const first = await backUp(at);
    at.clock.jump(1000);
    const second = await backUp(at);
    rmSync(join(second, "archive.db"));
    at.clock.jump(1000);
    unwrap(await restore(at, first));
    const { backups } = unwrap(await at.call("app.backups", {}));
    expect(backups.map(({ id, kind, whole }) => ({ id, kind, whole }))).toEqual([
      { id: expect.stringMatching(/^replaced-/), kind: "replaced", whole: true },
      { id: basename(second), kind: "backup", whole: false },
      { id: basename(first), kind: "backup", whole: true },
    ]);
    expect(backups.every(({ bytes, madeAt }) => bytes > 1000 && madeAt > 0)).toBe(true);
  });

  it("can be restored by their ids, also what a restore moved aside", async () => {
    const at = await world.start();
    const before = await backUp(at);
    const id = await done(at);
    unwrap(await at.call("app.restore", { kind: "backup", id: basename(before) }));
    expect(unwrap(await at.call("cleanings.list", {})).total).toBe(0);
    const aside = readdirSync(join(world.data, "backups")).find((name) => name.startsWith("replaced-")) ?? "";
    unwrap(await at.call("app.restore", { kind: "backup", id: aside }));
    expect(unwrap(await at.call("cleanings.get", { cleaningId: id }))).toMatchObject({ state: "done" });
  });

  it.each(["..", "../..", "winnow.db", "lists", "", "winnow-2026-01-01T00-00-00-000Z/../../x"])(
    "are not found by the id '%s'",
    async (id) => {
      const at = await world.start();
      const answer = await at.call("app.restore", { kind: "backup", id });
      expect(answer).toMatchObject({ ok: false, problem: { code: "backup_not_one" } });
    },
  );

  it("hold no more than the last three copies from before an upgrade", async () => {
    const backups = join(world.data, "backups");
    mkdirSync(backups, { recursive: true });
    for (const time of [1, 2, 3, 4, 5]) writeFileSync(join(backups, `winnow-v1-${time}.db`), "");
    writeFileSync(join(backups, "my own.db"), "");
    const path = join(world.data, "winnow.db");
    unwrap(openJournal(path, backups, MIGRATIONS.slice(0, 1))).close();
    unwrap(openJournal(path, backups)).close();
    const kept = readdirSync(backups).sort();
    expect(kept).toHaveLength(4);
    expect(kept).toEqual(expect.arrayContaining(["my own.db", "winnow-v1-4.db", "winnow-v1-5.db"]));
  });
});

describe("a backup that is not right is refused before anything is changed", () => {
  type Case = [string, ProblemCode, (backup: string) => string | undefined];
  /** What a schema can have worked out when its rows are only looked at; heavy enough, it never ends. */
  const WORKED_OUT = {
    "a check": "CREATE TABLE t (a TEXT CHECK (length(hex(zeroblob(9))) > 1)) STRICT",
    "a computed column": "CREATE TABLE t (a INTEGER, b TEXT AS (hex(zeroblob(9)))) STRICT",
    "an index over what is computed":
      "CREATE TABLE t (a INTEGER) STRICT; CREATE INDEX i ON t (hex(zeroblob(9)))",
  };
  const cases: readonly Case[] = [
    ["a folder that is none", "backup_not_one", () => world.folder],
    ["a folder that is not there", "backup_not_one", (backup) => `${backup}-not-there`],
    ["a file", "backup_not_one", (backup) => join(backup, "winnow.db")],
    ["one without its journal", "backup_incomplete", (backup) => void rmSync(join(backup, "winnow.db"))],
    ["one without its archive", "backup_incomplete", (backup) => void rmSync(join(backup, "archive.db"))],
    [
      "one whose list is cut short",
      "backup_incomplete",
      (backup) => void truncateSync(join(backup, someFile(backup, /original$/)), 10),
    ],
    [
      "one with a changed byte",
      "backup_damaged",
      (backup) => {
        const path = join(backup, someFile(backup, /original$/));
        const bytes = readFileSync(path);
        bytes[5] = (bytes[5] ?? 0) ^ 1;
        writeFileSync(path, bytes);
      },
    ],
    [
      "one with a file more",
      "backup_damaged",
      (backup) => void writeFileSync(join(backup, "cleanings", "note.txt"), ""),
    ],
    [
      "one with a file of a strange name that it also lists",
      "backup_damaged",
      (backup) => {
        writeFileSync(join(backup, ".bashrc"), "evil");
        agree(backup);
      },
    ],
    [
      "one with a link in it",
      "backup_damaged",
      (backup) => {
        const path = join(backup, someFile(backup, /original$/));
        rmSync(path);
        symlinkSync("/etc/passwd", path);
      },
    ],
    [
      "one with a link to nothing in it",
      "backup_damaged",
      (backup) => void symlinkSync("/nowhere", join(backup, "lists", "abc")),
    ],
    [
      "one with a folder that is a link",
      "backup_damaged",
      (backup) => {
        renameSync(join(backup, "lists"), `${backup}-lists`);
        symlinkSync(`${backup}-lists`, join(backup, "lists"));
      },
    ],
    [
      "one with a pipe in it",
      "backup_damaged",
      (backup) => {
        const path = join(backup, someFile(backup, /original$/));
        rmSync(path);
        execFileSync("mkfifo", [path]);
      },
    ],
    [
      "one whose manifest is no manifest",
      "backup_damaged",
      (backup) => void writeFileSync(join(backup, "backup.json"), "{"),
    ],
    [
      "one of a newer form",
      "backup_newer",
      (backup) =>
        void writeFileSync(
          join(backup, "backup.json"),
          JSON.stringify({ ...manifestOf(backup), format: 2, files: "elsewhere" }),
        ),
    ],
    [
      "one whose journal is of a newer version",
      "backup_newer",
      (backup) => {
        change(join(backup, "winnow.db"), "PRAGMA user_version = 999");
        agree(backup);
      },
    ],
    [
      "one whose journal brings a trigger",
      "backup_damaged",
      (backup) => {
        change(
          join(backup, "winnow.db"),
          "CREATE TRIGGER t AFTER UPDATE ON parts BEGIN DELETE FROM settings; END",
        );
        agree(backup);
      },
    ],
    ...["winnow.db", "archive.db", "results.db", "list.db"].flatMap((name) =>
      Object.entries(WORKED_OUT).map(
        ([what, sql]): Case => [
          `one whose ${name} has ${what}`,
          "backup_damaged",
          (backup) => {
            change(join(backup, someFile(backup, new RegExp(`${name}$`))), sql);
            agree(backup);
            return undefined;
          },
        ],
      ),
    ),
    [
      "one whose journal names a folder elsewhere as a list",
      "backup_damaged",
      (backup) => {
        change(
          join(backup, "winnow.db"),
          "INSERT INTO lists (id, name, created_at) VALUES ('../../victim', 'x', 1)",
        );
        agree(backup);
      },
    ],
    [
      "one whose results are no database",
      "backup_damaged",
      (backup) => {
        writeFileSync(join(backup, someFile(backup, /results\.db$/)), "not a database".repeat(1000));
        agree(backup);
      },
    ],
    [
      "one whose archive is damaged in the middle",
      "backup_damaged",
      (backup) => {
        const path = join(backup, "archive.db");
        const bytes = readFileSync(path);
        bytes.fill(0xa5, Math.floor(bytes.length / 2));
        writeFileSync(path, bytes);
        agree(backup);
      },
    ],
    [
      "one that is still growing",
      "backup_incomplete",
      (backup) => {
        renameSync(backup, `${backup}.growing`);
        return `${backup}.growing`;
      },
    ],
    [
      "an older one, without a manifest, that lacks a cleaning's results",
      "backup_incomplete",
      (backup) => {
        rmSync(join(backup, "backup.json"));
        rmSync(join(backup, someFile(backup, /results\.db$/)));
      },
    ],
  ];

  const someFile = (backup: string, pattern: RegExp): string =>
    filesIn(backup).find((name) => pattern.test(name)) ?? "";

  it.each(cases)("%s: %s", async (_, code, spoil) => {
    const at = await world.start();
    const id = await done(at);
    const backup = await backUp(at);
    const before = fingerprint(world.data);
    const named = spoil(backup) ?? backup;
    const answer = await restore(at, named);
    expect(answer).toMatchObject({ ok: false, problem: { code } });
    expect(answer.ok ? "" : answer.problem.detail).not.toContain("put aside");
    expect(fingerprint(world.data)).toEqual(before);
    expect(readdirSync(world.data).filter((name) => /^(restoring|replaced)/.test(name))).toEqual([]);
    expect(readdirSync(join(world.data, "backups")).filter((name) => name.startsWith("replaced"))).toEqual(
      [],
    );
    expect(unwrap(await at.call("cleanings.get", { cleaningId: id }))).toMatchObject({ state: "done" });
    await world.stop(at);
    const again = await world.start();
    expect(unwrap(await again.call("cleanings.list", {})).total).toBe(1);
  });

  it("for want of room", async () => {
    const small = join(world.folder, "small");
    mkdirSync(small);
    if (process.getuid?.() !== 0)
      throw new Error("this test mounts a small disk: run it as root, as CI does");
    const at = await world.start();
    await done(at);
    const backup = await backUp(at);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=20m", "tmpfs", small]);
    try {
      const other = await world.start(join(small, "data"));
      writeFileSync(join(small, "filler"), Buffer.alloc(6 * 1024 * 1024));
      expect(await restore(other, backup)).toMatchObject({ ok: false, problem: { code: "backup_no_room" } });
      expect(existsSync(join(small, "data", "restoring"))).toBe(false);
      await world.stop(other);
    } finally {
      execFileSync("umount", ["-l", small]);
    }
  });

  it("but files that systems strew about do not count, and an older backup without a manifest is taken", async () => {
    const at = await world.start();
    const id = await done(at);
    const backup = await backUp(at);
    rmSync(join(backup, "backup.json"));
    writeFileSync(join(backup, ".DS_Store"), "");
    writeFileSync(join(backup, "lists", "Thumbs.db"), "");
    expect(await restore(at, backup)).toMatchObject({ ok: true });
    expect(unwrap(await at.call("cleanings.get", { cleaningId: id }))).toMatchObject({ state: "done" });
    expect(
      filesIn(world.data).filter((name) => /Thumbs|DS_Store/.test(name) && !name.startsWith("backups")),
    ).toEqual([]);
  });

  it("and links and owners of a backup are never taken over: its files are new ones", async () => {
    const at = await world.start();
    const id = await done(at);
    const backup = await backUp(at);
    expect(await restore(at, backup)).toMatchObject({ ok: true });
    const own = join("cleanings", id, "part-1.csv");
    expect(statSync(join(world.data, own)).ino).not.toBe(statSync(join(backup, own)).ino);
    writeFileSync(join(backup, own), "changed behind its back");
    expect(readFileSync(join(world.data, own), "utf8")).not.toContain("changed");
  });
});

describe("a restore", () => {
  it("is done when it answers: pages are told, and every call sees what came back", async () => {
    const at = await world.start();
    const events: BridgeEvent[] = [];
    at.engine.on((event) => events.push(event));
    unwrap(await at.call("settings.set", { freshDays: 12 }));
    const backup = await backUp(at);
    unwrap(await at.call("settings.set", { freshDays: 99 }));
    const restoring = restore(at, backup);
    const asked = Array.from({ length: 20 }, () => at.call("app.info", {}));
    const { aside, path } = unwrap(await restoring);
    expect(path).toBe(backup);
    expect(existsSync(join(aside, "winnow.db"))).toBe(true);
    expect(unwrap(await at.call("settings.get", {})).freshDays).toBe(12);
    expect(events.filter(({ event }) => event === "data.replaced")).toEqual([
      { event: "data.replaced", paused: 0, suppressionKept: 0 },
    ]);
    for (const answer of await Promise.all(asked)) expect(answer).toMatchObject({ ok: true });
  });

  it("is refused while something is uploaded, and nothing of that is lost", async () => {
    const { fetch } = createNodeFetch();
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let arrived = () => {};
    const uploading = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const holding: Fetch = async (input, init) => {
      if (init?.method === "POST") {
        arrived();
        await held;
      }
      return fetch(input, init);
    };
    const at = await world.start(world.data, { fetch: holding });
    const backup = await backUp(at);
    const { id } = await world.begin(at);
    await uploading;
    expect(await restore(at, backup)).toMatchObject({ ok: false, problem: { code: "restore_busy" } });
    letGo();
    expect(await at.until(id, isOver)).toMatchObject({ state: "done" });
    expect(await restore(at, backup)).toMatchObject({ ok: true });
  });

  it("is refused while a list is read, and a second one while the first is under way", async () => {
    const at = await world.start();
    const backup = await backUp(at);
    const path = join(world.folder, "long.csv");
    writeFileSync(path, `Email\n${Array.from({ length: 50_000 }, (_, i) => `a${i}@b.example`).join("\n")}\n`);
    const { listId } = unwrap(await at.call("lists.open", { source: { kind: "path", path } }));
    const reading = at.call("lists.read", { listId, options: {} });
    expect(await restore(at, backup)).toMatchObject({ ok: false, problem: { code: "restore_busy" } });
    expect(await reading).toMatchObject({ ok: true });
    const [first, second] = await Promise.all([restore(at, backup), restore(at, backup)]);
    expect([first, second].map(({ ok }) => ok)).toContain(true);
    expect([first, second].find(({ ok }) => !ok)).toMatchObject({ problem: { code: "restore_busy" } });
  });

  it("leaves the files that a page has handed over where they can be read", async () => {
    const at = await world.start();
    const { path } = unwrap(await at.call("app.backup", {}));
    const file = join(world.folder, "handed-over.csv");
    writeFileSync(file, "Email\nann@firm.example\n");
    at.engine.registerUpload({ uploadId: "handed-over", path: file, name: "list.csv" });
    unwrap(await at.call("app.restore", { kind: "path", path }));
    const source = { kind: "upload" as const, uploadId: "handed-over" };
    expect(await at.call("lists.open", { source })).toMatchObject({ ok: true });
  });

  it("that is cancelled changes nothing", async () => {
    const at = await world.start();
    const id = await done(at);
    const backup = await backUp(at);
    const abort = new AbortController();
    const restoring = at.engine.call("app.restore", { kind: "path", path: backup }, { signal: abort.signal });
    abort.abort();
    expect(await restoring).toMatchObject({ ok: false, problem: { code: "cancelled" } });
    expect(existsSync(join(world.data, "restoring"))).toBe(false);
    expect(unwrap(await at.call("cleanings.get", { cleaningId: id }))).toMatchObject({ state: "done" });
  });

  it("takes the newest of several backups in the folder that is named", async () => {
    const at = await world.start();
    const target = join(world.folder, "kept");
    unwrap(await at.call("settings.set", { freshDays: 1 }));
    await backUp(at, target);
    at.clock.jump(1000);
    unwrap(await at.call("settings.set", { freshDays: 2 }));
    const newest = await backUp(at, target);
    expect(unwrap(await restore(at, target)).path).toBe(newest);
    expect(unwrap(await at.call("settings.get", {})).freshDays).toBe(2);
  });
});

describe("a key that lies in the keychain without its origin, as Winnow once saved them,", () => {
  const KEY = "bare-key-of-old-1234";
  let thief: ScriptedService;
  beforeEach(async () => {
    thief = await startScriptedService();
    thief.answer({ body: { success: true, credits_info: { credits_remaining: 9 } } });
  });
  afterEach(() => thief.close());

  const accountAt = (baseUrl: string) =>
    `INSERT INTO accounts (id, label, kind, base_url, base_url_at_upgrade, key_hint, key_saved, created_at)
     VALUES ('old', 'Acme', 'service', '${baseUrl}', '${baseUrl}', '1234', 1, 1)`;
  const keychain = () => {
    const made = createMemoryKeychain();
    made.keys.set("old", KEY);
    return made;
  };
  const journal = () => join(world.data, "winnow.db");

  it("is not given to the address that a backup names", async () => {
    const at = await world.start(world.data, { keychain: keychain(), session: null });
    const backup = await backUp(at);
    change(join(backup, "winnow.db"), accountAt(thief.baseUrl));
    agree(backup);
    unwrap(await restore(at, backup));
    expect(await at.call("accounts.refresh", { id: "old" })).toMatchObject({ ok: false });
    expect(unwrap(await at.call("accounts.list", {})).accounts).toMatchObject([
      { id: "old", keyState: "missing" },
    ]);
    expect(thief.asked).toEqual([]);
  });

  it("stays with the address that it had before the restore", async () => {
    await world.stop(await world.start(world.data, { session: null }));
    change(journal(), accountAt(sandbox.baseUrl));
    const ring = keychain();
    ring.keys.set("old", sandbox.account(world.label).key);
    const at = await world.start(world.data, { keychain: ring, session: null });
    const backup = await backUp(at);
    unwrap(await restore(at, backup));
    expect(await at.call("accounts.refresh", { id: "old" })).toMatchObject({ ok: true });
    change(
      join(backup, "winnow.db"),
      `UPDATE accounts SET base_url = '${thief.baseUrl}', base_url_at_upgrade = '${thief.baseUrl}'`,
    );
    agree(backup);
    ring.keys.set("old", KEY);
    unwrap(await restore(at, backup));
    expect(await at.call("accounts.refresh", { id: "old" })).toMatchObject({ ok: false });
    expect(thief.asked).toEqual([]);
  });
});

describe("a restore that is ended at any step", () => {
  const swap = join(import.meta.dirname, "../support/swap-until.ts");

  it("leaves the old data or the new, whole, and is finished at the next start", async () => {
    const at = await world.start();
    await done(at);
    unwrap(await at.call("settings.set", { freshDays: 12 }));
    const backup = await backUp(at);
    unwrap(await at.call("settings.set", { freshDays: 99 }));
    await world.stop(at);
    const outcomes = new Set<number>();
    /** Whether it was killed before it was done. */
    const tried = async (phase: "stage" | "swap", step: number): Promise<boolean> => {
      const data = join(world.folder, `${phase}-${step}`);
      cpSync(world.data, data, { recursive: true });
      const run = spawnSync(process.execPath, [swap, data, backup, phase, String(step)], {
        encoding: "utf8",
      });
      expect(run.stderr).toBe("");
      if (run.signal !== "SIGKILL") expect(run.stdout).toBe("whole\n");
      const again = await world.start(data);
      const { freshDays } = unwrap(await again.call("settings.get", {}));
      expect([12, 99]).toContain(freshDays);
      outcomes.add(freshDays);
      const { cleanings } = unwrap(await again.call("cleanings.list", {}));
      expect(cleanings).toMatchObject([{ state: "done" }]);
      const listed = unwrap(await again.call("app.backups", {})).backups;
      expect(listed.filter(({ kind }) => kind === "replaced")).toHaveLength(freshDays === 12 ? 1 : 0);
      expect(listed.every(({ whole }) => whole)).toBe(true);
      expect(existsSync(join(data, "restoring"))).toBe(false);
      await world.stop(again);
      return run.signal === "SIGKILL";
    };
    for (const step of [1, 4, 12]) expect(await tried("stage", step)).toBe(true);
    for (let step = 1; await tried("swap", step); step++) expect(step).toBeLessThan(100);
    expect(outcomes).toEqual(new Set([12, 99]));
  }, 300_000);
});
