import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createCliWorlds } from "../../support/cli-world.ts";

const { sandbox, world } = await createCliWorlds("resume-one");
const FOUR = ["ann@a.example", "bob@a.example", "cat@a.example", "dan@a.example"];
const ALL = ["--keep", "deliverable,undeliverable,accept_all,unknown"];

describe("`winnow resume` of one cleaning", () => {
  it("asks before it pays again for addresses that may have been paid for, and spends nothing without consent", async () => {
    const at = world();
    const file = at.list("list.csv", FOUR);
    sandbox.faults.add({ name: "cancel", operation: "status", account: at.label, skip: 1, times: 1 });
    expect((await at.run("clean", file, "--out", at.out, "--yes", ...ALL)).code).toBe(5);
    const paid = at.charges();
    const uploads = at.requestCount("upload");
    await at.expectFailure(5, "needs your approval", "resume", "list.csv");
    expect(at.requestCount("upload")).toBe(uploads);
    const over = await at.run("resume", "list.csv", "--yes", "--max-credits", "1");
    expect(over.code, over.stderr).toBe(4);
    expect(at.charges()).toEqual(paid);
    await at.runOk("resume", "list.csv", "--yes");
    expect(readFileSync(at.out, "utf8")).toBe(readFileSync(file, "utf8"));
  });
});
