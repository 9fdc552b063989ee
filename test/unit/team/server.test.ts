import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { admitTask, createTask, dismissTask } from "../../../electron/engine/team/administration.ts";
import { type TeamAccess, withServer } from "../../../electron/engine/team/connect.ts";
import {
  pushBatch,
  readBatches,
  readFactsOf,
  type SharedFacts,
} from "../../../electron/engine/team/fact-log.ts";
import { teamScript } from "../../../electron/engine/team/script.ts";
import { ok } from "../../../shared/result.ts";
import { suiteFolder } from "../../support/folders.ts";
import { accessOf, hasPostgres, startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { unwrap } from "../../support/unwrap.ts";

let postgres: TestPostgres;
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres(suiteFolder());
});
afterAll(() => postgres?.stop());

const NEVER = new AbortController().signal;
const CONTEXT = { progress() {} };
const createTeam = (access: TeamAccess) => createTask({ access, logId: null }, CONTEXT);
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

function factsOf(addresses: readonly string[]): SharedFacts {
  const parts = addresses.map((one) => Buffer.from(one));
  let end = 0;
  return {
    text: Buffer.concat(parts),
    ends: Uint32Array.from(parts, (part) => (end += part.length)),
    code: Uint8Array.from(addresses, (_, at) => at % 4),
    flags: Uint8Array.from(addresses, (_, at) => at % 3),
    at: Float64Array.from(addresses, (_, at) => 1_700_000_000_000 + at),
  };
}

const batch = (n: number) => ({
  id: uuid(n),
  kind: "verdicts" as const,
  scope: "https://service.example",
  source: null,
  removes: null,
  at: 1_700_000_000_000,
});

/** Creates a team with an owner and members who may write. */
async function team(...logins: string[]) {
  const urls = await postgres.database(...logins);
  unwrap(await createTeam(accessOf(urls.owner)));
  for (const login of logins) {
    const member = { login: accessOf(urls[login]).settings.user, mayWrite: true };
    unwrap(await admitTask({ access: accessOf(urls.owner), ...member }, CONTEXT));
  }
  return {
    urls,
    push: (login: string, n: number, addresses: readonly string[]) =>
      withServer(accessOf(urls[login]), NEVER, (client) => pushBatch(client, batch(n), factsOf(addresses))),
    batches: (login: string, after = 0) =>
      withServer(accessOf(urls[login]), NEVER, async (client) => ok(await readBatches(client, after, 100))),
    facts: (login: string, n: number) =>
      withServer(accessOf(urls[login]), NEVER, async (client) => {
        const [found] = await readBatches(client, n - 1, 1);
        if (found === undefined) throw new Error(`there is no batch ${n}`);
        return ok(await readFactsOf(client, found));
      }),
    sql: (login: string, text: string) => postgres.sql(text, urls[login]),
  };
}

describe.skipIf(!hasPostgres)("a team's server", () => {
  it("counts as away when its connection is silent, as after a change of network", async () => {
    const { urls } = await team("ann");
    const wait = async (client: Client) => ok(await client.query("SELECT pg_sleep(60)"));
    expect(await withServer(accessOf(urls.ann), NEVER, wait, { silenceMs: 200 })).toMatchObject({
      problem: { code: "team_unreachable" },
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
    expect(await createTeam(accessOf(urls.owner))).toMatchObject({ problem: { code: "team_exists" } });
    expect(await createTeam(accessOf(urls.ann))).toMatchObject({ problem: { code: "team_exists" } });
    const empty = await postgres.database("bob");
    expect(await createTeam(accessOf(empty.bob))).toMatchObject({
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
    const sent = factsOf(addresses);
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
    const slow = withServer(accessOf(urls.ann), NEVER, async (client) => {
      await client.query("BEGIN");
      await client.query(
        "SELECT winnow.seal(nextval('winnow.batch_keys'), $1, 'verdicts', 's', NULL, NULL, 0, 0)",
        [uuid(1)],
      );
      sealed();
      await held;
      await client.query("COMMIT");
      return ok(null);
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
      withServer(accessOf(as(login)), NEVER, (client) =>
        pushBatch(client, batch(n), factsOf(["a@x.example"])),
      );
    expect(unwrap(await push(owner, 1))).toBe(1);
    expect(unwrap(await push(member, 2))).toBe(2);
    expect(await push(reader, 3)).toMatchObject({ problem: { code: "team_not_member" } });
    const read = (login: string) =>
      withServer(accessOf(as(login)), NEVER, async (client) => ok(await readBatches(client, 0, 10)));
    expect(unwrap(await read(reader))).toHaveLength(2);
  });
});

describe.skipIf(!hasPostgres)("a hostile member", () => {
  let attacked: Awaited<ReturnType<typeof team>>;
  beforeAll(async () => {
    attacked = await team("ann", "eve");
    unwrap(await attacked.push("ann", 1, ["a@x.example"]));
  });

  it.each([
    ["change a fact", "UPDATE winnow.facts SET code = 1"],
    ["delete a fact", "DELETE FROM winnow.facts"],
    ["change a batch", "UPDATE winnow.batches SET kind = 'removal'"],
    [
      "add a batch directly",
      "INSERT INTO winnow.batches (number, key, id, member, kind, facts, at) VALUES (9, 9, gen_random_uuid(), 1, 'verdicts', 0, 0)",
    ],
    ["add a fact as another member", "INSERT INTO winnow.facts VALUES (1, 0, 1, 1, 0, 'x@x.example')"],
    ["rename another member", "UPDATE winnow.members SET name = 'x'"],
    ["admit someone", "SELECT winnow.admit('postgres', true)"],
    [
      "remove another member's batch",
      `SELECT winnow.seal(99, gen_random_uuid(), 'removal', NULL, NULL, '${uuid(1)}', 0, 0)`,
    ],
    ["turn the log back", "UPDATE winnow.log SET last = 0"],
    ["drop a table", "DROP TABLE winnow.facts"],
  ])("cannot %s", async (_what, statement) => {
    await expect(attacked.sql("eve", statement)).rejects.toMatchObject({ code: "42501" });
  });

  it("cannot add facts to another member's batch", async () => {
    await attacked.sql("eve", "INSERT INTO winnow.facts SELECT 1, 0, winnow.me(), 3, 0, 'b@x.example'");
    expect(Buffer.from(unwrap(await attacked.facts("ann", 1)).text).toString()).toBe("a@x.example");
  });
});

describe.skipIf(!hasPostgres)("a member who was dismissed", () => {
  it("can neither read nor write", async () => {
    const { urls, push, batches } = await team("ann");
    unwrap(await push("ann", 1, ["a@x.example"]));
    unwrap(
      await dismissTask({ access: accessOf(urls.owner), login: accessOf(urls.ann).settings.user }, CONTEXT),
    );
    expect(await push("ann", 2, ["b@x.example"])).toMatchObject({ problem: { code: "team_not_member" } });
    expect(await batches("ann")).toMatchObject({ problem: { code: "team_not_member" } });
  });
});
