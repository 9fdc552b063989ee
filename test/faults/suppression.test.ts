import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CleaningOptions } from "../../shared/bridge/cleanings.ts";
import type { CallInput } from "../../shared/bridge.ts";
import { everything, isOver, PAID, readList, unwrap } from "../support/in-process.ts";
import { type OneList, oneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const sandbox = await quickSandbox();
let world: OneList;

beforeEach(async () => {
  const text = "Email\nann@firm.example\nbob@acme.example\neve@firm.example\nEve@Firm.example\n";
  world = await oneList(sandbox, { rows: 3, text });
});
afterEach(() => world.remove());

async function suppress(text = "eve@firm.example\n@acme.example\n"): Promise<string> {
  const source = { kind: "text" as const, text, name: "unsubscribed.txt" };
  return unwrap(await world.at.call("suppression.add", { name: "unsubscribed", source })).id;
}

async function cleaned(options: CleaningOptions = PAID): Promise<string> {
  const { id } = unwrap(await world.start({ options }));
  expect(await world.at.until(id, isOver)).toMatchObject({ state: "done" });
  return id;
}

type Wish = Partial<Omit<CallInput<"exports.write">, "cleaningId" | "target">>;

async function exported(cleaningId: string, name: string, wish: Wish = {}) {
  const path = join(world.folder, name);
  rmSync(path, { recursive: true, force: true });
  const outcome = unwrap(
    await world.at.call("exports.write", {
      cleaningId,
      filter: {},
      format: { kind: "exact" },
      withVerdicts: false,
      target: { kind: "path", path, overwrite: false },
      ...wish,
    }),
  );
  return { outcome, path };
}

const counted = async (cleaningId: string, filter = {}) =>
  unwrap(await world.at.call("exports.count", { cleaningId, filter }));

describe("whoever is on a suppression list is in no file that is written from then on", () => {
  it("in the cleaned list of a cleaning that was under way then", async () => {
    unwrap(await world.at.call("app.online", { online: false }));
    const { id } = unwrap(await world.start());
    await suppress();
    unwrap(await world.at.call("app.online", { online: true }));
    expect(await world.at.until(id, isOver)).toMatchObject({ state: "done", out: { rows: 1 } });
    expect(readFileSync(world.out, "utf8")).toBe("Email\nann@firm.example\n");
  });

  it("in an export of everything, and the rows that are missing are counted", async () => {
    const id = await cleaned();
    await suppress();
    const before = await counted(id);
    const { outcome, path } = await exported(id, "all.csv");
    expect(readFileSync(path, "utf8")).toBe("Email\nann@firm.example\n");
    expect(outcome).toMatchObject({ rows: 1, account: { rows: 1, leftOut: { suppressed: 3 } } });
    expect(before).toMatchObject({ rows: 1, leftOut: { suppressed: 3 }, leavesOutSuppressed: true });
  });

  it("although it is marked keep by hand", async () => {
    const id = await cleaned();
    unwrap(await world.at.call("results.mark", { cleaningId: id, rows: [0, 2], decision: "keep" }));
    await suppress();
    const { path } = await exported(id, "kept.csv", { filter: { verdicts: [], applyOverrides: true } });
    expect(readFileSync(path, "utf8")).toBe("Email\nann@firm.example\n");
  });

  it.each(["folder", "split.zip"])("in the files of a split into %s, whose summary says so", async (name) => {
    const id = await cleaned();
    await suppress();
    const { outcome, path } = await exported(id, name, { split: "per_verdict" });
    expect(outcome).toMatchObject({ rows: 1, account: { leftOut: { suppressed: 3 } } });
    if (name !== "folder") return;
    const files = readdirSync(path).filter((one) => one.endsWith(".csv"));
    expect(files.map((one) => readFileSync(join(path, one), "utf8")).join("")).not.toMatch(/eve|bob/i);
    expect(readFileSync(join(path, "summary.txt"), "utf8")).toContain("On a suppression list, left out: 3");
  });

  it("in the report's numbers, which name it", async () => {
    const id = await cleaned();
    await suppress();
    const path = join(world.folder, "report.html");
    const target = { kind: "path" as const, path, overwrite: false };
    unwrap(await world.at.call("exports.report", { cleaningId: id, target }));
    expect(readFileSync(path, "utf8")).toMatch(/Rows on a suppression list[^<]*<\/td><td>3</);
  });

  it("in what is written of a results file that was opened", async () => {
    await suppress();
    const results = join(world.folder, "results.csv");
    const line = (address: string) => `${address},deliverable,N,N,N,N,N,2026-01-01T10:00:00.000Z\n`;
    const head = "Email,Verification Result,Syntax Error,ISP,Role,Disposable,Trap,Verified At\n";
    const lines = ["ann@firm.example", "bob@acme.example", "eve@firm.example"].map(line);
    writeFileSync(results, head + lines.join(""));
    const listId = await readList(world.at, results, { readAs: "results" });
    const wish = { listId, accountId: world.accountId, options: PAID };
    const price = unwrap(await world.at.call("cleanings.price", wish));
    expect(price).toMatchObject({ credits: 0, suppressed: 2, known: 0, inFile: 1 });
    const out = everything(world.out);
    const { id } = unwrap(await world.at.call("cleanings.start", { ...wish, agreedCredits: 0, out }));
    const done = await world.at.until(id, (one) => one.state === "imported" && one.out?.rows != null);
    expect(done).toMatchObject({ out: { rows: 1 }, counts: { deliverable: 1 }, skipped: { suppressed: 2 } });
    expect(readFileSync(world.out, "utf8")).not.toMatch(/eve|bob/);
  });

  it("and nothing is written while a suppression list is damaged", async () => {
    const id = await cleaned();
    const list = await suppress();
    writeFileSync(join(world.folder, "data", "suppression", `${list}.txt`), "eve@firm.example\n");
    const target = { kind: "path" as const, path: join(world.folder, "never.csv"), overwrite: false };
    const refused = await world.at.call("exports.write", {
      cleaningId: id,
      filter: {},
      format: { kind: "exact" },
      withVerdicts: false,
      target,
    });
    expect(refused).toMatchObject({ ok: false, problem: { code: "store_corrupt" } });
    expect(readdirSync(world.folder)).not.toContain("never.csv");
    const shown = await world.at.call("results.rows", {
      cleaningId: id,
      filter: {},
      sort: { by: { kind: "row" }, descending: false },
      offset: 0,
      limit: 10,
    });
    expect(shown).toMatchObject({ ok: true, value: { total: 4 } });
  });
});

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

it("rows on a suppression list are shown as such, with their verdicts", async () => {
  const id = await cleaned();
  await suppress("eve@firm.example\n");
  const { rows } = unwrap(
    await world.at.call("results.rows", {
      cleaningId: id,
      filter: {},
      sort: { by: { kind: "row" }, descending: false },
      offset: 0,
      limit: 10,
    }),
  );
  expect(rows.map(({ suppressed = false }) => suppressed)).toEqual([false, false, true, true]);
  expect(rows[2]?.verdict).not.toBeNull();
  const summary = unwrap(await world.at.call("results.summary", { cleaningId: id }));
  expect(summary.suppressedRows).toBe(2);
});

describe("a row goes out with everybody who stands in its address cell", () => {
  const CELLS = [
    "ann@firm.example; eve@firm.example",
    "Eve <EVE@firm.example>",
    "call eve@firm.example",
    "zoe@firm.example",
  ];

  it("and stays out where one of them is on a suppression list", async () => {
    await world.remove();
    const text = `Email\n${CELLS.map((cell) => `"${cell}"\n`).join("")}`;
    world = await oneList(sandbox, { rows: 3, text });
    const { listId, accountId } = world;
    unwrap(await world.at.call("lists.read", { listId, options: { cut: "take" } }));
    const wish = { listId, accountId, options: PAID };
    const { credits } = unwrap(await world.at.call("cleanings.price", wish));
    const { id } = unwrap(await world.at.call("cleanings.start", { ...wish, agreedCredits: credits }));
    expect(await world.at.until(id, isOver)).toMatchObject({ state: "done" });
    await suppress("eve@firm.example\n");
    const before = await counted(id);
    const { outcome, path } = await exported(id, "all.csv");
    expect(readFileSync(path, "utf8")).toBe('Email\n"zoe@firm.example"\n');
    expect(outcome).toMatchObject({ rows: 1, account: { leftOut: { suppressed: 3 } } });
    expect(before).toMatchObject({ rows: 1, leftOut: { suppressed: 3 } });
    expect(unwrap(await world.at.call("results.summary", { cleaningId: id })).suppressedRows).toBe(3);
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
    await world.remove();
    const text = `Email,Name\n${cells.map((cell, at) => `"${cell}",P${at}\n`).join("")}`;
    world = await oneList(sandbox, { rows: cells.length, text });
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
