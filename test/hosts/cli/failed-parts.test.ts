import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createCliWorlds } from "../../support/cli-world.ts";

const LIST = [
  "Name,Email",
  "A,ann@a.example",
  "B,bob@a.example",
  "C,cat@a.example",
  "D,dan@a.example",
  "D again,DAN@a.example",
  "Nobody,",
  "Broken,not an address",
];
const ALL = ["--keep", "deliverable,undeliverable,accept_all,unknown"];

const { sandbox, world: empty } = await createCliWorlds("failed");

function world() {
  const at = empty({ env: { WINNOW_LIMIT_ADDRESSES: "2" } });
  const file = join(at.folder, "contacts.csv");
  writeFileSync(file, `${LIST.join("\n")}\n`);
  return { ...at, file };
}

describe("a list with one failed part out of two", () => {
  it("is reported as failed by clean, lists, export and resume, and written in full after a retry", async () => {
    const at = world();
    sandbox.faults.add({ name: "invalid-file", operation: "upload", account: at.label, skip: 1, times: 1 });
    const cleaned = await at.expectFailure(
      5,
      "1 of 2 parts returned no results: 2 addresses, so ",
      "clean",
      at.file,
      "--out",
      at.out,
      "--yes",
      ...ALL,
    );
    expect(cleaned.stderr).toContain("winnow resume");
    expect(existsSync(at.out)).toBe(false);

    const listed = await at.run("lists");
    expect(listed.stdout).toMatch(/failed.*1 of 2 parts without results, [23] rows without a verdict/);
    const [report] = JSON.parse((await at.run("lists", "--json")).stdout).cleanings;
    const { rows } = report.unverified;
    expect(report.unverified).toEqual({ parts: 1, addresses: 2, rows });

    const copy = join(at.folder, "copy.csv");
    const args = ["export", "contacts.csv", "--out", copy, "--keep-duplicates", ...ALL];
    const exported = await at.runOk(...args);
    const left = `${rows + 2} rows left out: 1 invalid, 1 empty, ${rows} without a verdict.`;
    expect(exported.stderr).toContain(left);
    const told = JSON.parse((await at.run(...args, "--overwrite", "--json")).stdout);
    expect(told.leftOut).toEqual({ empty: 1, malformed: 1, unverified: rows });
    expect(told.written + rows + 2).toBe(LIST.length - 1);

    const resumed = await at.runOk("resume", "--json");
    expect(JSON.parse(resumed.stdout)).toMatchObject({
      state: "done",
      unverified: { parts: 0, addresses: 0, rows: 0 },
      written: 4,
      leftOut: { repeated: 1, empty: 1, malformed: 1 },
    });
    expect(readFileSync(at.out, "utf8")).toBe(`${LIST.slice(0, 5).join("\n")}\n`);
    expect(at.charges()).toEqual([1, 1, 1, 1]);
    const none = await at.run("resume");
    expect(none.stderr).toContain("Nothing to resume");
  });
});
