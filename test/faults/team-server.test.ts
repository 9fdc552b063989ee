import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { TLSSocket } from "node:tls";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { withServer } from "../../electron/engine/team/connect.ts";
import { parseServerUrl } from "../../electron/engine/team/server-url.ts";
import { ok } from "../../shared/result.ts";
import { fastClock } from "../support/fast-clock.ts";
import { suiteFolder } from "../support/folders.ts";
import { hasPostgres, startPostgres, type TestPostgres } from "../support/postgres.ts";
import { listen, stop } from "../support/processes.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";
import { createTeamWorld, type Member, type TeamWorld } from "../support/team-world.ts";
import { unwrap } from "../support/unwrap.ts";

const sandbox = await quickSandbox();
let postgres: TestPostgres;
let team: TeamWorld;
let ann: Member;
let bob: Member;
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres(suiteFolder());
});
afterAll(() => postgres?.stop());

const people = (count: number) =>
  Array.from({ length: count }, (_, at) => `person${at}@example${at % 5}.com`);

/** Cleans a list of the member. Resolves when its verdicts are stored. */
async function clean(member: Member, addresses: readonly string[]): Promise<void> {
  const cleaning = unwrap(await member.start(await member.read(addresses)));
  expect((await member.ended(cleaning.id)).state).toBe("done");
}

const facts = () =>
  team.sql("SELECT count(*)::int AS facts, count(DISTINCT address)::int AS addresses FROM winnow.facts");

describe.skipIf(!hasPostgres)("a team whose server", () => {
  beforeEach(async () => {
    team = await createTeamWorld(postgres, sandbox);
    const [first, second] = await team.join("ann", "bob");
    if (first === undefined || second === undefined) throw new Error("no members");
    [ann, bob] = [first, second];
  });
  afterEach(() => team.end());

  it("is restarted while it is written to and read loses and doubles nothing", async () => {
    const list = people(3_000);
    await clean(ann, list);
    // Each sync runs while the server goes down and comes back.
    for (const member of [ann, bob, ann, bob]) {
      const going = member.at.call("team.sync", {});
      await postgres.restart();
      await going;
    }
    await ann.sync();
    await bob.sync();
    expect(await facts()).toEqual([{ facts: 3_000, addresses: 3_000 }]);
    expect(await bob.price(await bob.read(list))).toMatchObject({ known: 3_000, credits: 0 });
  });

  it("is restarted while addresses are claimed charges each of them once", async () => {
    const lists = await Promise.all([ann, bob].map((member) => member.read(people(500))));
    const starting = [ann, bob].map((member, at) => member.start(lists[at] ?? ""));
    await postgres.restart();
    for (const [at, one] of (await Promise.all(starting)).entries()) {
      const member = at === 0 ? ann : bob;
      const started = one.ok ? one : await member.start(lists[at] ?? "");
      await member.ended(unwrap(started).id);
    }
    expect([...team.charges().values()].filter((times) => times !== 1)).toEqual([]);
    expect(team.charges().size).toBe(500);
  });

  it("has a full disk keeps what was learned until it has space", async () => {
    await team.sql(
      `CREATE FUNCTION winnow.disk_full() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = 'disk_full'; END $$;
       CREATE TRIGGER disk_full BEFORE INSERT ON winnow.facts EXECUTE FUNCTION winnow.disk_full()`,
    );
    await clean(ann, people(10));
    expect(await ann.at.call("team.sync", {})).toMatchObject({ problem: { code: "team_disk_full" } });
    await team.sql("DROP TRIGGER disk_full ON winnow.facts");
    await ann.sync();
    expect(await facts()).toEqual([{ facts: 10, addresses: 10 }]);
  });

  it("has a new password says so, and takes it", async () => {
    const { username } = new URL(ann.url);
    await team.sql(`ALTER ROLE ${username} PASSWORD 'new'`, "superuser");
    expect(await ann.at.call("team.sync", {})).toMatchObject({ problem: { code: "team_login" } });
    expect(unwrap(await ann.at.call("team.get", {})).team?.problem).toMatchObject({ code: "team_login" });
    const url = ann.url.replace(":ann@", ":new@");
    expect(unwrap(await ann.at.call("team.join", { url, name: "Ann" })).team.problem).toBeNull();
  });

  it("was upgraded by a newer Winnow is refused in words", async () => {
    await team.sql("UPDATE winnow.log SET version = 99, readers_from = 99");
    expect(await ann.at.call("team.sync", {})).toMatchObject({ problem: { code: "team_newer" } });
  });

  it("does not trust a member's clock that is ahead", async () => {
    const clock = fastClock(1);
    clock.jump(3 * 365 * 24 * 3_600_000);
    await ann.at.close();
    const ahead = await team.start("ann", { clock });
    await clean(ahead, people(10));
    await ahead.sync();
    await bob.sync();
    const history = await bob.at.call("results.history", { search: "person3@example3.com", limit: 1 });
    const [entry] = unwrap(history).addresses[0]?.entries ?? [];
    expect(entry?.at).toBeLessThan(Date.now() + 24 * 3_600_000);
  });
});

describe("a server with a certificate that", () => {
  const file = (name: string) =>
    readFileSync(new URL(`../unit/service/certificate/${name}`, import.meta.url), "utf8");
  const certificate = file("certificate.pem");

  /** Starts a server that offers TLS as PostgreSQL does, with a certificate for localhost. */
  async function serve(): Promise<number> {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => {
        socket.write("S");
        const secure = new TLSSocket(socket, { isServer: true, key: file("key.pem"), cert: certificate });
        secure.on("error", () => {});
        // A trusted server gets the login, which this one does not answer.
        secure.once("data", () => secure.destroy());
      });
    });
    onTestFinished(() => stop(server));
    return listen(server);
  }

  it.each([
    ["no authority has issued", "localhost", undefined, { code: "team_certificate" }],
    ["is for another host", "127.0.0.1", certificate, { code: "team_certificate" }],
    ["is right is trusted", "localhost", certificate, { code: "team_unreachable" }],
  ])("%s", async (_what, host, ca, expected) => {
    const url = `postgres://ann:secret@${host}:${await serve()}/team?sslmode=verify-full`;
    const { settings } = unwrap(parseServerUrl(url, ca === undefined ? {} : { ca }));
    const connected = await withServer({ settings, password: "secret" }, async () => ok(null));
    expect(connected).toMatchObject({ ok: false, problem: expected });
  });
});
