import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isOver, unwrap } from "../../support/in-process.ts";
import { type OneList, oneList } from "../../support/one-list.ts";
import { quickSandbox } from "../../support/quick-sandbox.ts";
import { runWinnow } from "../../support/run-winnow.ts";

const DAY = 24 * 3600_000;
const sandbox = await quickSandbox();
let world: OneList;

beforeEach(async () => {
  world = await oneList(sandbox, { rows: 4 });
  const { id } = unwrap(await world.start());
  await world.at.until(id, isOver);
  unwrap(await world.at.act(id, "delete_here"));
  await world.at.close();
  const journal = open();
  journal
    .prepare("UPDATE cleanings SET deleted_at = @at, finished_at = @at")
    .run({ at: Date.now() - 40 * DAY });
  journal
    .prepare("INSERT OR REPLACE INTO settings (name, value) VALUES ('clock.seen', ?)")
    .run(JSON.stringify({ seen: Date.now() - DAY, doubtful: null }));
  journal.close();
});
afterEach(() => world.remove());

const open = () => new Database(join(world.folder, "data/winnow.db"));

it.each([[["resume"]], [["check", "not-an-address"]]])(
  "'winnow %j' erases what is due in the bin without a message",
  async (command) => {
    const { stdout, stderr } = await runWinnow(command, {
      env: {
        WINNOW_DATA_DIR: join(world.folder, "data"),
        WINNOW_BASE_URL: sandbox.baseUrl,
        WINNOW_API_KEY: "x",
      },
    });
    expect(stdout + stderr).not.toContain("could not be deleted");
    const journal = open();
    expect(journal.prepare("SELECT count(*) FROM cleanings").pluck().get()).toBe(0);
    journal.close();
  },
);
