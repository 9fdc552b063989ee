import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { isOver, PAID, unwrap } from "../support/in-process.ts";
import { anotherList, cleaned, counted, exported, suppress, world } from "./suppressed-list.ts";

describe("suppressed rows are written where that was chosen", () => {
  it("for this export, which then counts them", async () => {
    const id = await cleaned();
    await suppress();
    const filter = { leaveOutSuppressed: false };
    const { outcome, path } = await exported(id, "all.csv", { filter });
    expect(outcome).toMatchObject({ rows: 4, account: { leftOut: {}, suppressed: 3 } });
    expect(readFileSync(path, "utf8")).toContain("eve@firm.example");
  });

  it("for the cleaning", async () => {
    await suppress();
    const id = await cleaned({ ...PAID, suppress: false });
    expect(readFileSync(world.out, "utf8")).toContain("bob@acme.example");
    expect(await counted(id)).toMatchObject({ rows: 4, suppressed: 3, leavesOutSuppressed: false });
    expect(await counted(id, { leaveOutSuppressed: true })).toMatchObject({ rows: 1 });
  });

  it("and again once the list is gone", async () => {
    const id = await cleaned();
    const list = await suppress();
    expect(await counted(id)).toMatchObject({ rows: 1 });
    unwrap(await world.at.call("suppression.remove", { id: list }));
    expect(await counted(id)).toMatchObject({ rows: 4, leftOut: {} });
  });
});

describe("after a restore", () => {
  const lists = async () => unwrap(await world.at.call("suppression.list", {})).lists;
  const price = async () => {
    const { listId, accountId } = world;
    return unwrap(await world.at.call("cleanings.price", { listId, accountId, options: PAID }));
  };

  it("whoever was suppressed since the backup still is, and it says so", async () => {
    await suppress("ann@firm.example\n");
    const { path } = unwrap(await world.at.call("app.backup", {}));
    await suppress();
    expect(await price()).toMatchObject({ suppressed: 3, credits: 0 });
    const restored = unwrap(await world.at.call("app.restore", { kind: "path", path }));
    expect(restored).toMatchObject({ suppressionKept: 1 });
    expect(await lists()).toMatchObject([{ addresses: 1 }, { addresses: 1, domains: 1 }]);
    expect(await price()).toMatchObject({ suppressed: 3, credits: 0 });
    await world.reopen();
    expect(await price()).toMatchObject({ suppressed: 3, credits: 0 });
  });

  it("a list that was removed since is back, and one of both is there once", async () => {
    const removed = await suppress();
    await suppress("ann@firm.example\n");
    const { path } = unwrap(await world.at.call("app.backup", {}));
    unwrap(await world.at.call("suppression.remove", { id: removed }));
    const restored = unwrap(await world.at.call("app.restore", { kind: "path", path }));
    expect(restored).toMatchObject({ suppressionKept: 0 });
    expect(await lists()).toHaveLength(2);
  });

  it("entries that an earlier Winnow kept in the journal are there too", async () => {
    const { path } = unwrap(await world.at.call("app.backup", {}));
    const db = new Database(join(world.folder, "data", "winnow.db"));
    db.exec(`INSERT INTO suppression_lists (id, name, addresses, domains, created_at) VALUES ('old', 'Old', 0, 1, 1);
      INSERT INTO suppressed (list_id, entry) VALUES ('old', '@firm.example')`);
    db.close();
    unwrap(await world.at.call("app.restore", { kind: "path", path }));
    expect(await price()).toMatchObject({ suppressed: 2 });
  });

  it("one that lost entries before it keeps cleanings from starting, as before", async () => {
    const { path } = unwrap(await world.at.call("app.backup", {}));
    const list = await suppress();
    rmSync(join(world.folder, "data", "suppression", `${list}.txt`));
    unwrap(await world.at.call("app.restore", { kind: "path", path }));
    await expect(price()).rejects.toThrow("store_corrupt");
  });
});

describe("whoever is on a suppression list as the file has them stays out once the cell is corrected", () => {
  const price = async () => {
    const { listId, accountId } = world;
    return unwrap(await world.at.call("cleanings.price", { listId, accountId, options: PAID }));
  };
  const accept = async (address: string) =>
    unwrap(
      await world.at.call("lists.acceptTypos", { listId: world.listId, addresses: [address], accept: true }),
    );
  async function listOf(...cells: string[]): Promise<void> {
    const text = `Email,Name\n${cells.map((cell, at) => `"${cell}",P${at}\n`).join("")}`;
    await anotherList(cells.length, text);
  }

  it.each([
    ["its address", "eve@gmial.com", "eve@gmial.com"],
    ["its address in another case", "Eve@Gmial.com", "EVE@gmial.com"],
    ["its domain", "eve@gmial.com", "@gmial.com"],
    ["a name beside it", "Eve Adams <eve@gmial.com>", "eve@gmial.com"],
    ["a second slip", "eve@@gmial.com", "eve@gmial.com"],
  ])("by %s: in price, ledger, file, counts and marks", async (_, cell, entry) => {
    await listOf("ann@firm.example", cell);
    await suppress(`${entry}\n`);
    if (cell.includes("@@")) await accept(cell);
    await accept("eve@gmial.com");
    expect(await price()).toMatchObject({ suppressed: 1, credits: 1 });
    const { id } = unwrap(await world.start({ credits: 1 }));
    expect(await world.at.until(id, isOver)).toMatchObject({ state: "done", out: { rows: 1 } });
    expect(world.charges()).toEqual([1]);
    expect(readFileSync(world.out, "utf8")).toBe('Email,Name\n"ann@firm.example",P0\n');
    expect(await counted(id)).toMatchObject({ rows: 1, leftOut: { suppressed: 1 } });
    expect(unwrap(await world.at.call("results.summary", { cleaningId: id })).suppressedRows).toBe(1);
    const { path } = await exported(id, "split", { split: "per_verdict" });
    const files = readdirSync(path).filter((one) => one.endsWith(".csv"));
    expect(files.map((one) => readFileSync(join(path, one), "utf8")).join("")).not.toMatch(/eve/i);
  });

  it("also where somebody else's row has the corrected address already, and when suppressed afterwards", async () => {
    await listOf("ann@firm.example", "eve@gmial.com", "eve@gmail.com");
    await accept("eve@gmial.com");
    expect(await price()).toMatchObject({ suppressed: 0, credits: 2, repeated: 1 });
    const { id } = unwrap(await world.start({ credits: 2 }));
    await world.at.until(id, isOver);
    await suppress("eve@gmial.com\n");
    const { path } = await exported(id, "later.csv");
    expect(readFileSync(path, "utf8")).toBe('Email,Name\n"ann@firm.example",P0\n');
  });

  it("and the correction suppresses nobody by itself", async () => {
    await listOf("ann@firm.example", "eve@gmial.com");
    await suppress("zoe@gmial.com\n");
    await accept("eve@gmial.com");
    expect(await price()).toMatchObject({ suppressed: 0, credits: 2 });
  });
});

describe("a suppression list that is just being removed", () => {
  /** As far as removing it has come when its file has been put aside, and its row is there. */
  function putAside(id: string): void {
    const path = join(world.folder, "data", "suppression", `${id}.txt`);
    renameSync(path, `${path}.removed`);
  }

  it("counts in prices, counts, exports and single checks as long as it is known", async () => {
    const id = await cleaned();
    putAside(await suppress());
    const { listId, accountId } = world;
    const price = unwrap(await world.at.call("cleanings.price", { listId, accountId, options: PAID }));
    expect(price).toMatchObject({ suppressed: 2, credits: 1 });
    expect(await counted(id)).toMatchObject({ rows: 1, leftOut: { suppressed: 3 } });
    const { path } = await exported(id, "meanwhile.csv");
    expect(readFileSync(path, "utf8")).toBe("Email\nann@firm.example\n");
    const address = "eve@firm.example";
    const check = unwrap(await world.at.call("checks.check", { accountId, address }));
    expect(check).toMatchObject({ suppressed: true });
  });

  it("goes into a backup that is made meanwhile", async () => {
    putAside(await suppress());
    const { path } = unwrap(await world.at.call("app.backup", {}));
    unwrap(await world.at.call("app.restore", { kind: "path", path }));
    const { listId, accountId } = world;
    const price = await world.at.call("cleanings.price", { listId, accountId, options: PAID });
    expect(price).toMatchObject({ ok: true, value: { suppressed: 2 } });
  });

  it("can be removed for good, and then names nobody", async () => {
    const list = await suppress();
    putAside(list);
    unwrap(await world.at.call("suppression.remove", { id: list }));
    expect(readdirSync(join(world.folder, "data", "suppression"))).toEqual([]);
    await cleaned();
    expect(readFileSync(world.out, "utf8")).toContain("eve@firm.example");
  });

  it("keeps no cleaning from writing its file in that moment", async () => {
    const list = await suppress();
    await world.reopen({
      probe(point) {
        if (point === "before:out") putAside(list);
      },
    });
    const { id } = unwrap(await world.start({ credits: 1 }));
    const done = await world.at.until(id, (one) => one.problem !== null || one.out?.rows != null);
    expect(done).toMatchObject({ state: "done", problem: null, out: { rows: 1 } });
    expect(readFileSync(world.out, "utf8")).toBe("Email\nann@firm.example\n");
  });
});

it("a cleaned list that a damaged suppression list kept back is written by itself once that is removed", async () => {
  const list = await suppress();
  const path = join(world.folder, "data", "suppression", `${list}.txt`);
  await world.reopen({
    probe(point) {
      if (point === "before:out") writeFileSync(path, "eve@firm.example\n");
    },
  });
  const { id } = unwrap(await world.start({ credits: 1 }));
  const held = await world.at.until(id, (one) => one.problem !== null);
  expect(held).toMatchObject({ state: "done", problem: { code: "store_corrupt" }, out: { rows: null } });
  unwrap(await world.at.call("suppression.remove", { id: list }));
  expect(await world.at.until(id, (one) => one.out?.rows != null)).toMatchObject({ problem: null });
});
