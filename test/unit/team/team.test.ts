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

describe.skipIf(!hasPostgres)("a team", () => {
  it("shares bounces and suppression lists, until their import is undone", async () => {
    const [ann, bob] = await team.join("ann", "bob");
    if (ann === undefined || bob === undefined) throw new Error("no members");
    const source = { kind: "text" as const, name: "never", text: "person1@example1.com\n@example2.com" };
    const { id } = unwrap(await ann.at.call("suppression.add", { name: "Never", source }));
    await ann.sync();
    await bob.sync();
    const list = await bob.read(people(0, 10));
    expect(await bob.price(list)).toMatchObject({ suppressed: 3, credits: 7 });
    expect(unwrap(await bob.at.call("memory.imports", {})).imports).toMatchObject([
      { name: "Ann", kind: "suppression", addresses: 1, domains: 1 },
    ]);
    unwrap(await ann.at.call("memory.remove", { id }));
    await ann.sync();
    await bob.sync();
    expect(await bob.price(list)).toMatchObject({ suppressed: 0, credits: 10 });
  });

  it("erases people from the server and from every member's data", async () => {
    const [ann, bob] = await team.join("ann", "bob");
    const owner = await team.start("cem");
    if (ann === undefined || bob === undefined) throw new Error("no members");
    unwrap(await owner.at.call("team.join", { url: team.urls.owner ?? "", name: "Olga" }));
    const cleaning = unwrap(await ann.start(await ann.read(people(0, 10))));
    await ann.ended(cleaning.id);
    await ann.sync();
    await bob.sync();
    expect(unwrap(await bob.at.call("memory.erase", { entries: ["person1@example1.com"] }))).toMatchObject({
      verdicts: 1,
      incomplete: { code: "erase_team_owner" },
    });
    const replaced = [ann, bob].map(({ at }) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      at.engine.on((event) => event.event === "data.replaced" && resolve());
      return promise;
    });
    const entries = ["person1@example1.com", "@example2.com"];
    const erased = await owner.at.call("memory.erase", { entries });
    expect(unwrap(erased).team).toEqual({ facts: 3, waiting: ["Ann", "Bob"] });
    for (const { at } of [ann, bob]) await at.call("team.sync", {});
    await Promise.all(replaced);
    for (const member of [ann, bob, owner]) await member.sync();
    const question = { search: "person1@example1.com", limit: 10 };
    expect(unwrap(await ann.at.call("results.history", question)).addresses).toEqual([]);
    const rows = await team.sql(
      "SELECT count(*)::int AS facts FROM winnow.facts WHERE address LIKE '%@example2.com' OR address LIKE 'person1@%'",
    );
    expect(rows).toEqual([{ facts: 0 }]);
    expect(unwrap(await owner.at.call("team.get", {})).team?.erasures).toMatchObject([
      { confirmed: expect.arrayContaining(["Ann", "Bob", "Olga"]), waiting: [] },
    ]);
  });

  it("asks once when a list is started without the server", async () => {
    const [ann] = await team.join("ann");
    if (ann === undefined) throw new Error("no member");
    const list = await ann.read(people(0, 5));
    const login = new URL(ann.url).username;
    await team.sql(`ALTER ROLE ${login} NOLOGIN`, "superuser");
    expect(await ann.start(list)).toMatchObject({ problem: { code: "team_unasked" } });
    const cleaning = unwrap(await ann.start(list, { withoutTeam: true }));
    expect((await ann.ended(cleaning.id)).state).toBe("done");
    await team.sql(`ALTER ROLE ${login} LOGIN`, "superuser");
    expect(await ann.sync()).toMatchObject({ pushed: 5 });
  });

  it("is left with or without what colleagues have shared", async () => {
    const [ann, bob, cem] = await team.join("ann", "bob", "cem");
    if (ann === undefined || bob === undefined || cem === undefined) throw new Error("no members");
    const cleaning = unwrap(await ann.start(await ann.read(people(0, 10))));
    await ann.ended(cleaning.id);
    await ann.sync();
    for (const [member, remove, known] of [
      [bob, false, 10],
      [cem, true, 0],
    ] as const) {
      await member.sync();
      unwrap(await member.at.call("team.leave", { remove }));
      expect(await member.price(await member.read(people(0, 10)))).toMatchObject({ known });
      expect(unwrap(await member.at.call("team.get", {}))).toEqual({ team: null });
    }
  });
});
