import {
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ProblemCode } from "../../shared/problems.ts";
import {
  backUp,
  cleanToEnd,
  executeSql,
  filesIn,
  hashFiles,
  manifestOf,
  restore,
  updateManifest,
} from "../support/backed-up.ts";
import { sandbox, world } from "../support/each-world.ts";
import { type InProcess, unwrap } from "../support/in-process.ts";
import { createWorld, type World } from "../support/one-cleaning.ts";

describe("restoring a backup", () => {
  type Case = [string, ProblemCode, (backup: string) => string | undefined];
  const cases: readonly Case[] = [
    ["a folder without a backup", "backup_not_one", () => made.world.folder],
    ["a missing folder", "backup_not_one", (backup) => `${backup}-not-there`],
    ["one without its journal", "backup_damaged", (backup) => void rmSync(join(backup, "winnow.db"))],
    ["one without its archive", "backup_damaged", (backup) => void rmSync(join(backup, "archive.db"))],
    [
      "one whose list is cut short",
      "backup_damaged",
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
      "one with an additional file",
      "backup_damaged",
      (backup) => void writeFileSync(join(backup, "cleanings", "note.txt"), ""),
    ],
    [
      "one with a foreign file that is also in the manifest",
      "backup_damaged",
      (backup) => {
        writeFileSync(join(backup, ".bashrc"), "evil");
        updateManifest(backup);
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
      "one with a folder that is a link",
      "backup_damaged",
      (backup) => {
        renameSync(join(backup, "lists"), `${backup}-lists`);
        symlinkSync(`${backup}-lists`, join(backup, "lists"));
      },
    ],
    [
      "one with an invalid manifest",
      "backup_damaged",
      (backup) => void writeFileSync(join(backup, "backup.json"), "{"),
    ],
    [
      "one in a newer format",
      "backup_newer",
      (backup) =>
        void writeFileSync(
          join(backup, "backup.json"),
          JSON.stringify({ ...manifestOf(backup), format: 2, files: "elsewhere" }),
        ),
    ],
    [
      "one with a journal of a newer version",
      "backup_newer",
      (backup) => {
        executeSql(join(backup, "winnow.db"), "PRAGMA user_version = 999");
        updateManifest(backup);
      },
    ],
    [
      "one whose journal refers to a list folder outside",
      "backup_damaged",
      (backup) => {
        executeSql(
          join(backup, "winnow.db"),
          "INSERT INTO lists (id, name, created_at) VALUES ('../../victim', 'x', 1)",
        );
        updateManifest(backup);
      },
    ],
    [
      "one whose journal has a trigger",
      "backup_damaged",
      (backup) => {
        const trigger = "CREATE TRIGGER t AFTER INSERT ON journal BEGIN DELETE FROM lists; END";
        executeSql(join(backup, "winnow.db"), trigger);
        updateManifest(backup);
      },
    ],
    [
      "one whose results are not a database",
      "backup_damaged",
      (backup) => {
        writeFileSync(join(backup, someFile(backup, /results\.db$/)), "not a database".repeat(1000));
        updateManifest(backup);
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
        updateManifest(backup);
      },
    ],
    [
      "an older one without a manifest and without a cleaning's results",
      "backup_damaged",
      (backup) => {
        rmSync(join(backup, "backup.json"));
        rmSync(join(backup, someFile(backup, /results\.db$/)));
      },
    ],
  ];

  const someFile = (backup: string, pattern: RegExp): string =>
    filesIn(backup).find((name) => pattern.test(name)) ?? "";

  let made: { readonly world: World; readonly at: InProcess; readonly id: string; readonly backup: string };
  beforeAll(async () => {
    const own = createWorld(sandbox);
    const at = await own.start();
    const id = await cleanToEnd(own, at);
    made = { world: own, at, id, backup: await backUp(at) };
  });
  afterAll(() => made.world.end());
  let copies = 0;

  it.each(cases)(
    "is refused before anything is changed if the backup is damaged or foreign: %s: %s",
    async (_, code, spoil) => {
      const { at, id } = made;
      const { data, folder } = made.world;
      const copy = join(folder, `copy-${++copies}`);
      cpSync(made.backup, copy, { recursive: true });
      const before = hashFiles(data);
      const answer = await restore(at, spoil(copy) ?? copy);
      expect(answer).toMatchObject({ ok: false, problem: { code } });
      expect(answer.ok ? "" : answer.problem.detail).not.toContain("put aside");
      expect(hashFiles(data)).toEqual(before);
      expect(readdirSync(data).filter((name) => /^(restoring|replaced)/.test(name))).toEqual([]);
      expect(readdirSync(join(data, "backups")).filter((name) => name.startsWith("replaced"))).toEqual([]);
      expect(unwrap(await at.call("cleanings.get", { cleaningId: id }))).toMatchObject({ state: "done" });
    },
  );

  it("ignores files added by operating systems, and accepts an older backup without a manifest", async () => {
    const at = await world.start();
    const id = await cleanToEnd(world, at);
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

  it("copies files instead of linking to those of the backup", async () => {
    const at = await world.start();
    const id = await cleanToEnd(world, at);
    const backup = await backUp(at);
    expect(await restore(at, backup)).toMatchObject({ ok: true });
    const own = join("cleanings", id, "part-1.results.txt");
    expect(statSync(join(world.data, own)).ino).not.toBe(statSync(join(backup, own)).ino);
    writeFileSync(join(backup, own), "changed behind its back");
    expect(readFileSync(join(world.data, own), "utf8")).not.toContain("changed");
  });
});
