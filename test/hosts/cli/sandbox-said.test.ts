import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { suiteFolder } from "../../support/folders.ts";
import { runWinnow } from "../../support/run-winnow.ts";

const folder = suiteFolder();
beforeAll(() => {
  writeFileSync(join(folder, "people.csv"), "email\nann@firm.example\nbob@firm.example\n");
});

const winnow = (...args: string[]) => runWinnow(args, { env: { WINNOW_DATA_DIR: join(folder, "data") } });

it("the command line marks every sandbox verdict as made up, in text and in JSON", async () => {
  const out = join(folder, "clean.csv");
  const cleaned = await winnow("clean", join(folder, "people.csv"), "--sandbox", "--yes", "--out", out);
  expect(cleaned.code, cleaned.stderr).toBe(0);
  expect(cleaned.stderr).toContain("these verdicts are made up");

  const [line = ""] = (await winnow("lists")).stdout.split("\n");
  expect(line).toContain("sandbox: its verdicts are made up");
  expect(JSON.parse((await winnow("lists", "--json")).stdout).cleanings).toMatchObject([{ sandbox: true }]);

  const [id = ""] = line.split("\t");
  const again = await winnow("export", id, "--out", join(folder, "again.csv"));
  expect(again.stderr).toContain("these verdicts are made up");
  const told = await winnow("export", id, "--out", join(folder, "told.csv"), "--json");
  expect(JSON.parse(told.stdout)).toMatchObject({ sandbox: true });

  const checked = await winnow("check", "cat@firm.example", "--sandbox");
  expect(checked.stdout).toMatch(/^cat@firm\.example\t.*made up by the sandbox/);
  const inJson = await winnow("check", "cat@firm.example", "--sandbox", "--json");
  expect(JSON.parse(inJson.stdout)).toMatchObject({ account: "Sandbox", sandbox: true });
});
