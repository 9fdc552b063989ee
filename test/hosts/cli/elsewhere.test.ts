import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { cliWorlds } from "../../support/cli-world.ts";

const { sandbox, world } = await cliWorlds("elsewhere");

const people = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `valid.p${from + at}@firm.example`);

/** The service goes on verifying what it has until the command says `words`. */
function whileVerified(account: string, words: string) {
  const end = sandbox.faults.add({ name: "status-endless", account });
  return { onStderr: (text: string) => void (text.includes(words) && end()) };
}

describe("a list whose addresses are being verified in another list", () => {
  /** A cleaning of ten whose command was killed while the service verified it. */
  async function begun() {
    const at = world({ env: { WINNOW_LIMIT_START: "1" } });
    const first = at.list("first.csv", people(0, 10));
    const killed = await at.spawn(
      { env: { WINNOW_FAULT_POINT: "committed:verifying" } },
      ...["clean", first, "--out", `${at.folder}/first-out.csv`, "--yes"],
    );
    expect(killed.signal).toBe("SIGKILL");
    return { ...at, first, second: at.list("second.csv", people(5, 15)) };
  }

  it("waits for that one and pays only for the rest", async () => {
    const at = await begun();
    const ran = await at.runWith(
      whileVerified(at.label, "being verified elsewhere"),
      ...["clean", at.second, "--out", at.out, "--yes", "--json"],
    );
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stderr).toContain("10 rows − 5 being verified elsewhere = 5 credits");
    expect(JSON.parse(ran.stdout)).toMatchObject({ name: "second.csv", credits: 5, written: 10 });
    expect(at.charges()).toEqual(Array(15).fill(1));
    expect(readFileSync(`${at.folder}/first-out.csv`, "utf8")).toBe(`Email\n${people(0, 10).join("\n")}\n`);
  });
});

describe("a list whose addresses are in another list that waits for the user", () => {
  it("has the rest verified, and says which list must go on", async () => {
    const at = world({ credits: 12 });
    const first = at.list("first.csv", people(0, 20));
    const killed = await at.spawn(
      { env: { WINNOW_FAULT_POINT: "committed:ready" } },
      ...["clean", first, "--out", `${at.folder}/first-out.csv`, "--yes", "--wait-for-credits"],
    );
    expect(killed.signal).toBe("SIGKILL");
    const second = at.list("second.csv", people(15, 25));
    const ran = await at.run("clean", second, "--out", at.out, "--yes", "--wait-for-credits", "--json");
    expect(ran.code, ran.stderr).toBe(6);
    expect(ran.stderr).toMatch(/Waiting for 'first\.csv'.*Resume that list: `winnow resume`/);
    expect(JSON.parse(ran.stdout)).toMatchObject({ uploaded: 5, problem: { code: "list_awaited" } });
    expect(at.charges()).toEqual(Array(5).fill(1));
  });
});
