import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { hasEnded, PAY_FOR_ALL, unwrap } from "../support/in-process.ts";
import { anotherList, cleaned, counted, exported, suppress, world } from "./suppressed-list.ts";

describe("suppressed rows", () => {
  it("are written and counted by an export that includes them", async () => {
    const id = await cleaned();
    await suppress();
    const filter = { leaveOutSuppressed: false };
    const { outcome, path } = await exported(id, "all.csv", { filter });
    expect(outcome).toMatchObject({ rows: 4, account: { leftOut: {}, suppressed: 3 } });
    expect(readFileSync(path, "utf8")).toContain("eve@firm.example");
  });

  it("are written by a cleaning that includes them", async () => {
    await suppress();
    const id = await cleaned({ ...PAY_FOR_ALL, suppress: false });
    expect(readFileSync(world.out, "utf8")).toContain("bob@acme.example");
    expect(await counted(id)).toMatchObject({ rows: 4, suppressed: 3, leavesOutSuppressed: false });
    expect(await counted(id, { leaveOutSuppressed: true })).toMatchObject({ rows: 1 });
  });
});

describe("a corrected cell whose original address is suppressed", () => {
  const price = async () => {
    const { listId, accountId } = world;
    return unwrap(await world.at.call("cleanings.price", { listId, accountId, options: PAY_FOR_ALL }));
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
    ["the address", "eve@gmial.com", "eve@gmial.com"],
    ["the address in another case", "Eve@Gmial.com", "EVE@gmial.com"],
    ["the domain", "eve@gmial.com", "@gmial.com"],
    ["the address, with a name in the cell", "Eve Adams <eve@gmial.com>", "eve@gmial.com"],
    ["the corrected address, when the cell has a second mistake", "eve@@gmial.com", "eve@gmial.com"],
  ])("stays suppressed by %s", async (_, cell, entry) => {
    await listOf("ann@firm.example", cell);
    await suppress(`${entry}\n`);
    if (cell.includes("@@")) await accept(cell);
    await accept("eve@gmial.com");
    expect(await price()).toMatchObject({ suppressed: 1, credits: 1 });
    const { id } = unwrap(await world.start({ credits: 1 }));
    expect(await world.at.until(id, hasEnded)).toMatchObject({ state: "done", out: { rows: 1 } });
    expect(world.charges()).toEqual([1]);
    expect(readFileSync(world.out, "utf8")).toBe('Email,Name\n"ann@firm.example",P0\n');
    expect(await counted(id)).toMatchObject({ rows: 1, leftOut: { suppressed: 1 } });
    expect(unwrap(await world.at.call("results.summary", { cleaningId: id })).suppressedRows).toBe(1);
  });
});
