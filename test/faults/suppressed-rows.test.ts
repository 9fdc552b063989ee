import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { unwrap } from "../support/in-process.ts";
import { cleaned, world } from "./suppressed-list.ts";

const EVERYBODY = ["ann@firm.example", "bob@acme.example", "eve@firm.example"];

/** The suppression lists by the journal's own table, with their entries on disk. */
function stored(data: string) {
  const db = new Database(join(data, "winnow.db"), { readonly: true });
  try {
    const ids = db.prepare("SELECT id FROM suppression_lists").pluck().all() as string[];
    return ids.map((id) =>
      readFileSync(join(data, "suppression", `${id}.txt`), "utf8")
        .split("\n")
        .slice(0, -1)
        .sort(),
    );
  } finally {
    db.close();
  }
}

describe("rows that are added to a suppression list", () => {
  it("are kept through a restart and come back with a backup", async () => {
    const id = await cleaned();
    unwrap(await world.at.call("suppression.addRows", { name: "all", cleaningId: id, rows: {} }));
    const { path } = unwrap(await world.at.call("app.backup", {}));
    expect(readdirSync(join(path, "suppression"))).toHaveLength(1);
    const [list] = unwrap(await world.at.call("suppression.list", {})).lists;
    unwrap(await world.at.call("suppression.remove", { id: list?.id ?? "" }));
    unwrap(await world.at.call("app.restore", { kind: "path", path }));
    await world.reopen();
    expect(stored(join(world.folder, "data"))).toEqual([EVERYBODY]);
  });

  it.each<[string, (entries: string) => Record<string, string>]>([
    ["half of the entries were written", (all) => ({ ".new.new": all.slice(0, all.length / 2) })],
    ["they were written and have no name yet", (all) => ({ ".new": all })],
    ["they have their name, and the journal does not know of them", (all) => ({ "": all })],
  ])("are all absent after a kill when %s", async (_, left) => {
    const id = await cleaned();
    await world.at.close();
    const data = join(world.folder, "data");
    const before = join(world.folder, "before");
    cpSync(data, before, { recursive: true });
    await world.reopen();
    unwrap(await world.at.call("suppression.addRows", { name: "all", cleaningId: id, rows: {} }));
    await world.at.close();
    const [name = ""] = readdirSync(join(data, "suppression"));
    const entries = readFileSync(join(data, "suppression", name), "utf8");
    rmSync(data, { recursive: true });
    cpSync(before, data, { recursive: true });
    mkdirSync(join(data, "suppression"), { recursive: true });
    for (const [end, text] of Object.entries(left(entries)))
      writeFileSync(join(data, "suppression", `${name}${end}`), text);
    await world.reopen();
    expect(stored(data)).toEqual([]);
    expect(unwrap(await world.at.call("exports.count", { cleaningId: id, filter: {} }))).toMatchObject({
      rows: 4,
    });
  });
});
