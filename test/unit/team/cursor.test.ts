import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { suiteFolder } from "../../support/folders.ts";
import { hasPostgres, startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { createSimulatedTeam } from "../../support/simulated-team.ts";
import { uuid } from "../../support/team-database.ts";

let postgres: TestPostgres;
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres(suiteFolder());
});
afterAll(() => postgres?.stop());

const [OF_ANN, OF_BOB, OF_CEM] = ["ann@firm.example", "bob@firm.example", "cem@firm.example"];

/** Restores a backup from before anything was shared. */
const EMPTYING = "DELETE FROM winnow.facts; DELETE FROM winnow.batches; UPDATE winnow.log SET last = 0";
/** Shares a colleague's verdict. */
const PUSHING = `SELECT winnow.seal(winnow.append(NULL, '{0}', '{1}', '{0}', ARRAY['${OF_ANN}']),
  '${uuid(1)}', 'verdicts', 'https://service.example', NULL, 0)`;

describe.skipIf(!hasPostgres)("a member", () => {
  it("pulls a batch that a colleague pushes between the member's pull and push", async () => {
    const team = await createSimulatedTeam(postgres, "ann", "bob");
    const bob = team.member("bob");
    await bob.clean([OF_BOB]);
    await team.whileLocked("ann", PUSHING, () => bob.sync());
    await bob.sync();
    expect(bob.verdicts([OF_ANN, OF_BOB])).toEqual([1, 1]);
  });

  it("pushes again what a restored server has lost, although the member has not pulled since", async () => {
    const team = await createSimulatedTeam(postgres, "ann", "bob");
    const [ann, bob] = [team.member("ann"), team.member("bob")];
    await bob.clean([OF_BOB]);
    await team.whileLocked("ann", PUSHING, () => bob.sync());
    await team.sql("owner", EMPTYING);
    for (const member of [bob, ann]) await member.sync();
    expect(ann.verdicts([OF_BOB])).toEqual([1]);
  });

  it("pulls what colleagues have pushed since the server was restored", async () => {
    const team = await createSimulatedTeam(postgres, "ann", "bob", "cem");
    const [ann, bob, cem] = [team.member("ann"), team.member("bob"), team.member("cem")];
    await ann.clean([OF_ANN]);
    for (const member of [ann, bob]) await member.sync();
    await team.sql("owner", EMPTYING);
    await cem.clean([OF_CEM]);
    for (const member of [cem, bob]) await member.sync();
    expect(bob.verdicts([OF_CEM])).toEqual([1]);
  });
});
