import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openPrivately } from "../../electron/hosts/browser/opener.ts";
import { clearUploads } from "../../electron/hosts/browser/uploads.ts";
import { isOver, openInProcess } from "../support/in-process.ts";
import { createWorld, type World } from "../support/one-cleaning.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const sandbox = await quickSandbox();
const DAY = 24 * 3600_000;
let world: World;

beforeEach(() => {
  world = createWorld(sandbox);
});
afterEach(() => world.end());

const MINE = [
  "exports/mine.csv",
  "exports/2024/mine.csv",
  "uploads/mine.csv",
  "lists/2024/mine.csv",
  "lists/0123456789abcdef0123456789abcdef/mine.csv",
  "cleanings/2024/mine.csv",
  "cleanings/my-cleaning-1/part-1.csv",
  "suppression/mine.txt",
  "suppression/2024.txt.removed",
  "backups/mine.growing/mine.csv",
  "backups/mine.erasing/mine.csv",
  "unfinished/mine.csv",
  "restoring/mine.csv",
  "restoring/old/mine.csv",
  "restoring/new/mine.csv",
  "sandbox/mine.csv",
  "browser/bookmarks.html",
  "logs/mine.log",
  "letter.txt",
];

/** The user's files, by names that Winnow uses too: old enough for everything that is ever tidied up. */
function lay(names: readonly string[]): void {
  const old = new Date(Date.now() - 40 * DAY);
  for (const name of names) {
    const path = join(world.data, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "mine");
    chmodSync(path, 0o644);
    utimesSync(path, old, old);
    utimesSync(dirname(path), old, old);
  }
}
const left = () => MINE.filter((name) => existsSync(join(world.data, name)));

describe("in a folder that the user has already", () => {
  it.each(
    MINE.filter((name) => !/^(browser|logs|letter)/.test(name)).map((name) => [
      name.split("/")[0] ?? "",
      name,
    ]),
  )("under the name %s (%s) nothing starts, and nothing is changed", async (folder, name) => {
    lay([name]);
    const refused = await openInProcess(world.data);
    expect(refused).toMatchObject({ ok: false, problem: { code: "store_shared" } });
    expect(refused.ok ? "" : refused.problem.detail).toContain(folder);
    expect(readdirSync(world.data)).toEqual([folder]);
    expect(statSync(join(world.data, name)).mode & 0o777).toBe(0o644);
  });

  it("a file in the place of a folder of Winnow's is no reason to take it for Winnow's", async () => {
    mkdirSync(world.data);
    writeFileSync(join(world.data, "lists"), "milk, eggs");
    expect(await openInProcess(world.data)).toMatchObject({ ok: false, problem: { code: "store_shared" } });
  });

  it("without any of Winnow's names it is worked in, and the user's files stay as they are", async () => {
    lay(["letter.txt", "photos/one.jpg", "browser/bookmarks.html", "logs/mine.log"]);
    const at = await world.start();
    await at.until((await world.begin(at)).id, isOver);
    await world.stop(at);
    for (const name of ["letter.txt", "photos/one.jpg", "browser/bookmarks.html", "logs/mine.log"])
      expect(statSync(join(world.data, name)).mode & 0o777, name).toBe(0o644);
  });

  it("copies of Winnow's data that were carried into an empty folder are no reason to refuse it", async () => {
    mkdirSync(join(world.data, "backups", "winnow-2026-01-01T00-00-00-000Z"), { recursive: true });
    await world.stop(await world.start());
  });
});

it("what lies under Winnow's names where an earlier Winnow has worked already is not deleted, however old it is", async () => {
  await world.stop(await world.start());
  lay(MINE);
  for (let start = 0; start < 2; start++) {
    const at = await world.start();
    await at.until((await world.begin(at)).id, isOver);
    await world.stop(at);
  }
  // A suppression list that the journal does not know counts: its file is read, and stays.
  expect(left()).toEqual(MINE);
  for (const name of MINE.filter((one) => !/^(backups|restoring)\//.test(one)))
    expect(statSync(join(world.data, name)).mode & 0o777, name).toBe(0o644);
});

it("the browser host takes away nothing but what it put there", async () => {
  lay(["browser/bookmarks.html", "uploads/mine.csv"]);
  const folder = join(world.data, "browser");
  let shown = "";
  const stop = await openPrivately("http://127.0.0.1:1/", folder, async (file) => {
    shown = file;
  });
  expect(existsSync(shown)).toBe(true);
  await stop();
  expect(readdirSync(folder)).toEqual(["bookmarks.html"]);
  const uploads = join(world.data, "uploads");
  writeFileSync(join(uploads, "3b241101-e2bb-4255-8caf-4136c566a962"), "Email\n");
  writeFileSync(join(uploads, "3b241101-e2bb-4255-8caf-4136c566a962.partial"), "Em");
  await clearUploads(uploads);
  expect(readdirSync(uploads)).toEqual(["mine.csv"]);
});
