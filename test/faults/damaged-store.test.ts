import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { layoutOf, openJournal, openStore } from "../../electron/engine/store/index.ts";
import { type InProcess, isOver, unwrap } from "../support/in-process.ts";
import { begin, clean, damage, data, expectPaidOnce, folder, outOf, start, stop } from "./damaged-store.ts";

describe("a damaged history", () => {
  it.each([
    ["whose pages are overwritten", (path: string) => damage(path)],
    ["whose head is overwritten", (path: string) => damage(path, 0)],
    [
      "that is no database",
      (path: string) => writeFileSync(path, "this is a text, and no database at all".repeat(200)),
    ],
    ["that is cut off", (path: string) => truncateSync(path, 5000)],
  ])(
    "%s is put aside whole, the last backup is offered, and putting that back brings everything",
    async (_, harm) => {
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
    },
  );

  it("is told to whoever listens first", async () => {
    await stop(await start());
    writeFileSync(join(data, "winnow.db"), "no database".repeat(1000));
    const at = await start();
    const told = await new Promise((resolve) => at.engine.on(resolve));
    expect(told).toMatchObject({ event: "notice", problem: { code: "store_corrupt" } });
  });

  it("found after an unclean exit although it opens: checked, and put aside", async () => {
    const at = await start();
    await clean(at);
    await stop(at);
    writeFileSync(join(data, "open"), "");
    // The last page: nothing that is read at the start.
    damage(join(data, "winnow.db"), statSync(join(data, "winnow.db")).size - 4096);
    const again = await start();
    expect(unwrap(await again.call("app.info", {})).storeProblem?.code).toBe("store_corrupt");
  });

  it("loses at most what came after the cut when its log of changes is cut off anywhere", () => {
    const path = join(folder, "winnow.db");
    const backups = join(folder, "backups");
    const journal = unwrap(openJournal(path, backups));
    const put = journal.db.prepare("INSERT INTO settings (name, value) VALUES (?, '1')");
    for (let n = 0; n < 50; n++) journal.commit(() => put.run(`s${String(n).padStart(2, "0")}`));
    const size = statSync(`${path}-wal`).size;
    const counts: number[] = [];
    for (let cut = 0; cut <= 20; cut++) {
      const copy = join(folder, `cut-${cut}`, "winnow.db");
      mkdirSync(join(folder, `cut-${cut}`));
      copyFileSync(path, copy);
      copyFileSync(`${path}-wal`, `${copy}-wal`);
      truncateSync(`${copy}-wal`, Math.floor((size * cut) / 20));
      const opened = unwrap(openStore(layoutOf(join(folder, `cut-${cut}`)), 1));
      const names = opened.journal.db.prepare("SELECT name FROM settings ORDER BY name").pluck().all();
      expect(names).toEqual(Array.from({ length: names.length }, (_, n) => `s${String(n).padStart(2, "0")}`));
      expect(opened.aside).toBeNull();
      counts.push(names.length);
      opened.close();
    }
    journal.close();
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(counts.at(-1)).toBe(50);
  });
});

describe("damage beside the history", () => {
  it("of a cleaning's results while it is under way: they are put together again", async () => {
    let hit = false;
    const probe = (name: string) => {
      if (name !== "before:ingest" || hit) return;
      hit = true;
      for (const id of readdirSync(join(data, "cleanings"))) {
        writeFileSync(layoutOf(data).cleaning(id).results, "damaged".repeat(4000));
      }
    };
    const at = await start(data, { probe });
    const { id } = await begin(at);
    expect(await at.until(id, isOver)).toMatchObject({ state: "done", missing: 0 });
  });
});

describe("rows that cannot be read", () => {
  it("of a part: shown, kept as they were, and asked about at the service before anything is paid for", async () => {
    const at = await start();
    const { id } = await clean(at);
    await stop(at);
    const db = new Database(join(data, "winnow.db"));
    db.prepare("UPDATE parts SET record = '{\"state\":' WHERE cleaning_id = ?").run(id);
    db.prepare("UPDATE cleanings SET price = 'gone', tags = '[' WHERE id = ?").run(id);
    db.close();
    const again = await start();
    const shown = unwrap(await again.call("cleanings.list", {})).cleanings[0];
    expect(shown).toMatchObject({ id, problem: { code: "history_unreadable" } });
    expect(shown?.actions).toContain("retry");
    unwrap(await again.act(id, "retry"));
    const cleaning = await again.until(
      id,
      ({ state, parts }) => state === "done" && parts[0]?.state === "done",
    );
    expect(cleaning.parts[0]?.problem).toBeNull();
    expectPaidOnce();
    await stop(again);
    const after = new Database(join(data, "winnow.db"), { readonly: true });
    expect(after.prepare("SELECT record FROM set_aside").pluck().all()).toEqual(['{"state":']);
    after.close();
  });
});
