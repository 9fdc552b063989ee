import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createCliWorlds } from "../../support/cli-world.ts";

const { sandbox, world } = await createCliWorlds("delete");

async function cleaned() {
  const at = world();
  const file = at.list("list.csv", ["ann@acme.example", "bob@acme.example"]);
  await at.runOk("clean", file, "--out", at.out, "--yes");
  return { at, file };
}

describe("`winnow delete`", () => {
  it("moves a cleaning to the bin after confirmation, and changes nothing at the service and no files", async () => {
    const { at, file } = await cleaned();
    const removals = at.requestCount("delete");
    const before = [readFileSync(file, "utf8"), readFileSync(at.out, "utf8")];
    const unasked = await at.run("delete", "list.csv");
    expect(unasked.code).toBe(2);
    expect(unasked.stderr).toMatch(/winnow delete [0-9a-f-]+ --yes/);
    expect((await at.run("lists")).stdout).toContain("list.csv");

    const deleted = await at.runOk("delete", "list.csv", "--yes");
    expect(deleted.stderr).toContain("Nothing changes at the service");
    expect(deleted.stderr).toContain(`The cleaned list stays at ${at.out}`);
    expect((await at.run("lists")).stdout).toBe("");
    expect([readFileSync(file, "utf8"), readFileSync(at.out, "utf8")]).toEqual(before);
    expect(at.requestCount("delete")).toBe(removals);
    expect(sandbox.snapshot().jobs.filter((job) => job.account === at.label && !job.gone)).toHaveLength(1);
  });

  it("refuses an unfinished cleaning", async () => {
    const at = world();
    const file = at.list("list.csv", ["ann@acme.example", "bob@acme.example"]);
    sandbox.faults.add({ name: "lists-full", operation: "upload", account: at.label });
    const left = await at.runWith(
      { onStderr: (text, kill) => void (text.includes("Waiting for a free slot") && kill("SIGINT")) },
      ...["clean", file, "--out", at.out, "--yes"],
    );
    expect(left.code).toBe(6);
    await at.expectFailure(6, "winnow resume", "delete", "list.csv", "--yes");
    expect((await at.run("lists")).stdout).toContain("list.csv");
  });
});
