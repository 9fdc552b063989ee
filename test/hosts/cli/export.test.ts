import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { unwrap } from "../../support/in-process.ts";
import { type OneList, setUpOneList } from "../../support/one-list.ts";
import { quickSandbox } from "../../support/quick-sandbox.ts";
import { runWinnow } from "../../support/run-winnow.ts";

const sandbox = await quickSandbox();

const winnow = ({ folder, label }: OneList, ...args: string[]) =>
  runWinnow(args, {
    env: {
      WINNOW_DATA_DIR: join(folder, "data"),
      WINNOW_BASE_URL: sandbox.baseUrl,
      WINNOW_API_KEY: sandbox.account(label).key,
    },
  });

it("winnow export refuses a paused cleaning as unfinished, and writes nothing", async () => {
  const world = await setUpOneList(sandbox, { rows: 40, perPart: 20, credits: 20 });
  const { id } = unwrap(await world.start({ waitForCredits: true }));
  await world.at.until(id, ({ state, verified }) => state === "waiting" && verified >= 20);
  unwrap(await world.at.act(id, "stop_watching"));
  await world.at.close();
  const out = join(world.folder, "half.csv");
  const ran = await winnow(world, "export", id, "--out", out, "--json");
  expect(ran.code, ran.stderr).toBe(6);
  expect(JSON.parse(ran.stdout)).toMatchObject({ problem: { code: "cleaning_unfinished" } });
  expect(existsSync(out)).toBe(false);
});
