import { expect, it } from "vitest";
import { lockDataDir } from "../../../electron/engine/store/index.ts";
import { createCliWorlds } from "../../support/cli-world.ts";
import { unwrap } from "../../support/in-process.ts";

const { world } = await createCliWorlds("credits");

it("winnow credits reads the balance from the service, also while another Winnow uses the data folder", async () => {
  const at = world({ credits: 1234 });
  const file = at.list("list.csv", ["ann@acme.example"]);
  await at.runOk("clean", file, "--out", at.out, "--yes");
  const locked = unwrap(lockDataDir(at.dataDir));
  try {
    const ran = await at.runOk("credits");
    expect(ran.stdout).toMatch(/\t1,233\n$/);
    const told = JSON.parse((await at.run("credits", "--json")).stdout);
    expect(told.accounts).toMatchObject([{ credits: 1233, promised: 0 }]);
  } finally {
    locked.release();
  }
});

it("winnow credits reports an account with an invalid key without a balance, and exits with the problem's code", async () => {
  const at = world({ env: { WINNOW_API_KEY: "a-key-of-nobody" } });
  const ran = await at.run("credits");
  expect(ran.code).toBe(3);
  expect(ran.stdout).toBe("");
  const told = await at.run("credits", "--json");
  expect(told.code).toBe(3);
  expect(JSON.parse(told.stdout)).toMatchObject({
    accounts: [{ credits: null, problem: { code: "key_invalid" } }],
    problem: { code: "key_invalid" },
  });
});
