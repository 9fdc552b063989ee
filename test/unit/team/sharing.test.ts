import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SANDBOX_SCOPE } from "../../../electron/engine/accounts/index.ts";
import { suiteFolder } from "../../support/folders.ts";
import { hasPostgres, startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { createSimulatedTeam } from "../../support/simulated-team.ts";

let postgres: TestPostgres;
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres(suiteFolder());
});
afterAll(() => postgres?.stop());

describe.skipIf(!hasPostgres)("a sync", () => {
  it("shares no verdicts of the sandbox, and no mailings", async () => {
    const team = await createSimulatedTeam(postgres, "ann");
    const ann = team.member("ann");
    for (const scope of [SANDBOX_SCOPE, undefined]) {
      ann.remember([`part@${scope ?? "service"}.example`], scope);
      ann.check(`check@${scope ?? "service"}.example`, scope);
    }
    await ann.suppress(["sent@firm.example"], "sent");
    await ann.sync();
    expect(await team.stored()).toEqual(["part@service.example", "check@service.example"]);
  });

  it("shares nothing that colleagues have shared", async () => {
    const team = await createSimulatedTeam(postgres, "ann", "bob");
    const [ann, bob] = [team.member("ann"), team.member("bob")];
    ann.remember(["part@firm.example"]);
    await ann.suppress(["never@firm.example"]);
    for (const member of [ann, bob, bob, ann]) await member.sync();
    expect(await team.stored()).toEqual(["part@firm.example", "never@firm.example"]);
  });
});
