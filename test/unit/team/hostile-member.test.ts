import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { admitTask, dismissTask, undoTask } from "../../../electron/engine/team/administration.ts";
import { atServer } from "../../../electron/engine/team/connect.ts";
import { createBatchIds } from "../../../electron/engine/team/local-batches.ts";
import { displayName } from "../../../electron/engine/team/members.ts";
import { ok } from "../../../shared/result.ts";
import { suiteFolder, testFolder } from "../../support/folders.ts";
import { accessOf, hasPostgres, startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { createSimulatedMember } from "../../support/simulated-member.ts";
import { CONTEXT, createTeam, uuid } from "../../support/team-database.ts";
import { unwrap } from "../../support/unwrap.ts";

let postgres: TestPostgres;
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres(suiteFolder());
});
afterAll(() => postgres?.stop());

const team = (...logins: string[]) => createTeam(postgres, ...logins);
type TestTeam = Awaited<ReturnType<typeof team>>;

/** SQL that appends one fact to a batch of its own. */
const appending = (fact: { at?: string; code?: number; flags?: number; address?: string; key?: string }) =>
  `winnow.append(${fact.key ?? "NULL"}, '{${fact.at ?? 0}}', '{${fact.code ?? 1}}', '{${fact.flags ?? 0}}',
   ARRAY[${fact.address ?? "'x@x.example'"}])`;

/** SQL that pushes one fact as a batch. */
const pushing = (n: number, fact: Parameters<typeof appending>[0] = {}, at = "0") =>
  `SELECT winnow.seal(${appending(fact)}, '${uuid(n)}', 'verdicts', 's', NULL, ${at})`;

/** SQL that claims addresses for a part of a cleaning. */
const claiming = (n: number, addresses: string) =>
  `SELECT * FROM winnow.claim(gen_random_uuid(), 's', '${uuid(n)}', NULL, ${addresses},
   array_fill(1, ARRAY[cardinality(${addresses})]), false)`;

describe.skipIf(!hasPostgres)("a hostile member", () => {
  let attacked: TestTeam;
  beforeAll(async () => {
    attacked = await team("ann", "eve");
    unwrap(await attacked.push("ann", 1, ["a@x.example"]));
    await attacked.sql("eve", pushing(2));
  });

  const NOT_ALLOWED = "42501";
  const NOT_VALID = "23514";
  it.each([
    ["change a fact", "UPDATE winnow.facts SET code = 1", NOT_ALLOWED],
    ["delete a fact", "DELETE FROM winnow.facts", NOT_ALLOWED],
    ["change a batch", "UPDATE winnow.batches SET kind = 'removal'", NOT_ALLOWED],
    [
      "add a batch directly",
      "INSERT INTO winnow.batches (number, key, id, member, kind, facts, at) VALUES (9, 9, gen_random_uuid(), 1, 'verdicts', 0, 0)",
      NOT_ALLOWED,
    ],
    ["add a fact directly", "INSERT INTO winnow.facts VALUES (1, 0, 1, 1, 0, 'x@x.example')", NOT_ALLOWED],
    ["rename another member", "UPDATE winnow.members SET name = 'x'", NOT_ALLOWED],
    ["admit someone", "SELECT winnow.admit('postgres', true)", NOT_ALLOWED],
    ["take back what others have shared", "SELECT winnow.undo(gen_random_uuid(), 'x', NULL)", NOT_ALLOWED],
    [
      "remove another member's batch",
      `SELECT winnow.seal(${appending({ address: `'${uuid(1)}'` })}, gen_random_uuid(), 'removal', NULL, NULL, 0)`,
      NOT_ALLOWED,
    ],
    [
      "erase people",
      `SELECT winnow.seal(${appending({})}, gen_random_uuid(), 'erasure', NULL, NULL, 0)`,
      NOT_ALLOWED,
    ],
    ["turn the log back", "UPDATE winnow.log SET last = 0", NOT_ALLOWED],
    ["drop a table", "DROP TABLE winnow.facts", NOT_ALLOWED],
    [
      "add facts to an own batch that is sealed",
      `SELECT ${appending({ key: `(SELECT key FROM winnow.batches WHERE id = '${uuid(2)}')` })}`,
      NOT_ALLOWED,
    ],
    ["store a time that no date has", pushing(9, { at: "9223372036854775807" }), NOT_VALID],
    ["store a time before 1970", pushing(9, { at: "-1" }), NOT_VALID],
    ["give a batch such a time", pushing(9, {}, "9223372036854775807"), NOT_VALID],
    ["store a code that no verdict has", pushing(9, { code: 256 }), NOT_VALID],
    ["store flags that no verdict has", pushing(9, { flags: -1 }), NOT_VALID],
    ["store an address of any length", pushing(9, { address: "repeat('x', 321)" }), NOT_VALID],
    ["claim an address of any length", claiming(9, "ARRAY[repeat('x', 321)]"), NOT_VALID],
    ["choose a key that is not a number", pushing(9, { key: "9223372036854775807" }), NOT_VALID],
    [
      "claim any number of addresses",
      claiming(9, "array_fill('x@x.example'::text, ARRAY[5000001])"),
      "54000",
    ],
  ])("cannot %s", async (_what, statement, code) => {
    await expect(attacked.sql("eve", statement)).rejects.toMatchObject({ code });
  });

  it("cannot add facts to another member's batch", async () => {
    await attacked.sql("eve", `SELECT ${appending({ key: "1" })}`);
    expect(Buffer.from(unwrap(await attacked.facts("ann", 1)).text).toString()).toBe("a@x.example");
  });

  it("cannot have any number of claims", async () => {
    await attacked.sql(
      "owner",
      `INSERT INTO winnow.scopes (name) VALUES ('s') ON CONFLICT DO NOTHING;
       INSERT INTO winnow.claims (member, device, scope, cleaning, part, lease)
       SELECT (SELECT id FROM winnow.members WHERE login = '${attacked.loginFor("eve")}'), gen_random_uuid(),
         (SELECT id FROM winnow.scopes), '${uuid(7)}', n, now() FROM generate_series(1, 10000) AS n`,
    );
    await expect(attacked.sql("eve", claiming(8, "ARRAY['x@x.example']"))).rejects.toMatchObject({
      code: "54000",
    });
  });

  it("has a name of at most 100 characters, beside which the login stands", async () => {
    await attacked.sql("eve", "SELECT winnow.note_pull(0, 0, 'Ann (owner)' || repeat('x', 1000))");
    expect(
      await attacked.sql(
        "ann",
        `SELECT length(name) AS length FROM winnow.members WHERE login = '${attacked.loginFor("eve")}'`,
      ),
    ).toEqual([{ length: 100 }]);
    expect(displayName({ name: "Ann (owner)", login: "eve" })).toBe("Ann (owner) (eve)");
    expect(displayName({ name: "Eve", login: "eve" })).toBe("Eve");
  });

  it("cannot claim that it has pulled what does not exist", async () => {
    await attacked.sql("eve", "SELECT winnow.note_pull(9223372036854775807, -1, NULL)");
    expect(
      await attacked.sql(
        "ann",
        `SELECT pulled::int, erased::int FROM winnow.members WHERE login = '${attacked.loginFor("eve")}'`,
      ),
    ).toEqual([{ pulled: 2, erased: 0 }]);
  });

  it("cannot use up the numbers of services", async () => {
    const { sql } = await team("ann", "eve");
    for (let n = 1; n <= 3; n++) await sql("eve", claiming(n, "ARRAY['a@x.example']"));
    expect(await sql("owner", "SELECT last_value::int FROM winnow.scopes_id_seq")).toEqual([
      { last_value: 1 },
    ]);
  });

  it("cannot keep its access by a transaction that does not end", async () => {
    const { sql, urls, loginFor } = await team("eve");
    const { promise: isOpen, resolve: opened } = Promise.withResolvers<void>();
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const held = atServer(accessOf(urls.eve), async (client) => {
      await client.query(`SELECT ${appending({})}`);
      opened();
      await mayEnd;
      return ok(null);
    });
    await isOpen;
    await sql("owner", `SELECT winnow.shut_out('${loginFor("eve")}')`);
    await expect(sql("eve", pushing(1))).rejects.toMatchObject({ code: NOT_ALLOWED });
    end();
    await held;
  });

  it("cannot take the keys of others' batches in advance", async () => {
    const { sql, push, facts } = await team("ann", "eve");
    for (let n = 1; n <= 3; n++) await sql("eve", pushing(100 + n, { key: String(n) }));
    expect(unwrap(await push("ann", 1, ["a@x.example"]))).toBe(4);
    expect(Buffer.from(unwrap(await facts("eve", 4)).text).toString()).toBe("a@x.example");
  });

  it("cannot hold addresses for longer than a lease, nor after being dismissed", async () => {
    const { sql, urls, loginFor } = await team("ann", "eve");
    const left = "SELECT extract(epoch FROM lease - now())::float8 / 60 AS minutes FROM winnow.claims";
    for (const statement of [claiming(1, "ARRAY['a@x.example']"), "SELECT winnow.renew(ARRAY[1])"]) {
      await sql("eve", statement);
      const [{ minutes }] = (await sql("ann", left)) as [{ minutes: number }];
      expect(minutes).toBeLessThanOrEqual(15);
    }
    const taking = claiming(2, "ARRAY['a@x.example']").replace("false)", "true)");
    expect(await sql("ann", taking)).toMatchObject([{ rejected: 1 }]);
    unwrap(await dismissTask({ access: accessOf(urls.owner), login: loginFor("eve") }, CONTEXT));
    expect(await sql("ann", taking.replace(uuid(2), uuid(3)))).toMatchObject([{ added: 1, rejected: 0 }]);
  });

  it("can do nothing of it as a reader, also one who was a member", async () => {
    const { sql, urls, loginFor } = await team("eve");
    await sql("eve", pushing(1));
    unwrap(
      await admitTask({ access: accessOf(urls.owner), login: loginFor("eve"), mayWrite: false }, CONTEXT),
    );
    for (const statement of [pushing(2), claiming(2, "ARRAY['a@x.example']"), `SELECT ${appending({})}`])
      await expect(sql("eve", statement)).rejects.toMatchObject({ code: NOT_ALLOWED });
  });
});

const LIST = ["ann@firm.example", "bob@firm.example"];

/** A member's Winnow whose results stand when it syncs next. */
async function paidFor({ urls }: TestTeam, login: string, addresses: readonly string[]) {
  const member = createSimulatedMember(testFolder(), () => accessOf(urls[login]), { charge() {} });
  await member.clean(addresses);
  return member;
}

describe.skipIf(!hasPostgres)("verdicts of a member", () => {
  it("are shared although a colleague has pushed empty batches under ids that can be computed", async () => {
    const attacked = await team("ann", "bob", "eve");
    const ann = await paidFor(attacked, "ann", LIST);
    const read = "SELECT log.id, cleaning, device FROM winnow.claims, winnow.log";
    const [{ id, cleaning, device }] = (await attacked.sql("eve", read)) as [Record<string, string>];
    const key = `part/${cleaning}/1`;
    const plain = createHash("sha256").update(`${id} ${key}`).digest("hex");
    const guesses = [
      `${plain.slice(0, 8)}-${plain.slice(8, 12)}-8${plain.slice(13, 16)}-9${plain.slice(17, 20)}-${plain.slice(20, 32)}`,
      createBatchIds("", id ?? "")(key),
      createBatchIds(device ?? "", id ?? "")(key),
      createBatchIds(cleaning ?? "", id ?? "")(key),
    ];
    for (const guess of guesses)
      await attacked.sql(
        "eve",
        `SELECT winnow.seal(${appending({})}, '${guess}', 'verdicts', 'https://service.example', NULL, 0)`,
      );
    const bob = createSimulatedMember(testFolder(), () => accessOf(attacked.urls.bob), { charge() {} });
    for (const member of [ann, bob]) expect(await member.sync()).toBe(true);
    expect(bob.verdicts(LIST)).toEqual([1, 1]);
    for (const member of [ann, bob]) member.close();
  });

  it("are taken back everywhere by the owner, all or those that arrived since a time", async () => {
    const attacked = await team("bob", "eve");
    const eve = await paidFor(attacked, "eve", LIST);
    const bob = await paidFor(attacked, "bob", ["cem@firm.example"]);
    const owner = createSimulatedMember(testFolder(), () => accessOf(attacked.urls.owner), { charge() {} });
    for (const member of [eve, bob, owner]) await member.sync();
    await attacked.sql("owner", "UPDATE winnow.batches SET pushed_at = now() - interval '2 days'");
    const all = [...LIST, "cem@firm.example"];
    const undo = (since: number | null) => {
      const input = { access: accessOf(attacked.urls.owner), login: attacked.loginFor("eve"), since };
      return undoTask(input, CONTEXT);
    };
    expect(unwrap(await undo(Date.now() - 24 * 3_600_000))).toBe(0);
    await bob.sync();
    expect(bob.verdicts(all)).toEqual([1, 1, 1]);
    unwrap(
      await dismissTask({ access: accessOf(attacked.urls.owner), login: attacked.loginFor("eve") }, CONTEXT),
    );
    expect(unwrap(await undo(null))).toBe(2);
    expect(unwrap(await undo(null))).toBe(0);
    expect(await attacked.sql("owner", "SELECT last::int FROM winnow.log")).toEqual([{ last: 3 }]);
    for (const member of [bob, owner]) await member.sync();
    expect([bob.verdicts(all), owner.verdicts(all)]).toEqual([
      [0, 0, 1],
      [0, 0, 1],
    ]);
    expect(
      await attacked.sql("bob", "SELECT count(*)::int AS left FROM winnow.facts WHERE code = 1"),
    ).toEqual([{ left: 1 }]);
    for (const member of [eve, bob, owner]) member.close();
  });

  it("are not shared again once they were taken back, also after the server was restored", async () => {
    const attacked = await team("bob", "eve");
    const eve = await paidFor(attacked, "eve", LIST);
    await eve.sync();
    const undo = () =>
      undoTask(
        { access: accessOf(attacked.urls.owner), login: attacked.loginFor("eve"), since: null },
        CONTEXT,
      );
    unwrap(await undo());
    await eve.sync();
    // Of a backup that was made before anything was shared, to which something else was added.
    await attacked.sql(
      "owner",
      "DELETE FROM winnow.batches; DELETE FROM winnow.facts; UPDATE winnow.log SET last = 0",
    );
    const bob = await paidFor(attacked, "bob", ["cem@firm.example"]);
    for (const member of [bob, eve, bob]) await member.sync();
    expect(bob.verdicts([...LIST, "cem@firm.example"])).toEqual([0, 0, 1]);
    for (const member of [eve, bob]) member.close();
  });

  it("are taken back in any number, and of a login that was dropped", async () => {
    const attacked = await team("bob", "eve");
    await attacked.sql("eve", pushing(1));
    const batches = `INSERT INTO winnow.batches (number, key, id, member, kind, scope, facts, at)
      SELECT n, n, gen_random_uuid(), (SELECT id FROM winnow.members WHERE login = '${attacked.loginFor("eve")}'),
        'verdicts', 's', 1, 0 FROM generate_series(2, 130000) AS n;
      UPDATE winnow.log SET last = 130000;
      SELECT setval('winnow.batch_keys', 130000)`;
    await attacked.sql("owner", batches);
    const access = accessOf(attacked.urls.owner);
    const login = attacked.loginFor("eve");
    unwrap(await dismissTask({ access, login }, CONTEXT));
    const name = new URL(attacked.urls.eve ?? "").pathname.slice(1);
    await postgres.sql(`DROP ROLE ${login}`, postgres.superuserUrl(name));
    unwrap(await dismissTask({ access, login }, CONTEXT));
    expect(unwrap(await undoTask({ access, login, since: null }, CONTEXT))).toBe(1);
    await attacked.sql("owner", "DELETE FROM winnow.batches WHERE kind = 'verdicts'");
    const bob = createSimulatedMember(testFolder(), () => accessOf(attacked.urls.bob), { charge() {} });
    expect(await bob.sync()).toBe(true);
    expect(await dismissTask({ access, login: "nobody" }, CONTEXT)).toMatchObject({
      problem: { code: "team_member_unknown" },
    });
    bob.close();
  });
});
