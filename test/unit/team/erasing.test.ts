import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { suiteFolder } from "../../support/folders.ts";
import { hasPostgres, startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { createSimulatedTeam } from "../../support/simulated-team.ts";

let postgres: TestPostgres;
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres(suiteFolder());
});
afterAll(() => postgres?.stop());

const [ERASED, KEPT] = ["ann@firm.example", "bob@firm.example"];
const LIST = [ERASED, KEPT];

describe.skipIf(!hasPostgres)("people whom a member has erased", () => {
  it("do not come back with what a colleague shares", async () => {
    const team = await createSimulatedTeam(postgres, "ann", "bob");
    const [ann, bob] = [team.member("ann"), team.member("bob")];
    await bob.erase([ERASED]);
    await ann.clean(LIST);
    await ann.suppress(LIST);
    for (const member of [ann, bob]) await member.sync();
    expect(bob.verdicts(LIST)).toEqual([0, 1]);
    expect(bob.imports()).toMatchObject([{ addresses: 1 }]);
  });

  it("are not shared when they are verified again", async () => {
    const team = await createSimulatedTeam(postgres, "bob");
    const bob = team.member("bob");
    await bob.erase([ERASED]);
    bob.remember(LIST);
    await bob.sync();
    expect(await team.stored()).toEqual([KEPT]);
  });
});

describe.skipIf(!hasPostgres)("people whom the owner has erased", () => {
  it("are not shared by a member who has verified them since the last sync", async () => {
    const team = await createSimulatedTeam(postgres, "bob", "cem");
    const [bob, cem] = [team.member("bob"), team.member("cem")];
    await bob.clean(LIST);
    await bob.suppress(LIST);
    await team.erase(ERASED);
    await bob.sync();
    expect(await team.stored()).toEqual([KEPT, KEPT]);
    await bob.erase();
    for (const member of [bob, cem]) await member.sync();
    expect([bob.verdicts(LIST), cem.verdicts(LIST)]).toEqual([
      [0, 1],
      [0, 1],
    ]);
    expect(await team.stored()).toEqual([KEPT, KEPT]);
  });

  it("are not shared by a member whose sync began before", async () => {
    const team = await createSimulatedTeam(postgres, "bob");
    const bob = team.member("bob");
    await bob.clean(LIST);
    const synced = team.whileLocked("owner", await team.erasing(ERASED), () => bob.sync());
    expect(await synced).toBe(true);
    expect(await team.stored()).toEqual([KEPT]);
  });

  it("are erased by a member whose Winnow was closed before it could do so", async () => {
    const team = await createSimulatedTeam(postgres, "bob");
    const bob = team.member("bob");
    await bob.clean(LIST);
    await bob.sync();
    await team.erase(ERASED);
    await bob.sync();
    bob.restart();
    const confirmed = `SELECT erased::int FROM winnow.members WHERE login = '${team.loginFor("bob")}'`;
    // The erasure is the second batch.
    for (const erased of [1, 2]) {
      await bob.sync();
      expect(await team.sql("owner", confirmed)).toEqual([{ erased }]);
      await bob.erase();
    }
    expect(bob.verdicts(LIST)).toEqual([0, 1]);
  });

  it("stay erased if they were let back in and erased again", async () => {
    const team = await createSimulatedTeam(postgres, "bob");
    const bob = team.member("bob");
    const syncAndErase = async () => {
      await bob.sync();
      await bob.erase();
    };
    await team.erase(ERASED);
    await syncAndErase();
    await team.allow(ERASED);
    await team.erase(ERASED);
    await syncAndErase();
    bob.remember(LIST);
    await bob.sync();
    expect(await team.stored()).toEqual([KEPT]);
  });

  it("are erased by a member who has carried out a later erasure that the server lost", async () => {
    const team = await createSimulatedTeam(postgres, "bob");
    const bob = team.member("bob");
    await bob.clean(LIST);
    await bob.sync();
    for (const entry of ["x@x.example", "y@y.example"]) await team.erase(entry);
    await bob.sync();
    await bob.erase();
    await bob.sync();
    await team.sql("owner", "DELETE FROM winnow.batches WHERE number > 1; UPDATE winnow.log SET last = 1");
    await team.erase(ERASED);
    await bob.sync();
    await bob.erase();
    expect(bob.verdicts(LIST)).toEqual([0, 1]);
  });
});
