import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hasPostgres, startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { quickSandbox } from "../../support/quick-sandbox.ts";
import { createTeamWorld, type TeamWorld } from "../../support/team-world.ts";
import { unwrap } from "../../support/unwrap.ts";

const sandbox = await quickSandbox();
let postgres: TestPostgres;
let team: TeamWorld;
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres();
});
afterAll(() => postgres?.stop());
beforeEach(async () => {
  team = await createTeamWorld(postgres, sandbox);
});
afterEach(() => team.end());

const people = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `person${from + at}@example${(from + at) % 5}.com`);

describe.skipIf(!hasPostgres)("two members of a team", () => {
  it("know each other's verdicts, with the colleague's name and service", async () => {
    const [ann, bob] = await team.join("ann", "bob");
    if (ann === undefined || bob === undefined) throw new Error("no members");
    const cleaning = unwrap(await ann.start(await ann.read(people(0, 30))));
    await ann.ended(cleaning.id);
    await ann.sync();
    await bob.sync();
    expect(await bob.price(await bob.read(people(0, 40)))).toMatchObject({
      known: 30,
      knownFromTeam: 30,
      credits: 10,
    });
    const question = { search: "person3@example3.com", limit: 1 };
    const history = unwrap(await bob.at.call("results.history", question));
    expect(history.addresses[0]?.entries).toMatchObject([
      { name: "Ann", colleagueUsed: new URL(sandbox.baseUrl).host, source: "service" },
    ]);
  });

  it("pay for each address once if they start at the same time", async () => {
    const members = await team.join("ann", "bob", "cem");
    const lists = await Promise.all(members.map((one, at) => one.read(people(at * 20, at * 20 + 60))));
    const started = await Promise.all(members.map((one, at) => one.start(lists[at] ?? "")));
    const ended = await Promise.all(
      members.map((one, at) => {
        const cleaning = started[at];
        if (cleaning === undefined) throw new Error("not started");
        return one.ended(unwrap(cleaning).id);
      }),
    );
    expect(ended.map(({ state }) => state)).toEqual(["done", "done", "done"]);
    expect([...team.charges().values()].filter((times) => times !== 1)).toEqual([]);
    expect(team.charges().size).toBe(100);
    for (const [at, one] of members.entries()) {
      const summary = await one.at.call("results.summary", { cleaningId: ended[at]?.id ?? "" });
      expect(unwrap(summary).missing).toBe(0);
    }
  });
});
