import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { suiteFolder } from "../../support/folders.ts";
import { hasPostgres, startPostgres, type TestPostgres } from "../../support/postgres.ts";
import type { SimulatedMember } from "../../support/simulated-member.ts";
import { createSimulatedTeam } from "../../support/simulated-team.ts";

let postgres: TestPostgres;
let team: Awaited<ReturnType<typeof createSimulatedTeam>>;
let ann: SimulatedMember;
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres(suiteFolder());
});
afterAll(() => postgres?.stop());
beforeEach(async () => {
  team = await createSimulatedTeam(postgres, "ann", "bob");
  ann = team.member("ann");
});

const LIST = ["ann@firm.example", "bob@firm.example"];
const LOCKING = "LOCK TABLE winnow.claims IN ACCESS EXCLUSIVE MODE";

describe.skipIf(!hasPostgres)("a part that is about to be charged", () => {
  it("waits for the server if its lease may have ended", async () => {
    await ann.start(LIST);
    ann.sleep();
    team.allowConnections("ann", 0);
    await ann.charge();
    expect(team.charged).toEqual([]);
    team.allowConnections("ann", 1);
    await ann.charge();
    expect(team.charged).toEqual(LIST);
  });

  it.each([
    ["after a sleep", () => ann.sleep()],
    ["after a sleep in which monotonic time stood still", () => ann.sleep(true)],
    ["after the clock was set back", () => ann.setClock(-3_600_000)],
    ["in a process that was started again", () => ann.restart()],
  ])("is not charged %s if a colleague has taken it over", async (_when, act) => {
    const bob = team.member("bob");
    await ann.start(LIST);
    await team.expire();
    await bob.clean(LIST);
    act();
    await ann.charge();
    expect([team.charged, ann.isBusy()]).toEqual([LIST, false]);
  });

  it.each(["claim", "renewal"])("is leased from the beginning of a %s that takes long", async (what) => {
    if (what === "renewal") await ann.start(LIST);
    const act = () => (what === "renewal" ? ann.sync() : ann.start(LIST));
    await team.whileLocked("owner", LOCKING, act, () => ann.sleep());
    team.allowConnections("ann", 0);
    await ann.charge();
    expect([team.charged, ann.isBusy()]).toEqual([[], true]);
  });
});
