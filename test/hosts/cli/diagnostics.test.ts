import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { createCliWorlds } from "../../support/cli-world.ts";

const { world } = await createCliWorlds("diagnostics");

it("an internal error is in the log with its stack, and winnow diagnostics writes its codes", async () => {
  const at = world();
  const list = at.list("people.csv", ["ann@acme.example", "bob@acme.example"]);
  await at.runOk("clean", list, "--out", at.out, "--yes");
  const [id = ""] = readdirSync(join(at.dataDir, "lists"));
  const damaged = new Database(join(at.dataDir, "lists", id, "list.db"));
  damaged.exec("UPDATE meta SET value = '{}'");
  damaged.close();
  const log = join(at.dataDir, "logs", "winnow.log");

  const args = ["export", "people.csv", "--out", join(at.folder, "again.csv")];
  const failed = await at.run(...args);
  expect(failed.stderr).toContain("winnow diagnostics");
  expect(failed.stderr).toContain(`The log is ${log}.`);
  expect(failed.stderr).not.toContain("    at ");
  const logged = readFileSync(log, "utf8");
  expect(logged).toMatch(/ bug in exports\.write: ZodError[\s\S]*\n {4}at /);

  const shown = await at.runWith({ env: { WINNOW_DEBUG: "1" } }, ...args);
  expect(shown.stderr).toContain(logged.slice(logged.indexOf("bug in"), logged.indexOf("\n")));

  const out = join(at.folder, "diagnostics.json");
  const written = await at.runOk("diagnostics", "--out", out);
  expect(written).toMatchObject({ stdout: `${out}\n` });
  const report = readFileSync(out, "utf8");
  expect(report).toMatch(/"exports\.\w+"/);
  expect(report).not.toMatch(/acme|people|[/\\]/);
  await at.expectFailure(2, "There is already a file with that name", "diagnostics", "--out", out);
  expect(readFileSync(out, "utf8")).toBe(report);
});
