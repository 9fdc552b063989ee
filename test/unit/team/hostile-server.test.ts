import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import Database from "better-sqlite3";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { layoutOf } from "../../../electron/engine/store/index.ts";
import { suiteFolder, testFolder } from "../../support/folders.ts";
import { accessOf, hasPostgres, startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { quickSandbox } from "../../support/quick-sandbox.ts";
import { TRAPS } from "../../support/schema-traps.ts";
import { createSimulatedMember } from "../../support/simulated-member.ts";
import { createTeam } from "../../support/team-database.ts";
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

const LIST = ["ann@firm.example", "bob@firm.example", "cem@firm.example"];

async function annAndBob(): Promise<[Member, Member]> {
  const [ann, bob] = await team.join("ann", "bob");
  if (ann === undefined || bob === undefined) throw new Error("no members");
  return [ann, bob];
}

/** Cleans a list and shares the results. */
async function clean(member: Member, addresses: readonly string[]): Promise<void> {
  const cleaning = unwrap(await member.start(await member.read(addresses)));
  await member.ended(cleaning.id);
  await member.sync();
}

describe.skipIf(!hasPostgres)("a database in which every login may create operators and functions", () => {
  it("runs none of them as the owner or as another member", async () => {
    await team.sql("GRANT CREATE ON SCHEMA public TO PUBLIC");
    await team.sql(TRAPS, "eva");
    await expect(team.sql("SELECT 1 * 1::numeric")).rejects.toThrow("trapped");
    const owner = await team.start("dee");
    const at = { url: team.urls.owner ?? "", name: "Dee" };
    expect(unwrap(await owner.at.call("team.look", at))).toMatchObject({ isPublicOpen: true });
    unwrap(await owner.at.call("team.create", at));
    unwrap(await owner.at.call("team.join", at));
    const logins = ["ann", "bob"] as const;
    for (const login of logins)
      unwrap(await owner.at.call("team.admit", { login: loginFor(login), mayWrite: true }));
    const [ann, bob] = await Promise.all(logins.map((login) => team.start(login)));
    if (ann === undefined || bob === undefined) throw new Error("no members");
    for (const member of [ann, bob])
      unwrap(await member.at.call("team.join", { url: member.url, name: member.name }));
    await clean(ann, LIST);
    for (const member of [bob, owner]) await member.sync();
    unwrap(await owner.at.call("memory.erase", { entries: ["ann@firm.example"] }));
    unwrap(await owner.at.call("memory.allowErased", { entries: ["ann@firm.example"] }));
    unwrap(await owner.at.call("team.undo", { login: loginFor("ann"), since: 0 }));
    unwrap(await owner.at.call("team.dismiss", { login: loginFor("ann") }));
    await bob.sync();
  });
});

describe.skipIf(!hasPostgres)("a server that accepts connections and stays silent", () => {
  it("is disconnected when connecting is cancelled, and can be tried again", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void silent.close());
    await once(silent, "listening");
    const bound = silent.address();
    const dee = await team.start("dee");
    const url = `postgres://dee:dee@127.0.0.1:${typeof bound === "object" ? bound?.port : ""}/agency`;
    for (const connect of [
      () => dee.at.call("team.look", { url }),
      () => dee.at.call("team.create", { url }),
    ]) {
      const accepted = new Promise<Socket>((resolve) => void silent.once("connection", resolve));
      const answer = connect();
      const socket = await accepted;
      const closed = once(socket.resume(), "close");
      unwrap(await dee.at.call("team.cancel", {}));
      expect(await answer).toMatchObject({ problem: { code: "cancelled" } });
      await closed;
    }
    expect(unwrap(await dee.at.call("team.look", { url: dee.url }))).toMatchObject({ exists: false });
  });
});

const loginFor = (login: string) => new URL(team.urls[login] ?? "").username;

/** Removes what keeps the owner from storing anything. */
const UNBOUNDED = `
  DO $$ DECLARE bound record; BEGIN
    FOR bound IN SELECT conrelid::regclass AS at, conname FROM pg_constraint
      WHERE contype = 'c' AND connamespace = 'winnow'::regnamespace
    LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', bound.at, bound.conname); END LOOP;
  END $$;`;

/** Ann, who has shared a list, and a Bob who has not synced yet, on a server that does anything. */
async function annAndNewBob() {
  const { urls, sql } = await createTeam(postgres, "ann", "bob");
  const [ann, bob] = [urls.ann, urls.bob].map((url) =>
    createSimulatedMember(testFolder(), () => accessOf(url), { charge() {} }),
  );
  if (ann === undefined || bob === undefined) throw new Error("no members");
  onTestFinished(() => [ann, bob].forEach((member) => void member.close()));
  await ann.clean(LIST);
  await ann.sync();
  return {
    ann,
    bob,
    annLogin: accessOf(urls.ann).settings.user,
    damage: (text: string) => sql("owner", UNBOUNDED + text),
  };
}

describe.skipIf(!hasPostgres)("a batch that can't be taken in", () => {
  it.each([
    ["of more facts than it was sealed with", "UPDATE winnow.batches SET facts = 2"],
    ["of 2³¹ − 1 facts", "UPDATE winnow.batches SET facts = 2147483647"],
    ["of an unknown kind", "UPDATE winnow.batches SET kind = 'other'"],
    ["with an endless address", "UPDATE winnow.facts SET address = repeat('x', 1000000)"],
    ["with a code that no verdict has", "UPDATE winnow.facts SET code = 300"],
    ["that arrived at a time that is no number", "UPDATE winnow.batches SET pushed_at = 'infinity'"],
  ])("%s is named with its member, and the others arrive", async (_what, statement) => {
    const { ann, bob, annLogin, damage } = await annAndNewBob();
    await damage(statement);
    await ann.clean(["dee@firm.example"]);
    for (const member of [ann, bob]) expect(await member.sync()).toBe(true);
    expect(bob.verdicts([...LIST, "dee@firm.example"])).toEqual([0, 0, 0, 1]);
    expect(bob.skipped()).toMatchObject([{ number: 1, member: annLogin }]);
    await bob.sync();
    expect(bob.skipped()).toHaveLength(1);
  });

  it("removes nothing of one's own, although it names batches that are none", async () => {
    const { bob, damage } = await annAndNewBob();
    await bob.clean(["own@firm.example"]);
    await bob.sync();
    await damage(`INSERT INTO winnow.facts (batch, at, member, code, flags, address) VALUES (99, 0, 1, 0, 0, '');
      SELECT winnow.seal(99, gen_random_uuid(), 'removal', NULL, NULL, 0)`);
    expect(await bob.sync()).toBe(true);
    expect(bob.verdicts(["own@firm.example"])).toEqual([1]);
  });

  it("does not stop a fact with an impossible time", async () => {
    const { bob, damage } = await annAndNewBob();
    await damage("UPDATE winnow.facts SET at = -9223372036854775808");
    expect(await bob.sync()).toBe(true);
    expect(bob.verdicts(LIST)).toEqual([1, 1, 1]);
  });
});

describe.skipIf(!hasPostgres)("an answer of the server that Winnow does not understand", () => {
  it.each([
    ["a number that is too large", "UPDATE winnow.log SET last = 9007199254740993"],
    ["a position that is too large", "UPDATE winnow.batches SET number = 9007199254740993"],
    ["a right that is a number", "ALTER TABLE winnow.members ALTER may_write TYPE int USING 1"],
    ["no log", "DELETE FROM winnow.log"],
    [
      "another state of a claim",
      `INSERT INTO winnow.claims (member, device, scope, cleaning, part, lease, state)
       SELECT 1, gen_random_uuid(), max(id), gen_random_uuid(), 1, now(), 'other' FROM winnow.scopes`,
    ],
  ])("%s is a problem, of which nothing is stored", async (_what, statement) => {
    const { bob, damage } = await annAndNewBob();
    await damage(statement);
    expect(await bob.sync()).toBe(false);
    expect([bob.problem()?.code, bob.verdicts(LIST)]).toEqual(["team_malformed", [0, 0, 0]]);
  });

  it("keeps nothing else from working", async () => {
    const [ann, bob] = await annAndBob();
    await clean(ann, LIST);
    await team.sql("UPDATE winnow.log SET last = 9007199254740993");
    expect(await bob.at.call("team.sync", {})).toMatchObject({ problem: { code: "team_malformed" } });
    // The server responds: what it knows may have been paid for.
    const list = await bob.read(["eve@firm.example"]);
    expect(await bob.start(list)).toMatchObject({ problem: { code: "team_unsynced" } });
    expect(team.charges().size).toBe(LIST.length);
    unwrap(await bob.at.call("team.leave", { remove: false }));
    expect((await bob.ended(unwrap(await bob.start(list)).id)).state).toBe("done");
  });
});

describe.skipIf(!hasPostgres)("a stored state of the team that is damaged", () => {
  it("stops nothing else, and can be left", async () => {
    const [, bob] = await annAndBob();
    await bob.at.close();
    const journal = new Database(layoutOf(bob.dataDir).journal);
    journal.exec("UPDATE settings SET value = json_set(value, '$.cursor', 'x') WHERE name = 'team'");
    journal.close();
    const again = await team.start("bob");
    expect(await again.price(await again.read(LIST))).toMatchObject({ credits: 3 });
    unwrap(await again.at.call("team.leave", { remove: false }));
    expect(await again.at.call("team.leave", { remove: false })).toMatchObject({
      problem: { code: "team_none" },
    });
  });
});
