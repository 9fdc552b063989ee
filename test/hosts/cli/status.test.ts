import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createCliWorlds } from "../../support/cli-world.ts";

const { sandbox, world } = await createCliWorlds("status");

describe("`winnow status`", () => {
  it("reports that nothing is under way, and creates nothing", async () => {
    const at = world();
    mkdirSync(at.dataDir);
    const { code, stdout, stderr } = await at.run("status");
    expect(code, stderr).toBe(0);
    expect(stdout).toBe("Nothing is under way.\n");
    expect(JSON.parse((await at.run("status", "--json")).stdout)).toEqual({ atWork: false, underWay: [] });
    expect(readdirSync(at.dataDir)).toEqual([]);
  });

  it("shows what another Winnow waits for, since when and until which retry, without a request", async () => {
    const at = world();
    const file = at.list("list.csv", ["ann@acme.example", "bob@acme.example"]);
    sandbox.faults.add({ name: "lists-full", operation: "upload", account: at.label });
    const before = Date.now();
    const other = at.start("clean", file, "--out", at.out, "--yes");
    try {
      await expect.poll(() => other.said.stderr).toContain("Waiting for a free slot");
      const asked = at.requestCount();
      const ran = await at.runOk("status", "--json");
      const { atWork, underWay } = JSON.parse(ran.stdout);
      expect(atWork).toBe(true);
      expect(underWay).toMatchObject([
        {
          name: "list.csv",
          state: "waiting",
          waitingFor: "slot",
          stage: "uploading",
          verified: 0,
          uploaded: 2,
        },
      ]);
      const [one] = underWay;
      expect(Date.parse(one.waitingSince)).toBeGreaterThanOrEqual(before - 1000);
      expect(Date.parse(one.nextTry)).toBeGreaterThan(Date.parse(one.waitingSince));
      const said = await at.run("status");
      expect(said.stdout).toMatch(
        /\tlist\.csv\t0 of 2 verified\tWaiting for a free slot at the service since .*The next try is about/,
      );
      expect(at.requestCount()).toBe(asked);
    } finally {
      other.child.kill("SIGINT");
      await other.ended;
    }
    const left = JSON.parse((await at.run("status", "--json")).stdout);
    expect(left).toMatchObject({ atWork: false, underWay: [{ nextTry: null }] });
    expect((await at.run("status")).stdout).toContain("winnow resume");
    expect(existsSync(at.out)).toBe(false);
  });
});
