import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CliWorld, createCliWorlds } from "../../support/cli-world.ts";

const { world } = await createCliWorlds("opt-outs");

const LIST = [
  "Email,state,Accepts Marketing",
  "ann@deliverable.example,active,yes",
  "bob@deliverable.example,cancelled,yes",
  "cat@deliverable.example,complained,yes",
  "dan@deliverable.example,active,no",
];

function file(at: CliWorld): string {
  const path = join(at.folder, "kit.csv");
  writeFileSync(path, `${LIST.join("\n")}\n`);
  return path;
}

describe("winnow clean of a list that says who opted out", () => {
  it("names the columns, their words and their counts, and refuses until the user decides", async () => {
    const at = world();
    const args = ["clean", file(at), "--out", at.out, "--yes"];
    const refused = await at.run(...args, "--json");
    expect(refused.code).toBe(2);
    expect(JSON.parse(refused.stdout)).toMatchObject({
      problem: { code: "file_reading_unclear" },
      questions: [{ kind: "opt_outs", rows: 4, columns: [{ name: "state" }, { name: "Accepts Marketing" }] }],
    });
    expect(refused.stderr).toContain(
      "'state': cancelled 1 (unsubscribed), complained 1 (reported as spam), active 2",
    );
    expect(refused.stderr).toContain("'Accepts Marketing': no 1 (unclear), yes 3");
    expect(at.charges()).toEqual([]);
  });

  it.each([
    ["certain", ["ann", "dan"]],
    ["all", ["ann"]],
    ["none", ["ann", "bob", "cat", "dan"]],
  ] as const)("with --leave-out %s writes %j", async (whom, written) => {
    const at = world();
    await at.runOk("clean", file(at), "--out", at.out, "--yes", "--leave-out", whom);
    const rows = readFileSync(at.out, "utf8").trim().split("\n").slice(1);
    expect(rows.map((row) => row.split("@")[0])).toEqual(written);
    expect(at.charges()).toHaveLength(written.length);
  });

  it("keeps nothing in a dry run", async () => {
    const at = world();
    const dry = await at.runOk("clean", file(at), "--dry-run", "--leave-out", "certain", "--json");
    expect(JSON.parse(dry.stdout)).toMatchObject({ suppressed: 0, credits: 4 });
    expect(dry.stderr).toContain("no one is left out yet");
  });
});

describe("winnow import of a list that says who opted out", () => {
  it("imports the certain ones and names the unclear words", async () => {
    const at = world();
    const imported = await at.runOk("import", file(at), "--yes", "--json");
    expect(JSON.parse(imported.stdout)).toMatchObject({
      taken: { unsubscribed: 1, complained: 1 },
      unrecognised: [{ word: "no", count: 1 }],
    });
  });

  it("imports the unclear ones, too, with --leave-out all", async () => {
    const at = world();
    const imported = await at.runOk("import", file(at), "--yes", "--leave-out", "all", "--json");
    expect(JSON.parse(imported.stdout)).toMatchObject({ taken: { unsubscribed: 2 }, unrecognised: [] });
  });
});

it("winnow gate fails for a list that says who opted out until the user decides", async () => {
  const at = world();
  const path = file(at);
  await at.expectFailure(2, "--leave-out", "gate", path, "--max-bounce", "100");
  await at.runOk("gate", path, "--max-bounce", "100", "--leave-out", "none");
});

it("winnow clean --leave-out takes bounces of the list too, with --dates if nothing tells the day", async () => {
  const at = world();
  const path = join(at.folder, "crm.csv");
  const rows = ["ok@deliverable.example,Active,,", "uns@x.example,Unsubscribed,,03/04/2026"];
  const bounce = "hard@x.example,Active,550 5.1.1 user unknown,03/04/2026";
  writeFileSync(path, ["Email,Status,Bounce Reason,Date", ...rows, bounce, ""].join("\n"));
  const clean = ["clean", path, "--leave-out", "certain", "--out", at.out, "--yes", "--json"];
  await at.expectFailure(2, "--dates day-first or --dates month-first", ...clean);
  const cleaned = await at.runOk(...clean, "--dates", "day-first");
  expect(JSON.parse(cleaned.stdout)).toMatchObject({ uploaded: 1, skipped: { suppressed: 1, known: 1 } });
});
