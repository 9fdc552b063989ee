import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createCliWorlds } from "../../support/cli-world.ts";
import { ENTER, winnowInPty } from "../../support/pty.ts";

const { sandbox, world } = await createCliWorlds("delete");

async function cleaned() {
  const at = world();
  const file = at.list("list.csv", ["ann@acme.example", "bob@acme.example"]);
  await at.runOk("clean", file, "--out", at.out, "--yes");
  return { at, file };
}

describe("`winnow delete`", () => {
  it("moves a cleaning to the bin after confirmation, and leaves the service and the files alone", async () => {
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

  it("warns if copies still contain the list, and reports its result as JSON", async () => {
    const { at } = await cleaned();
    await at.runOk("backup");
    const deleted = await at.run("delete", "list.csv", "--yes", "--json");
    expect(deleted.stderr).toContain("A copy of Winnow's data");
    expect(JSON.parse(deleted.stdout)).toMatchObject({ name: "list.csv", atService: true });
    expect(Date.parse(JSON.parse(deleted.stdout).deletedAt)).not.toBeNaN();
  });

  it("refuses a cleaning that is not over", async () => {
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

  // Windows has another kind of terminal.
  it.runIf(process.platform !== "win32")(
    "asks for confirmation in a terminal, also with --quiet, and says that the list can be restored",
    async () => {
      const { at } = await cleaned();
      for (const [answer, code, left] of [
        ["n", 2, true],
        ["y", 0, false],
      ] as const) {
        const running = winnowInPty(["delete", "list.csv", "--quiet"], { env: at.env, columns: 400 });
        await running.waitForText("Delete it here? [y/N]");
        expect(running.shown()).toContain("can be restored for 30 days");
        running.type(answer + ENTER);
        const { code: ended, shown } = await running.ended;
        expect(ended, shown).toBe(code);
        expect((await at.run("lists")).stdout.includes("list.csv")).toBe(left);
      }
      expect(existsSync(at.out)).toBe(true);
    },
  );
});
