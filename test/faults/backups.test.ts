import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { backUp, cleanToEnd, filesIn, manifestOf, restore } from "../support/backed-up.ts";
import { world } from "../support/each-world.ts";
import { type InProcess, unwrap } from "../support/in-process.ts";
import { ADDRESSES } from "../support/one-cleaning.ts";

describe("a backup", () => {
  it("lists every file with its length and hash, and only the user can read it", async () => {
    const at = await world.start();
    await cleanToEnd(world, at);
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

  it("is added to the user's folder under a new name and replaces nothing", async () => {
    const at = await world.start();
    await cleanToEnd(world, at);
    const target = join(world.folder, "usb stick");
    const first = await backUp(at, target);
    at.clock.jump(1000);
    const second = await backUp(at, target);
    expect(readdirSync(target).sort()).toEqual([basename(first), basename(second)].sort());
    expect(dirname(first)).toBe(target);
    expect(await restore(at, first)).toMatchObject({ ok: true });
  });

  it("is refused inside Winnow's own folders", async () => {
    const at = await world.start();
    const into = await at.call("app.backup", { target: { path: join(world.data, "lists") } });
    expect(into).toMatchObject({ ok: false, problem: { code: "backup_unwritable" } });
    expect(existsSync(join(world.data, "lists"))).toBe(false);
  });

  it("fails if the disk is too small, and leaves nothing there", async () => {
    const at = await world.start();
    await cleanToEnd(world, at);
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

  it("leaves nothing if it is cancelled", async () => {
    const at = await world.start();
    await cleanToEnd(world, at);
    const abort = new AbortController();
    const making = at.engine.call("app.backup", {}, { signal: abort.signal });
    abort.abort();
    expect(await making).toMatchObject({ ok: false, problem: { code: "cancelled" } });
    expect(existsSync(join(world.data, "backups")) ? readdirSync(join(world.data, "backups")) : []).toEqual(
      [],
    );
  });

  it.each(["committed:preparing", "committed:verifying", "before:ingest"])(
    "made at %s of a cleaning is complete: restored elsewhere, the cleaning continues from that point",
    async (point) => {
      let made: Promise<string> | null = null;
      const at: InProcess = await world.start(world.data, {
        probe(passed) {
          if (passed === point) made ??= backUp(at);
        },
      });
      const id = await cleanToEnd(world, at);
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
    },
  );
});

describe("the list of backups", () => {
  it("shows the kind and completeness of each backup, and leaves out unfinished ones", async () => {
    const at = await world.start();
    await cleanToEnd(world, at);
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

  it("allows restoring by id, including data that a restore moved aside", async () => {
    const at = await world.start();
    const before = await backUp(at);
    const id = await cleanToEnd(world, at);
    unwrap(await at.call("app.restore", { kind: "backup", id: basename(before) }));
    expect(unwrap(await at.call("cleanings.list", {})).total).toBe(0);
    const aside = readdirSync(join(world.data, "backups")).find((name) => name.startsWith("replaced-")) ?? "";
    unwrap(await at.call("app.restore", { kind: "backup", id: aside }));
    expect(unwrap(await at.call("cleanings.get", { cleaningId: id }))).toMatchObject({ state: "done" });
  });
});
