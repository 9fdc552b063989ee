import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dismissTask } from "../../../electron/engine/team/administration.ts";
import { atServer, withServer } from "../../../electron/engine/team/connect.ts";
import { pushBatch, readBatches } from "../../../electron/engine/team/fact-log.ts";
import { teamScript } from "../../../electron/engine/team/script.ts";
import { ok } from "../../../shared/result.ts";
import { suiteFolder } from "../../support/folders.ts";
import { accessOf, hasPostgres, startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { batch, createFacts, createSchema, createTeam, uuid } from "../../support/team-database.ts";
import { unwrap } from "../../support/unwrap.ts";

let postgres: TestPostgres;
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres(suiteFolder());
});
afterAll(() => postgres?.stop());

const team = (...logins: string[]) => createTeam(postgres, ...logins);

describe.skipIf(!hasPostgres)("a team's server", () => {
  it("counts as away when its connection is silent, as after a change of network", async () => {
    const { urls } = await team("ann");
    const wait = async (client: Client) => ok(await client.query("SELECT pg_sleep(60)"));
    expect(
      await withServer(accessOf(urls.ann), (server) => server.transaction(wait), { silenceMs: 200 }),
    ).toMatchObject({
      problem: { code: "team_unreachable" },
    });
  });

  it("counts as away when a transaction does not end, although the server keeps sending", async () => {
    const { urls } = await team("ann");
    const drip = `DO $$ BEGIN LOOP RAISE NOTICE 'still here'; PERFORM pg_sleep(0.02); END LOOP; END $$`;
    const wait = async (client: Client) => ok(await client.query(drip));
    expect(
      await withServer(accessOf(urls.ann), (server) => server.transaction(wait), { transactionMs: 400 }),
    ).toMatchObject({ problem: { code: "team_unreachable" } });
  });

  it("runs every transaction with its own search path and limits", async () => {
    const { urls } = await team("ann");
    const show = async (client: Client) => {
      const names = [
        "search_path",
        "lock_timeout",
        "idle_in_transaction_session_timeout",
        "statement_timeout",
      ];
      const shown = [];
      for (const name of names) shown.push(...Object.values((await client.query(`SHOW ${name}`)).rows[0]));
      return ok(shown);
    };
    expect(await atServer(accessOf(urls.ann), show)).toEqual(
      ok(["pg_catalog, pg_temp", "30s", "1min", "15min"]),
    );
  });

  it("that is held by another transaction is in use, which is not the same as away", async () => {
    const { urls } = await team("ann");
    for (const code of ["lock_not_available", "query_canceled", "deadlock_detected"])
      expect(
        await atServer(accessOf(urls.ann), async (client) =>
          ok(await client.query(`DO $$ BEGIN RAISE ${code}; END $$`)),
        ),
      ).toMatchObject({ problem: { code: "team_busy" } });
  });

  it("that lacks the database is not the same as a database without a team", async () => {
    const { urls } = await team("ann");
    const url = new URL(urls.ann ?? "");
    url.pathname = "/agencies";
    const count = async (client: Client) => ok(await client.query("SELECT 1"));
    expect(await atServer(accessOf(url.href), count)).toMatchObject({
      problem: { code: "team_database_missing", values: { database: "agencies" } },
    });
  });

  it("keeps its owner", async () => {
    const { urls } = await team("ann");
    const access = accessOf(urls.owner);
    const login = access.settings.user;
    expect(await dismissTask({ access, login }, { progress() {} })).toMatchObject({
      problem: { code: "team_owner_stays" },
    });
  });

  it("is created once, by an owner", async () => {
    const { urls } = await team("ann");
    expect(await createSchema(accessOf(urls.owner))).toMatchObject({ problem: { code: "team_exists" } });
    expect(await createSchema(accessOf(urls.ann))).toMatchObject({ problem: { code: "team_exists" } });
    const empty = await postgres.database("bob");
    expect(await createSchema(accessOf(empty.bob))).toMatchObject({
      problem: { code: "team_create_denied" },
    });
  });

  it("returns every fact of a batch to the other members, byte for byte", async () => {
    const { push, batches, facts } = await team("ann", "bob");
    const addresses = [
      "ann@x.example",
      'o"neil\\@x.example',
      "tab\tand\nline@x.example",
      "müller@bücher.example",
    ];
    expect(unwrap(await push("ann", 1, addresses))).toBe(1);
    expect(unwrap(await batches("bob"))).toMatchObject([
      { number: 1, id: uuid(1), kind: "verdicts", facts: 4 },
    ]);
    const read = unwrap(await facts("bob", 1));
    expect(Buffer.from(read.text).toString()).toBe(addresses.join(""));
    const sent = createFacts(addresses);
    expect([...read.ends]).toEqual([...sent.ends]);
    expect([...read.code]).toEqual([...sent.code]);
    expect([...read.flags]).toEqual([...sent.flags]);
    expect([...read.at]).toEqual([...sent.at]);
  });

  it("keeps a batch once if it is pushed again", async () => {
    const { push, batches } = await team("ann");
    expect(unwrap(await push("ann", 1, ["a@x.example"]))).toBe(1);
    expect(unwrap(await push("ann", 1, ["a@x.example"]))).toBe(1);
    expect(unwrap(await batches("ann"))).toHaveLength(1);
  });

  it("never shows a batch before one with a smaller number", async () => {
    const { urls, push, batches } = await team("ann", "bob");
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let sealed = () => {};
    const isSealed = new Promise<void>((resolve) => {
      sealed = resolve;
    });
    // A push that has its number and is not committed yet.
    const slow = atServer(accessOf(urls.ann), async (client) => {
      const pushed = await pushBatch(client, batch(1), createFacts([]));
      sealed();
      await held;
      return pushed;
    });
    await isSealed;
    const fast = push("bob", 2, ["b@x.example"]);
    expect(unwrap(await batches("bob"))).toEqual([]);
    release();
    await slow;
    expect(unwrap(await fast)).toBe(2);
    expect(unwrap(await batches("bob")).map(({ id }) => id)).toEqual([uuid(1), uuid(2)]);
  });
});

describe.skipIf(!hasPostgres)("the script for an administrator", () => {
  it("creates a team whose owner, members and readers have their rights", async () => {
    const urls = await postgres.database();
    const name = new URL(urls.owner ?? "").pathname.slice(1);
    const [owner, member, reader] = ["o", "m", "r\"'"].map((login) => `${login}_${name}`);
    if (owner === undefined || member === undefined || reader === undefined) throw new Error("no logins");
    const script = teamScript({ owner, members: [member], readers: [reader] });
    await postgres.sql(script, postgres.superuserUrl(name));
    for (const login of [owner, member, reader])
      await postgres.sql(`ALTER ROLE "${login.replaceAll('"', '""')}" PASSWORD 'p'`);
    const as = (login: string) => postgres.urlOf(encodeURIComponent(login), "p", name);
    const push = (login: string, n: number) =>
      atServer(accessOf(as(login)), (client) => pushBatch(client, batch(n), createFacts(["a@x.example"])));
    expect(unwrap(await push(owner, 1))).toBe(1);
    expect(unwrap(await push(member, 2))).toBe(2);
    expect(await push(reader, 3)).toMatchObject({ problem: { code: "team_not_member" } });
    const read = (login: string) =>
      atServer(accessOf(as(login)), async (client) => ok(await readBatches(client, 0, 10)));
    expect(unwrap(await read(reader))).toHaveLength(2);
  });
});
