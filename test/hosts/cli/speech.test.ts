import { describe, expect, it } from "vitest";
import { createCliWorlds } from "../../support/cli-world.ts";

const { world } = await createCliWorlds("speech");

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
});
