import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { backUp, cleanToEnd, restore } from "../support/backed-up.ts";
import { world } from "../support/each-world.ts";
import { type InProcess, unwrap } from "../support/in-process.ts";

describe("a damaged journal", () => {
  it("is moved aside whole if it is truncated, and the offered backup restores everything", async () => {
    const { data } = world;
    const first = await world.start();
    const id = await cleanToEnd(world, first);
    const exported = readFileSync(world.out);
    const backup = await backUp(first);
    await world.stop(first);
    truncateSync(join(data, "winnow.db"), 5000);
    writeFileSync(join(data, "winnow.db-wal"), "left over");

    const second = await world.start();
    const info = unwrap(await second.call("app.info", {}));
    expect(info).toMatchObject({ storeProblem: { code: "store_corrupt" }, lastBackup: backup });
    expect(unwrap(await second.call("cleanings.list", {})).total).toBe(0);
    const aside = readdirSync(join(data, "backups")).filter((name) => name.startsWith("damaged-"));
    expect(aside).toHaveLength(1);
    const kept = readdirSync(join(data, "backups", aside[0] ?? ""));
    expect(kept).toEqual(expect.arrayContaining(["winnow.db", "lists", "cleanings"]));
    expect(existsSync(join(data, "backups", aside[0] ?? "", "cleanings", id, "results.db"))).toBe(true);
    // Winnow works normally in the new data folder.
    await cleanToEnd(world, second);
    unwrap(await restore(second, backup));
    const restored = async (at: InProcess) => {
      expect(unwrap(await at.call("app.info", {})).storeProblem).toBeNull();
      expect(unwrap(await at.call("cleanings.get", { cleaningId: id }))).toMatchObject({ state: "done" });
    };
    await restored(second);
    await world.stop(second);

    await restored(await world.start());
    expect(readFileSync(world.out).equals(exported)).toBe(true);
  });

  it("that can still be opened is detected after an unclean exit and moved aside", async () => {
    const at = await world.start();
    await cleanToEnd(world, at);
    await world.stop(at);
    writeFileSync(join(world.data, "open"), "");
    // The last page, which is not read at the start.
    const journal = join(world.data, "winnow.db");
    const bytes = readFileSync(journal);
    writeFileSync(journal, bytes.fill(0xa5, bytes.length - 4096));
    const again = await world.start();
    expect(unwrap(await again.call("app.info", {})).storeProblem?.code).toBe("store_corrupt");
  });
});

it("a damaged archive does not stop Winnow from starting, and can be restored from a backup", async () => {
  const { data } = world;
  const first = await world.start();
  const id = await cleanToEnd(world, first);
  const backup = await backUp(first);
  await world.stop(first);
  writeFileSync(join(data, "archive.db"), "no database".repeat(1000));
  for (const log of ["-wal", "-shm"]) rmSync(join(data, `archive.db${log}`), { force: true });

  const at = await world.start();
  unwrap(await restore(at, backup));
  expect(unwrap(await at.call("cleanings.get", { cleaningId: id }))).toMatchObject({ state: "done" });
});
