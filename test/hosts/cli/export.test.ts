import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { hasEnded, unwrap } from "../../support/in-process.ts";
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

it("winnow export finds every cleaning that winnow lists shows, even if there are hundreds of newer ones", async () => {
  const world = await setUpOneList(sandbox, { rows: 2 });
  const { id } = unwrap(await world.start());
  await world.at.until(id, hasEnded);
  await world.at.close();
  const db = new Database(join(world.folder, "data", "winnow.db"));
  const columns = db.prepare("SELECT name FROM pragma_table_info('cleanings')").pluck().all().map(String);
  const newer = columns.map((name) =>
    name === "id" ? "'newer-' || n" : name === "created_at" ? "created_at + n" : name,
  );
  db.exec(`WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < 600)
    INSERT INTO cleanings (${columns}) SELECT ${newer} FROM cleanings, count`);
  db.close();
  expect((await winnow(world, "lists")).stdout).toContain(id);
  const out = join(world.folder, "again.csv");
  const ran = await winnow(world, "export", id, "--out", out);
  expect(ran.code, ran.stderr).toBe(0);
  expect(readFileSync(out, "utf8")).toContain("Email");
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
