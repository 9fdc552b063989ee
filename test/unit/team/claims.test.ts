import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTask } from "../../../electron/engine/team/administration.ts";
import { MAX_BATCHES } from "../../../electron/engine/team/pull.ts";
import { suiteFolder, testFolder } from "../../support/folders.ts";
import { accessOf, hasPostgres, startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { createSimulatedMember } from "../../support/simulated-member.ts";
import { createSimulatedTeam } from "../../support/simulated-team.ts";
import { backupSql, restoreSql } from "../../support/team-snapshots.ts";
import { unwrap } from "../../support/unwrap.ts";

let postgres: TestPostgres;
let urls: Readonly<Record<string, string>>;
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres(suiteFolder());
});
afterAll(() => postgres?.stop());
beforeEach(async () => {
  urls = await postgres.database("ann", "bob");
  unwrap(await createTask({ access: accessOf(urls.owner), logId: null }, { progress() {} }));
  for (const login of ["ann", "bob"])
    await postgres.sql(`SELECT winnow.admit('${new URL(urls[login] ?? "").username}', true)`, urls.owner);
});

const LIST = ["ann@firm.example", "bob@firm.example"];

/** A member's Winnow in a folder. `charged` gets what it is charged for. */
function memberIn(folder: string, login: string, charged: string[] = []) {
  return createSimulatedMember(folder, () => accessOf(urls[login]), {
    charge: (_cleaningId, addresses) => void charged.push(...addresses),
  });
}

const claimed = async () =>
  ((await postgres.sql("SELECT address FROM winnow.claimed", urls.owner)) as { address: string }[]).length;

describe.skipIf(!hasPostgres)("claims", () => {
  it("hold while a copy of the data folder syncs, and the copy does not claim the same addresses", async () => {
    const folder = testFolder();
    const before = memberIn(join(folder, "first"), "ann");
    await before.sync();
    before.close();
    cpSync(join(folder, "first"), join(folder, "copy"), { recursive: true });
    const [first, copy] = ["first", "copy"].map((name) => memberIn(join(folder, name), "ann"));
    await first?.start(LIST);
    await copy?.sync();
    expect(await claimed()).toBe(2);
    await copy?.start(LIST);
    expect(copy?.isBusy()).toBe(false);
    for (const member of [first, copy]) member?.close();
  });

  it("of one's own stay known here when a sync drops those of colleagues that have ended", async () => {
    const ann = memberIn(join(testFolder(), "ann"), "ann");
    await ann.start(LIST);
    await ann.sync();
    expect(ann.awaits(LIST)).toEqual([true, true]);
    ann.close();
  });

  it("that the server has lost are refused for good once a colleague has claimed the addresses", async () => {
    const charged: string[] = [];
    const ann = memberIn(join(testFolder(), "ann"), "ann", charged);
    const bob = memberIn(join(testFolder(), "bob"), "bob");
    await ann.start(LIST);
    await postgres.sql("DELETE FROM winnow.claimed; DELETE FROM winnow.claims", urls.owner);
    await bob.start(LIST);
    for (const attempt of [ann.sync, ann.charge]) {
      await attempt();
      // Another process does not know what the one before was told.
      ann.restart();
    }
    expect(charged).toEqual([]);
    for (const member of [ann, bob]) member.close();
  });
});

describe.skipIf(!hasPostgres)("claims of a start", () => {
  it("hold when a timer syncs before the start has ended", async () => {
    const team = await createSimulatedTeam(postgres, "ann");
    const ann = team.member("ann");
    await ann.start(LIST, ann.sync);
    expect(await team.sql("owner", "SELECT address FROM winnow.claimed")).toHaveLength(2);
  });

  it("are made for nothing that a colleague has shared since the last sync", async () => {
    const team = await createSimulatedTeam(postgres, "ann", "bob");
    const [ann, bob] = [team.member("ann"), team.member("bob")];
    await bob.clean(LIST);
    await bob.sync();
    await ann.clean(LIST);
    expect(team.charged).toEqual(LIST);
  });

  it("hold when the same member syncs on another computer", async () => {
    const team = await createSimulatedTeam(postgres, "ann");
    const [desktop, laptop] = [team.member("ann"), team.member("ann")];
    await desktop.start(LIST);
    await desktop.charge();
    await team.expire();
    await laptop.sync();
    expect(await team.sql("owner", "SELECT address FROM winnow.claimed")).toHaveLength(2);
  });

  it("take over what a colleague may have paid for only after a price that says so", async () => {
    const team = await createSimulatedTeam(postgres, "ann", "bob");
    const [ann, bob] = [team.member("ann"), team.member("bob")];
    await bob.start(LIST);
    await bob.charge();
    await team.expire();
    await ann.clean(LIST);
    expect([team.charged, team.warned]).toEqual([[...LIST, ...LIST], LIST]);
  });
});

describe.skipIf(!hasPostgres)("claims on a server that was restored", () => {
  it("are told from lost claims with the same number", async () => {
    const team = await createSimulatedTeam(postgres, "ann", "bob", "cem");
    const [ann, bob, cem] = [team.member("ann"), team.member("bob"), team.member("cem")];
    await team.sql("owner", backupSql());
    await ann.start(["dee@firm.example"]);
    await bob.sync();
    await team.sql("owner", restoreSql());
    await cem.start(LIST);
    await bob.clean(LIST);
    expect(bob.awaits(LIST)).toEqual([true, true]);
  });
});

describe.skipIf(!hasPostgres)("claims on verdicts that take several requests to share", () => {
  it("hold until all verdicts that the member has to push are on the server", async () => {
    const team = await createSimulatedTeam(postgres, "ann");
    const ann = team.member("ann");
    ann.remember(Array.from({ length: MAX_BATCHES }, (_, at) => `${at}@earlier.example`));
    await ann.clean(LIST);
    team.allowConnections("ann", 1);
    expect(await ann.sync()).toBe(false);
    const held = () => team.sql("owner", "SELECT address FROM winnow.claimed");
    expect(await held()).toHaveLength(2);
    team.allowConnections("ann", 2);
    expect(await ann.sync()).toBe(true);
    expect(await held()).toEqual([]);
  });

  it("hold while the member has more to pull, which comes first", async () => {
    const team = await createSimulatedTeam(postgres, "ann", "bob");
    const [ann, bob] = [team.member("ann"), team.member("bob")];
    await ann.clean(LIST);
    await team.fill("bob", MAX_BATCHES);
    team.allowConnections("ann", 1);
    expect(await ann.sync()).toBe(false);
    await bob.clean(LIST);
    expect(team.charged).toEqual(LIST);
  });

  it("are awaited by a colleague who has more to pull, until the verdicts arrive", async () => {
    const team = await createSimulatedTeam(postgres, "ann", "bob");
    const [ann, bob] = [team.member("ann"), team.member("bob")];
    await ann.start(LIST);
    await bob.sync();
    await team.fill("bob", MAX_BATCHES);
    await ann.charge();
    ann.ingest();
    await ann.sync();
    for (const [connections, isAwaited] of [
      [1, true],
      [2, false],
    ] as const) {
      team.allowConnections("bob", connections);
      await bob.sync();
      expect(bob.awaits(LIST)).toEqual([isAwaited, isAwaited]);
    }
    expect(bob.verdicts(LIST)).toEqual([1, 1]);
  });
});
