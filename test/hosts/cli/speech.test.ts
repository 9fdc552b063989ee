import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createCliWorlds } from "../../support/cli-world.ts";
import { suiteFolder } from "../../support/folders.ts";
import { ENTER, winnowInPty } from "../../support/pty.ts";
import { runWinnow } from "../../support/run-winnow.ts";

const { world } = await createCliWorlds("speech");
const empty = suiteFolder();

describe("--version", () => {
  it.each(["--version", "-V"])("%s prints only the version and opens no data folder", async (flag) => {
    const { code, stdout, stderr } = await runWinnow([flag], {
      env: { WINNOW_DATA_DIR: join(empty, "none") },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe("--quiet", () => {
  it("prints no messages if there is no problem, but still prints data", async () => {
    const at = world();
    const file = at.list("list.csv", ["ann@acme.example", "bob@acme.example"]);
    const cleaned = await at.run("clean", file, "--out", at.out, "--yes", "--quiet");
    expect(cleaned).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expect((await at.run("lists", "--quiet")).stdout).toContain("list.csv");
  });

  it("prints problems", async () => {
    const at = world();
    const file = at.list("list.csv", ["ann@acme.example", "bob@acme.example"]);
    const over = await at.run("clean", file, "--out", at.out, "--yes", "--quiet", "--max-credits", "1");
    expect(over.code).toBe(4);
    expect(over.stderr).toMatch(/^The price is over your limit\. .*\n$/);
  });

  // Windows has another kind of terminal.
  it.runIf(process.platform !== "win32")("prints the price that a question is about", async () => {
    const at = world();
    const file = at.list("list.csv", ["ann@acme.example", "bob@acme.example"]);
    const running = winnowInPty(["clean", file, "--out", at.out, "--quiet"], { env: at.env, columns: 200 });
    await running.waitForText("Clean the list for 2 credits? [y/N]");
    expect(running.shown()).toContain("2 rows = 2 credits. You have 100; 98 will be left.");
    running.type(`n${ENTER}`);
    expect((await running.ended).code).toBe(2);
  });
});
