import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { testFolder } from "../../support/folders.ts";
import { runWinnow } from "../../support/run-winnow.ts";
import { root } from "../../support/winnow.ts";

let folder: string;
beforeEach(() => {
  folder = testFolder();
});

const on = (data: string) => ({
  env: { WINNOW_DATA_DIR: join(folder, data), WINNOW_SANDBOX_SPEED: "10000" },
});
const listsSchema = z.object({ cleanings: z.array(z.object({ name: z.string(), state: z.string() })) });
const listed = async (data: string) =>
  listsSchema.parse(JSON.parse((await runWinnow(["lists", "--json"], on(data))).stdout)).cleanings;

describe("winnow backup and winnow restore", () => {
  it("transfer everything into another data folder and keep the data that was there", {
    timeout: 120_000,
  }, async () => {
    const sample = join(root, "resources/sample.csv");
    const out = join(folder, "clean.csv");
    const cleaned = await runWinnow(["clean", sample, "--out", out, "--sandbox", "--yes"], on("one"));
    expect(cleaned.code).toBe(0);
    const kept = join(folder, "kept");
    const made = await runWinnow(["backup", kept], on("one"));
    expect(made).toMatchObject({ code: 0, stdout: `${join(kept, readdirSync(kept)[0] ?? "")}\n` });

    const restored = await runWinnow(["restore", kept, "--json"], on("two"));
    expect(restored.code).toBe(0);
    expect(JSON.parse(restored.stdout)).toMatchObject({ restored: made.stdout.trim(), paused: 0 });
    expect(await listed("two")).toEqual([{ name: "sample.csv", state: "done" }]);
    expect(readdirSync(join(folder, "two", "backups"))).toEqual([expect.stringMatching(/^replaced-/)]);

    const asked = await runWinnow(["restore", kept], on("two"));
    expect(asked.code).not.toBe(0);
    expect(asked.stderr).toContain("--yes");
    expect(readdirSync(join(folder, "two", "backups"))).toHaveLength(1);
    expect(await runWinnow(["restore", kept, "--yes"], on("two"))).toMatchObject({ code: 0 });
    expect(readdirSync(join(folder, "two", "backups"))).toHaveLength(2);
  });

  it("refuse a folder that is not a backup, with a message and the exit code for bad input", async () => {
    writeFileSync(join(folder, "list.csv"), "Email\na@b.example\n");
    const refused = await runWinnow(["restore", join(folder, "list.csv")], on("one"));
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toMatch(/^This is not a Winnow backup\. .*Nothing was changed\./);
    expect(await listed("one")).toEqual([]);
  });
});
