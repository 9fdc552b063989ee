import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLeases } from "../../../electron/engine/team/leases.ts";
import { suiteFolder } from "../../support/folders.ts";
import { hasPostgres, startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { createSimulatedTeam } from "../../support/simulated-team.ts";

const HALF_LEASE_MS = 7.5 * 60_000;
const HOUR = 3_600_000;

describe("a lease", () => {
  it.each([
    ["is safe for half of its time", HALF_LEASE_MS - 1, HALF_LEASE_MS - 1, true],
    ["is not safe once half of its time is over", HALF_LEASE_MS, HALF_LEASE_MS, false],
    ["is not safe after that time if the clock was set back to its beginning", 0, HALF_LEASE_MS, false],
    ["is not safe after a sleep in which monotonic time stood still", HALF_LEASE_MS, 0, false],
    ["is not safe if the clock was set back by more", -HOUR, 0, false],
  ])("%s", (_what, wallPassed, monotonicPassed, isSafe) => {
    let [wall, monotonic] = [0, 0];
    const leases = createLeases({ now: () => wall, monotonic: () => monotonic, after: () => () => {} });
    leases.renew("c1", leases.now());
    [wall, monotonic] = [wallPassed, monotonicPassed];
    expect(leases.isSafe("c1")).toBe(isSafe);
  });

  it("is unknown after the team was left", () => {
    const leases = createLeases({ now: () => 0, monotonic: () => 0, after: () => () => {} });
    leases.renew("c1", leases.now());
    leases.lose("c2", 1);
    leases.clear();
    expect([leases.isSafe("c1"), leases.isLost("c2", 1)]).toEqual([false, false]);
  });
});

let postgres: TestPostgres;
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres(suiteFolder());
});
afterAll(() => postgres?.stop());

describe.skipIf(!hasPostgres)("what a colleague with a clock in the future shares", () => {
  const FUTURE = 100 * 365 * 24 * HOUR;

  it("counts from its arrival on the server", async () => {
    const team = await createSimulatedTeam(postgres, "ann", "bob");
    const [ann, bob] = [team.member("ann"), team.member("bob")];
    ann.setClock(FUTURE);
    await ann.clean(["cem@firm.example"]);
    const [undated, early] = [0, Date.UTC(2025, 0, 1)];
    for (const time of [undated, early, FUTURE])
      await ann.suppress([`dee${time}@firm.example`], "suppression", time);
    await ann.sync();
    await team.sql("owner", "UPDATE winnow.batches SET pushed_at = '2026-01-01T00:00Z'");
    await bob.sync();
    const arrivedAt = Date.UTC(2026, 0, 1);
    expect(bob.history("cem@firm.example")).toMatchObject([{ verifiedAt: arrivedAt, freshAt: arrivedAt }]);
    expect(bob.imports().map(({ assumedAt }) => assumedAt)).toEqual([arrivedAt, arrivedAt, arrivedAt]);
    const times = [undated, early, FUTURE].flatMap((time) => bob.outcomeTimes(`dee${time}@firm.example`));
    expect(times).toEqual([arrivedAt, early, arrivedAt]);
  });
});
