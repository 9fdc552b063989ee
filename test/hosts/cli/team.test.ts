import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCliWorlds } from "../../support/cli-world.ts";
import { suiteFolder } from "../../support/folders.ts";
import { hasPostgres, startPostgres, type TestPostgres } from "../../support/postgres.ts";

const { world } = await createCliWorlds("team");
let postgres: TestPostgres;
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres(suiteFolder());
});
afterAll(() => postgres?.stop());

const LIST = ["ann@firm.example", "bob@firm.example", "cem@firm.example"];

/** The command lines of Ann, who owns a new team, and of Bob, who has not joined yet. */
async function annAndBob() {
  const urls = await postgres.database("bob");
  const [ann, bob] = ["owner", "bob"].map((login) => world({ env: { WINNOW_TEAM_URL: urls[login] ?? "" } }));
  if (ann === undefined || bob === undefined) throw new Error("no members");
  const created = await ann.runOk("team", "init", "--name", "Ann", "--yes");
  await ann.runOk("team", "admit", new URL(urls.bob ?? "").username);
  return { ann, bob, urls, created };
}

describe.skipIf(!hasPostgres)("winnow team", () => {
  it("creates a team, and a colleague who joins pays nothing for the same list", async () => {
    const { ann, bob, urls, created } = await annAndBob();
    expect(created.stderr).toContain("This computer has nothing to share yet.");
    await ann.runOk("clean", ann.list("june.csv", LIST), "--yes", "--out", ann.out);
    expect(ann.charges()).toHaveLength(3);
    // The clock of these tests is fast: little time is left to share before the command ends.
    await ann.runOk("team", "sync");

    await bob.expectFailure(2, "--yes", "team", "join", "--name", "Bob");
    await bob.runOk("team", "join", "--name", "Bob", "--yes");
    const list = bob.list("july.csv", LIST);
    expect((await bob.runOk("clean", list, "--dry-run")).stderr).toContain(
      "− 3 known to your team = 0 credits",
    );
    await bob.runOk("clean", list, "--yes", "--out", bob.out);
    expect(bob.charges()).toEqual([]);
    expect((await bob.runOk("address", LIST[0] ?? "")).stdout).toContain("Ann");

    const status = JSON.parse((await bob.runOk("team", "status", "--json")).stdout);
    expect(status).toMatchObject({ name: "Bob", user: new URL(urls.bob ?? "").username, openClaims: [] });
    expect(status.members.map(({ name, isYou }: Record<string, unknown>) => [name, isYou])).toEqual([
      ["Ann", false],
      ["Bob", true],
    ]);
    expect((await bob.runOk("team", "status")).stdout).toContain(
      `Bob, ${new URL(urls.bob ?? "").username} (you)`,
    );

    const left = await bob.runOk("team", "leave", "--remove", "--yes");
    expect(left.stderr).toContain("You have left the team.");
    const alone = await bob.runWith({ env: { WINNOW_TEAM_URL: "" } }, "clean", list, "--dry-run", "--json");
    expect(JSON.parse(alone.stdout)).toMatchObject({ credits: 3, known: 0 });
  });

  it("says before a cleaning without the server that colleagues may pay too, and names the server in the status", async () => {
    const { ann } = await annAndBob();
    const away = { env: { WINNOW_TEAM_URL: "postgres://ann:secret@127.0.0.1:1/winnow" } };
    const list = ann.list("june.csv", LIST);
    const started = await ann.runWith(away, "clean", list, "--out", ann.out, "--yes");
    expect([started.code, started.stderr]).toEqual([0, expect.stringContaining("can't be reached")]);
    expect(ann.charges()).toHaveLength(3);
    const status = await ann.runWith(away, "team", "status");
    expect([status.code, status.stderr]).toEqual([5, expect.stringContaining("127.0.0.1:1/winnow")]);
    expect(`${started.stderr}${status.stderr}`).not.toContain("secret");
  });

  it("charges nothing by --yes while what colleagues have paid for can't be read", async () => {
    const { ann, urls } = await annAndBob();
    await postgres.sql("UPDATE winnow.log SET last = 9007199254740993", urls.owner);
    const list = ann.list("june.csv", LIST);
    const started = await ann.run("clean", list, "--out", ann.out, "--yes");
    expect([started.code, started.stderr]).toEqual([5, expect.stringContaining("winnow team status")]);
    expect(ann.charges()).toEqual([]);
  });

  it("takes back what a member has shared, for the owner", async () => {
    const { ann, bob, urls } = await annAndBob();
    const { username } = new URL(urls.bob ?? "");
    await bob.runOk("team", "join", "--name", "Bob", "--yes");
    await bob.runOk("clean", bob.list("june.csv", LIST), "--yes", "--out", bob.out);
    await bob.runOk("team", "sync");
    await ann.runOk("team", "sync");
    const list = ann.list("july.csv", LIST);
    expect((await ann.runOk("clean", list, "--dry-run")).stderr).toContain("3 known to your team");
    await bob.expectFailure(3, "owner", "team", "undo", "--member", username, "--yes");
    await ann.expectFailure(2, "--yes", "team", "undo", "--member", username);
    await ann.runOk("team", "dismiss", username);
    const undone = await ann.runOk(
      "team",
      "undo",
      "--member",
      username,
      "--since",
      "2020-01-01",
      "--yes",
      "--json",
    );
    expect(JSON.parse(undone.stdout)).toEqual({ login: username, facts: 3 });
    expect((await ann.runOk("clean", list, "--dry-run")).stderr).toContain("3 rows = 3 credits");
  });

  it("prints a script with which an administrator creates the logins, tables and rights", async () => {
    const at = world();
    const printed = await at.runOk("team", "sql", "--owner", "olga", "--member", "ann", "--reader", "rob");
    const name = `db${postgres.port}`;
    await postgres.sql(`CREATE DATABASE ${name}`);
    await postgres.sql(printed.stdout, postgres.superuserUrl(name));
    const url = postgres.urlOf("ann", "choose-a-password", name);
    await postgres.sql("ALTER ROLE ann PASSWORD 'choose-a-password'");
    const joined = await at.runWith({ env: { WINNOW_TEAM_URL: url } }, "team", "join", "--yes", "--json");
    expect(JSON.parse(joined.stdout)).toMatchObject({ user: "ann", pushed: 0 });
  });
});
