import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { unwrap } from "../support/in-process.ts";
import { setUpOneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const sandbox = await quickSandbox();

it.each(["out.csv", "out.xlsx"])(
  "%s is written once if Winnow ends between writing the file and recording it",
  async (name) => {
    let broken = true;
    const probe = (point: string) => {
      if (point === "after:out" && broken) throw new Error("ends here");
    };
    const world = await setUpOneList(sandbox, { rows: 50 }, { probe });
    const path = join(world.folder, name);
    const { id } = unwrap(await world.start({ out: { path, overwrite: false } }));
    await world.at.until(id, ({ state, problem }) => state === "done" && problem !== null);
    const before = readFileSync(path);
    await world.at.close();
    broken = false;
    await world.reopen();
    const cleaning = await world.at.until(
      id,
      ({ state, problem, out }) => state === "done" && (problem !== null || out?.rows !== null),
    );
    expect(cleaning).toMatchObject({ problem: null, out: { rows: 50 } });
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(world.folder).sort()).toEqual(["contacts.csv", "data", name]);
    await world.at.close();
    const notes = join(world.folder, "data", "unfinished");
    expect(existsSync(notes) ? readdirSync(notes) : []).toEqual([]);
  },
);
