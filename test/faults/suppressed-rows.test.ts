import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { unwrap } from "../support/in-process.ts";
import { storedEntries } from "../support/stored-facts.ts";
import { cleaned, world } from "./suppressed-list.ts";

const EVERYBODY = ["ann@firm.example", "bob@acme.example", "eve@firm.example"];

const stored = (data: string) => storedEntries(data).map(({ entries }) => entries);

describe("rows added to a suppression list", () => {
  it("survive a restart and are restored with a backup", async () => {
    const id = await cleaned();
    unwrap(await world.at.call("suppression.addRows", { name: "all", cleaningId: id, rows: {} }));
    const { path } = unwrap(await world.at.call("app.backup", {}));
    const [list] = unwrap(await world.at.call("suppression.list", {})).lists;
    unwrap(await world.at.call("memory.remove", { id: list?.id ?? "" }));
    unwrap(await world.at.call("app.restore", { kind: "path", path }));
    await world.reopen();
    expect(stored(join(world.folder, "data"))).toEqual([EVERYBODY]);
    expect(unwrap(await world.at.call("suppression.list", {})).lists).toHaveLength(1);
  });

  it.each<[string, (facts: Buffer) => Record<string, Buffer>]>([
    ["half of the entries were written", (all) => ({ ".new.new": all.subarray(0, all.length / 2) })],
    ["all entries were written but the file was not renamed yet", (all) => ({ ".new": all })],
    ["the file was renamed but is not in the journal yet", (all) => ({ "": all })],
  ])("are all absent after a kill if %s", async (_, left) => {
    const id = await cleaned();
    await world.at.close();
    const data = join(world.folder, "data");
    const before = join(world.folder, "before");
    cpSync(data, before, { recursive: true });
    await world.reopen();
    unwrap(await world.at.call("suppression.addRows", { name: "all", cleaningId: id, rows: {} }));
    await world.at.close();
    const [name = ""] = readdirSync(join(data, "memory"));
    const facts = readFileSync(join(data, "memory", name));
    rmSync(data, { recursive: true });
    cpSync(before, data, { recursive: true });
    mkdirSync(join(data, "memory"), { recursive: true });
    for (const [end, bytes] of Object.entries(left(facts)))
      writeFileSync(join(data, "memory", `${name}${end}`), bytes);
    await world.reopen();
    expect(stored(data)).toEqual([]);
    expect(unwrap(await world.at.call("exports.count", { cleaningId: id, filter: {} }))).toMatchObject({
      rows: 4,
    });
  });
});
