import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type InProcess, unwrap } from "../support/in-process.ts";
import { clean, damage, data, outOf, start, stop } from "./damaged-store.ts";

describe("a damaged journal", () => {
  it("that is cut off is moved aside whole, and restoring the offered backup brings everything back", async () => {
    const harm = (path: string) => truncateSync(path, 5000);
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
  });

  it("is found after an unclean exit although it opens, and is moved aside", async () => {
    const at = await start();
    await clean(at);
    await stop(at);
    writeFileSync(join(data, "open"), "");
    // The last page: nothing that is read at the start.
    damage(join(data, "winnow.db"), statSync(join(data, "winnow.db")).size - 4096);
    const again = await start();
    expect(unwrap(await again.call("app.info", {})).storeProblem?.code).toBe("store_corrupt");
  });
});

it("a damaged archive does not stop Winnow from starting, and can be restored from a backup", async () => {
  const first = await start();
  const { id } = await clean(first);
  const backup = unwrap(await first.call("app.backup", {})).path;
  await stop(first);
  writeFileSync(join(data, "archive.db"), "no database".repeat(1000));
  for (const log of ["-wal", "-shm"]) rmSync(join(data, `archive.db${log}`), { force: true });

  const at = await start();
  unwrap(await at.call("app.restore", { kind: "path", path: backup }));
  expect(unwrap(await at.call("cleanings.get", { cleaningId: id }))).toMatchObject({ state: "done" });
});
