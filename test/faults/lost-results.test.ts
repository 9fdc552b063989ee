import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { openColumns } from "../../electron/engine/store/index.ts";
import { isOver, PAID, unwrap } from "../support/in-process.ts";
import {
  cleanings,
  done,
  doneButNotDeleted,
  garbage,
  ofCleaning,
  ofList,
  openWorld,
  overwrite,
  ROWS,
  remove,
  STOOD,
  sandbox,
  timeline,
  whatIsHere,
  world,
} from "./lost-files.ts";

describe("a cleaning whose results file is lost", () => {
  it.each<[string, (id: string) => void]>([
    ["is gone", (id) => remove(ofCleaning(id, "results.db"))],
    ["is garbage", (id) => garbage(ofCleaning(id, "results.db"))],
    [
      "knows no address of the part",
      (id) => {
        remove(ofCleaning(id, "results.db"));
        openColumns(ofCleaning(id, "results.db")).close();
      },
    ],
  ])(
    "when its results come and it %s, is put together again: they are home, and paid for once",
    async (_, damage) => {
      let hit = false;
      const probe = (point: string) => {
        if (point !== "before:ingest" || hit) return;
        hit = true;
        for (const id of readdirSync(cleanings())) damage(id);
      };
      await openWorld(sandbox, { rows: ROWS }, { probe });
      const notices: string[] = [];
      world.at.engine.on((event) => {
        if (event.event === "notice") notices.push(event.problem.code);
      });
      writeFileSync(world.out, STOOD);
      const { id } = unwrap(await world.start({ out: { overwrite: true } }));
      const over = await world.at.until(id, isOver);
      expect(over).toMatchObject({ state: "done", missing: 0, spent: ROWS });
      expect(world.charges()).toEqual([1, 1, 1, 1]);
      expect(readFileSync(world.out, "utf8").match(/person/g)).toHaveLength(ROWS);
      expect(notices).toContain("results_remade");
      expect(await timeline(id)).toContainEqual(expect.stringContaining("put together again"));
    },
  );

  it.each<[string, (id: string) => void]>([
    ["results.db", (id) => remove(ofCleaning(id, "results.db"))],
    ["results.db, of which garbage is left", (id) => garbage(ofCleaning(id, "results.db"))],
    [
      "results.db and the upload",
      (id) => {
        remove(ofCleaning(id, "results.db"));
        remove(ofCleaning(id, "part-1.csv"));
      },
    ],
    [
      "results.db and what the service sent: the archive has it",
      (id) => {
        remove(ofCleaning(id, "results.db"));
        remove(ofCleaning(id, "part-1.results.txt"));
      },
    ],
    ["list.db", () => remove(ofList("list.db"))],
    ["list.db, of which garbage is left", () => garbage(ofList("list.db"))],
    ["the copy of the list: the user's own file is untouched", () => rmSync(ofList("original"))],
    [
      "list.db and results.db",
      (id) => {
        remove(ofList("list.db"));
        remove(ofCleaning(id, "results.db"));
      },
    ],
    ["the whole folder of the list", () => rmSync(ofList("."), { recursive: true })],
  ])(
    "after it was done without %s: counts, rows and file are as before, and nothing is paid",
    async (_, lose) => {
      await openWorld(sandbox, { rows: ROWS });
      const id = await done();
      const before = await whatIsHere(id);
      expect(before.written).toBe(true);
      await world.at.close();
      lose(id);
      await world.reopen();
      expect(await whatIsHere(id)).toEqual(before);
      expect([world.asked("upload"), world.asked("start"), world.asked("download")]).toEqual([1, 1, 1]);
      expect(world.charges()).toEqual([1, 1, 1, 1]);
    },
  );

  it("with a page of its results overwritten, keeps what the user had decided about rows", async () => {
    await openWorld(sandbox, { rows: ROWS });
    const id = await done();
    const marked = { cleaningId: id, rows: [2], decision: "drop" as const, reason: "left us" };
    unwrap(await world.at.call("results.mark", marked));
    const before = await whatIsHere(id);
    await world.at.close();
    const path = ofCleaning(id, "results.db");
    const db = new Database(path, { readonly: true });
    const page = z
      .int()
      .parse(db.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'columns'").pluck().get());
    const size = z.int().parse(db.pragma("page_size", { simple: true }));
    db.close();
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0xff, (page - 1) * size, page * size));
    await world.reopen();
    expect(await whatIsHere(id)).toEqual(before);
    const { markReason } = unwrap(await world.at.call("results.row", { cleaningId: id, row: 2 }));
    expect(markReason).toBe("left us");
  });

  it("with nothing of its verdicts left here, has them fetched again, which costs nothing", async () => {
    await openWorld(sandbox, { rows: ROWS });
    const id = await done();
    const before = await whatIsHere(id);
    await world.at.close();
    for (const name of ["results.db", "part-1.results.txt"]) remove(ofCleaning(id, name));
    remove(join(world.folder, "data/archive.db"));
    await world.reopen();
    expect((await whatIsHere(id)).written).toBe(true);
    expect(await world.get(id)).toMatchObject({
      missing: ROWS,
      actions: expect.arrayContaining(["fetch_again"]),
    });
    unwrap(await world.at.act(id, "fetch_again"));
    await world.at.until(id, ({ missing }) => missing === 0);
    const after = await whatIsHere(id);
    expect([after.summary, after.bytes]).toEqual([before.summary, before.bytes]);
    expect(world.charges()).toEqual([1, 1, 1, 1]);
  });

  it.each<[string, (path: string) => void]>([
    ["is gone", remove],
    ["is damaged at its head", (path) => overwrite(path, 0)],
    ["is damaged on another page", (path) => overwrite(path, 4096)],
    ["is cut short", (path) => truncateSync(path, 8192)],
    [
      "was made anew, empty",
      (path) => {
        remove(path);
        openColumns(path).close();
      },
    ],
  ])(
    "while its list is still to be deleted at the service and it %s, is whole again before that",
    async (_, damage) => {
      const { id, relent } = await doneButNotDeleted();
      const before = await whatIsHere(id);
      await world.at.close();
      damage(ofCleaning(id, "results.db"));
      relent();
      await world.reopen();
      await world.at.until(id, ({ actions }) => !actions.includes("delete_at_service"));
      expect(await whatIsHere(id)).toEqual(before);
    },
  );

  it("while its list is still to be deleted at the service and no verdict is left here, has it left there", async () => {
    const { id, relent } = await doneButNotDeleted();
    await world.at.close();
    for (const name of ["results.db", "part-1.results.txt"]) remove(ofCleaning(id, name));
    remove(join(world.folder, "data/archive.db"));
    relent();
    const before = world.asked("delete");
    await world.reopen();
    const left = await world.at.until(id, ({ missing }) => missing === ROWS);
    expect(left.actions).toContain("fetch_again");
    unwrap(await world.at.act(id, "fetch_again"));
    await world.at.until(id, ({ missing }) => missing === 0);
    expect(world.asked("delete")).toBe(before);
  });

  it("of one address that was checked alone, has its answer from the journal", async () => {
    await openWorld(sandbox, { rows: 1 });
    const id = await done();
    const before = await whatIsHere(id);
    await world.at.close();
    remove(ofCleaning(id, "results.db"));
    await world.reopen();
    expect(await whatIsHere(id)).toEqual(before);
    expect(world.charges()).toEqual([1]);
  });

  it.each<[string, readonly string[]]>([
    ["results.db", ["results.db"]],
    ["results.db and the verdicts' file", ["results.db", "part-1.results.txt"]],
  ])("opened from a results file, without %s: is as before", async (_, names) => {
    const text =
      "Email,Verification Result\nperson0@example0.com,deliverable\nperson1@example1.com,undeliverable\n";
    await openWorld(sandbox, { rows: 0, text });
    unwrap(await world.at.call("lists.read", { listId: world.listId, options: { readAs: "results" } }));
    const { id } = unwrap(await world.start());
    await world.at.until(id, ({ state, out }) => state === "imported" && out?.rows === 2);
    const before = await whatIsHere(id);
    await world.at.close();
    for (const name of names) remove(ofCleaning(id, name));
    await world.reopen();
    expect(await whatIsHere(id)).toEqual(before);
    expect(before.written).toBe(true);
  });

  it("tells known verdicts, suppressed people and those beyond the limit apart as before", async () => {
    await openWorld(sandbox, { rows: 8 });
    const first = await done();
    expect(first).not.toBe("");
    const text = Array.from({ length: 12 }, (_, i) => `person${i}@example${i % 5}.com`);
    const path = join(world.folder, "more.csv");
    writeFileSync(path, `Email\n${text.join("\n")}\n`);
    const { listId } = unwrap(await world.at.call("lists.open", { source: { kind: "path", path } }));
    unwrap(await world.at.call("lists.read", { listId, options: {} }));
    world.listId = listId;
    const options = { ...PAID, reuseKnown: true, limit: 2 };
    rmSync(world.out, { force: true });
    const { id } = unwrap(await world.start({ options, credits: 2 }));
    expect((await world.at.until(id, isOver)).state).toBe("done");
    const before = await whatIsHere(id);
    await world.at.close();
    remove(ofCleaning(id, "results.db"));
    await world.reopen();
    expect(await whatIsHere(id)).toEqual(before);
  });

  it("keeps the verdicts of people who came onto a suppression list since", async () => {
    await openWorld(sandbox, { rows: ROWS });
    expect(await done()).not.toBe("");
    await suppress("person7@example2.com");
    const id = await cleanMore({ ...PAID, reuseKnown: true }, 3);
    const before = await whatIsHere(id);
    const later = await suppress("person1@example1.com");
    await world.at.close();
    remove(ofCleaning(id, "results.db"));
    await world.reopen();
    await whatIsHere(id);
    unwrap(await world.at.call("suppression.remove", { id: later }));
    expect(await whatIsHere(id)).toEqual(before);
  });

  async function suppress(text: string): Promise<string> {
    const source = { kind: "text" as const, text, name: "left.txt" };
    return unwrap(await world.at.call("suppression.add", { name: text, source })).id;
  }

  /** A cleaning of eight addresses, the first four of which are known. */
  async function cleanMore(options: typeof PAID, credits: number): Promise<string> {
    const path = join(world.folder, "more.csv");
    const text = Array.from({ length: 8 }, (_, i) => `person${i}@example${i % 5}.com`);
    writeFileSync(path, `Email\n${text.join("\n")}\n`);
    const { listId } = unwrap(await world.at.call("lists.open", { source: { kind: "path", path } }));
    unwrap(await world.at.call("lists.read", { listId, options: {} }));
    world.listId = listId;
    rmSync(world.out, { force: true });
    const { id } = unwrap(await world.start({ options, credits }));
    expect((await world.at.until(id, isOver)).state).toBe("done");
    return id;
  }

  it("with its list beyond reach, names the list and says how to go on; what was verified costs nothing again", async () => {
    await openWorld(sandbox, { rows: ROWS });
    const id = await done();
    await world.at.close();
    rmSync(ofList("original"));
    const own = join(world.folder, "contacts.csv");
    writeFileSync(own, readFileSync(own, "utf8").replace("person0", "people0"));
    await world.reopen();
    const { summary } = await whatIsHere(id);
    expect(summary).toMatchObject({ ok: false, problem: { code: "list_files_lost" } });
    if (!summary.ok) expect(summary.problem.detail).toContain("contacts.csv");
    const { listId } = unwrap(await world.at.call("lists.open", { source: { kind: "path", path: own } }));
    unwrap(await world.at.call("lists.read", { listId, options: {} }));
    const price = unwrap(
      await world.at.call("cleanings.price", {
        listId,
        accountId: world.accountId,
        options: { ...PAID, reuseKnown: true },
      }),
    );
    expect(price).toMatchObject({ known: ROWS - 1, credits: 1 });
  });
});
