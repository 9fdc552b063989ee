import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { engineRoomOf } from "../support/imports.ts";
import { root } from "../support/winnow.ts";

/** The room that reads and writes each table of winnow.db; other rooms call its functions. */
const OWNERS: Readonly<Record<string, string>> = {
  settings: "store",
  accounts: "accounts",
  lists: "catalog",
  cleanings: "catalog",
  parts: "cleanings",
  journal: "cleanings",
  ledger: "ledger",
  imports: "memory",
  domains: "domains",
  calibrations: "forecast",
  shared_batches: "team",
};
/** The schema, and backups, which copy, prune and pause a whole journal. */
const ANY_TABLE = ["electron/engine/store/migrations.ts", "electron/engine/store/backups/"];
/** archive.db has tables of cleanings of its own. */
const ARCHIVE = /^electron\/engine\/ledger\//;
const TABLE = /\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\s+([a-z_]+)\b/g;

interface Use {
  readonly file: string;
  readonly table: string;
}

const uses: readonly Use[] = readdirSync(join(root, "electron/engine"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => `electron/engine/${name.replaceAll("\\", "/")}`)
  .filter((file) => !ANY_TABLE.some((path) => file.startsWith(path)))
  .flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(TABLE)].map(([, table = ""]) => ({ file, table })),
  );

describe("the tables of winnow.db", () => {
  it("all have an owner", () => {
    const schema = readFileSync(join(root, "electron/engine/store/migrations.ts"), "utf8");
    const tables = [...schema.matchAll(/CREATE TABLE ([a-z_]+)/g)].map(([, table]) => table);
    expect(tables.sort()).toEqual(Object.keys(OWNERS).sort());
  });

  it.each(Object.entries(OWNERS))("%s is used in SQL only by the room %s/", (table, owner) => {
    const named = uses.filter(
      (use) => use.table === table && !(ARCHIVE.test(use.file) && table === "cleanings"),
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(({ file }) => engineRoomOf(file) !== owner)).toEqual([]);
  });
});
