import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { problem } from "../../../shared/problems.ts";
import { fail } from "../../../shared/result.ts";
import { suiteFolder, testFolder } from "../../support/folders.ts";
import { readList } from "../../support/in-process.ts";
import { hasPostgres, startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { quickSandbox } from "../../support/quick-sandbox.ts";
import { createTeamWorld, type Member, type TeamWorld } from "../../support/team-world.ts";
import { unwrap } from "../../support/unwrap.ts";

const sandbox = await quickSandbox();
let postgres: TestPostgres;
let team: TeamWorld;
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres(suiteFolder());
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
      { name: ann.shownAs, colleagueUsed: new URL(sandbox.baseUrl).host, source: "service" },
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
      { name: ann.shownAs, kind: "suppression", addresses: 1, domains: 1 },
    ]);
    const [{ id: shared } = { id: "" }] = unwrap(await bob.at.call("memory.imports", {})).imports;
    expect(await bob.at.call("memory.remove", { id: shared })).toMatchObject({
      problem: { code: "import_of_colleague" },
    });
    unwrap(await ann.at.call("memory.remove", { id }));
    await ann.sync();
    await bob.sync();
    expect(await bob.price(list)).toMatchObject({ suppressed: 0, credits: 10 });
  });

  it("keeps equal suppression lists of two members apart, so that one stays when the other is removed", async () => {
    const [ann, bob, cem] = await team.join("ann", "bob", "cem");
    if (ann === undefined || bob === undefined || cem === undefined) throw new Error("no members");
    const source = { kind: "text" as const, name: "never", text: "person1@example1.com" };
    const { id } = unwrap(await ann.at.call("suppression.add", { name: "Never", source }));
    await ann.sync();
    await bob.sync();
    unwrap(await bob.at.call("suppression.add", { name: "Also never", source }));
    await bob.sync();
    await cem.sync();
    unwrap(await ann.at.call("memory.remove", { id }));
    await ann.sync();
    for (const member of [bob, cem]) {
      await member.sync();
      expect(await member.price(await member.read(people(0, 10)))).toMatchObject({ suppressed: 1 });
    }
  });

  it("is reconnected with the stored password and name, and stays joined if that fails", async () => {
    const [ann] = await team.join("ann");
    if (ann === undefined) throw new Error("no member");
    const url = new URL(ann.url);
    url.password = "";
    expect(unwrap(await ann.at.call("team.join", { url: url.href, name: "" })).team.name).toBe("Ann");
    url.password = "wrong";
    expect(await ann.at.call("team.join", { url: url.href, name: "" })).toMatchObject({
      problem: { code: "team_login" },
    });
    await ann.sync();
    expect(unwrap(await ann.at.call("team.get", {})).team?.members).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ name: "Ann", isYou: true })]),
    );
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
    expect(unwrap(erased).team).toEqual({ facts: 3, waiting: [ann.shownAs, bob.shownAs] });
    let again = 0;
    owner.at.engine.on(({ event }) => {
      if (event === "data.replaced") again += 1;
    });
    for (const { at } of [ann, bob]) await at.call("team.sync", {});
    await Promise.all(replaced);
    for (const member of [ann, bob, owner]) await member.sync();
    expect(again).toBe(0);
    const question = { search: "person1@example1.com", limit: 10 };
    expect(unwrap(await ann.at.call("results.history", question)).addresses).toEqual([]);
    const rows = await team.sql(
      "SELECT count(*)::int AS facts FROM winnow.facts WHERE address LIKE '%@example2.com' OR address LIKE 'person1@%'",
    );
    expect(rows).toEqual([{ facts: 0 }]);
    expect(unwrap(await owner.at.call("team.get", {})).team?.erasures).toMatchObject([
      { confirmed: expect.arrayContaining([ann.shownAs, bob.shownAs]), waiting: [] },
    ]);
    const leftOut = async ({ at }: typeof ann) =>
      unwrap(await at.call("memory.facts", { address: "person2@example2.com" })).leftOut;
    const back = { entries: ["@example2.com"] };
    expect(await bob.at.call("memory.allowErased", back)).toMatchObject({
      problem: { code: "allow_team_owner", values: { owner: expect.stringMatching(/^Olga /) } },
    });
    expect([await leftOut(ann), await leftOut(bob)]).toEqual(["erased", "erased"]);
    unwrap(await owner.at.call("memory.allowErased", back));
    for (const member of [ann, bob]) await member.sync();
    expect([await leftOut(ann), await leftOut(bob), await leftOut(owner)]).toEqual([null, null, null]);
    expect(unwrap(await owner.at.call("team.get", {})).team?.erasures).toHaveLength(1);
    // A computer that joins later reads both at once.
    const eva = await team.start("eva");
    await eva.ended(unwrap(await eva.start(await eva.read(people(0, 10)))).id);
    const erasedAtEva = Promise.withResolvers<void>();
    eva.at.engine.on((event) => event.event === "data.replaced" && erasedAtEva.resolve());
    unwrap(await eva.at.call("team.join", { url: eva.url, name: "Eva" }));
    await erasedAtEva.promise;
    const verdictsOf = async (search: string) =>
      unwrap(await eva.at.call("results.history", { search, limit: 1 })).addresses.length;
    expect([await verdictsOf("person1@example1.com"), await verdictsOf("person2@example2.com")]).toEqual([
      0, 1,
    ]);
    expect(await leftOut(eva)).toBeNull();
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
    await ann.sync();
    expect(await team.sql("SELECT count(*)::int AS facts FROM winnow.facts")).toEqual([{ facts: 5 }]);
  });

  it("shares bounces of a file that no vendor exports, under a column name of any length", async () => {
    const [ann, bob] = await team.join("ann", "bob");
    if (ann === undefined || bob === undefined) throw new Error("no members");
    const column = `what became of our mail ${"in the newsletter ".repeat(10)}`;
    const rows = people(0, 5).map((one) => `${one},hard bounce`);
    const path = join(testFolder(), "bounces.csv");
    writeFileSync(path, [`email,${column}`, ...rows, ""].join("\n"));
    const listId = await readList(ann.at, path);
    unwrap(await ann.at.call("memory.import", { listId, name: "bounces.csv", isAgreed: true }));
    await ann.sync();
    await bob.sync();
    const facts = await bob.at.call("memory.facts", { address: "person1@example1.com" });
    expect(unwrap(facts).facts).toMatchObject([{ outcome: "hard", name: ann.shownAs }]);
  });

  it("is left with or without what colleagues have shared, and joined again", async () => {
    const [ann, bob, cem] = await team.join("ann", "bob", "cem");
    if (ann === undefined || bob === undefined || cem === undefined) throw new Error("no members");
    const source = { kind: "text" as const, name: "never", text: "person11@example1.com" };
    unwrap(await ann.at.call("suppression.add", { name: "Never", source }));
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
      unwrap(await member.at.call("team.join", { url: member.url, name: member.name }));
      expect(await member.price(await member.read(people(0, 12)))).toMatchObject({
        known: 10,
        suppressed: 1,
      });
      expect(unwrap(await member.at.call("memory.imports", {})).imports).toHaveLength(1);
    }
  });
});

describe.skipIf(!hasPostgres)("a server that lost data", () => {
  const known = (member: Member) => member.read(people(0, 20)).then((list) => member.price(list));

  it("gets back what it lost since the backup that it was restored from", async () => {
    const [ann, bob] = await team.join("ann", "bob");
    if (ann === undefined || bob === undefined) throw new Error("no members");
    for (const from of [0, 10]) {
      const cleaning = unwrap(await ann.start(await ann.read(people(from, from + 10))));
      await ann.ended(cleaning.id);
      await ann.sync();
    }
    await bob.sync();
    await team.sql(
      `DELETE FROM winnow.facts WHERE batch = (SELECT key FROM winnow.batches WHERE number = 2);
       DELETE FROM winnow.batches WHERE number = 2; UPDATE winnow.log SET last = 1`,
    );
    await ann.sync();
    await bob.sync();
    const batches = await team.sql("SELECT number::int, facts FROM winnow.batches ORDER BY number");
    expect(batches).toEqual([
      { number: 1, facts: 10 },
      { number: 2, facts: 10 },
    ]);
    expect(await known(bob)).toMatchObject({ known: 20 });
    const history = await bob.at.call("results.history", { search: "person15@example0.com", limit: 1 });
    expect(unwrap(history).addresses[0]?.entries).toHaveLength(1);
  });

  it("is rebuilt on another server from the data of one member", async () => {
    const [ann, bob] = await team.join("ann", "bob");
    if (ann === undefined || bob === undefined) throw new Error("no members");
    for (const [member, from] of [
      [ann, 0],
      [bob, 10],
    ] as const) {
      const cleaning = unwrap(await member.start(await member.read(people(from, from + 10))));
      await member.ended(cleaning.id);
      await member.sync();
    }
    const source = { kind: "text" as const, name: "never", text: "someone@example1.com" };
    unwrap(await ann.at.call("suppression.add", { name: "Never", source }));
    await ann.sync();
    await bob.sync();
    const other = await createTeamWorld(postgres, sandbox);
    const url = other.urls.owner ?? "";
    unwrap(await bob.at.call("team.create", { url, fromHere: true }));
    unwrap(await bob.at.call("team.join", { url, name: "Bob", fromHere: true }));
    expect(await other.sql("SELECT count(*)::int AS facts FROM winnow.facts")).toEqual([{ facts: 21 }]);
    await other.sql(`SELECT winnow.admit('${new URL(other.urls.ann ?? "").username}', true)`);
    expect(unwrap(await ann.at.call("team.join", { url: other.urls.ann ?? "", name: "Ann" }))).toMatchObject({
      pushed: 0,
      pulled: 0,
    });
    const cem = await other.start("cem");
    await other.sql(`SELECT winnow.admit('${new URL(cem.url).username}', true)`);
    unwrap(await cem.at.call("team.join", { url: cem.url, name: "Cem" }));
    expect(await known(cem)).toMatchObject({ known: 20, knownFromTeam: 20 });
    await other.end();
  });

  it("is not mistaken for another team's", async () => {
    const [ann] = await team.join("ann");
    const other = await createTeamWorld(postgres, sandbox);
    const [bob] = await other.join("bob");
    expect(await ann?.at.call("team.join", { url: bob?.url ?? "", name: "Ann" })).toMatchObject({
      problem: { code: "team_replaced" },
    });
    expect(unwrap((await ann?.at.call("team.sync", {})) ?? fail(problem("internal")))).toMatchObject({
      pushed: 0,
    });
    await other.end();
  });
});
