import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { CallInput } from "../../shared/bridge.ts";
import { fullOutput, hasEnded, PAY_FOR_ALL, readList, unwrap } from "../support/in-process.ts";
import { type OneList, setUpOneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const sandbox = await quickSandbox();
let world: OneList;
beforeEach(async () => {
  world = await setUpOneList(sandbox, { rows: 3 });
});
const at = (name: string) => join(world.folder, name);

describe("an export", () => {
  const exact = (cleaningId: string, path: string): CallInput<"exports.write"> => ({
    cleaningId,
    filter: {},
    format: { kind: "exact" },
    withVerdicts: false,
    target: { kind: "path", path, overwrite: true },
  });

  it("never overwrites a source of a merged list, through merges of merges", async () => {
    const { at: engine, accountId } = world;
    const bytes = (name: string) => `email,note\n${name}@acme.example,${name}\n`;
    const read = async (name: string) => {
      writeFileSync(at(name), bytes(name[0] ?? ""));
      return readList(engine, at(name));
    };
    const merge = async (...listIds: string[]) => {
      const wish = { listIds, name: "all.csv", sourceColumn: null };
      const { listId, options } = unwrap(await engine.call("lists.merge", wish));
      unwrap(await engine.call("lists.read", { listId, options }));
      return listId;
    };
    const [a, b, c] = [await read("a.csv"), await read("b.csv"), await read("c.csv")];
    const listId = await merge(await merge(a, b), c);
    for (const part of [a, b, c]) unwrap(await engine.call("lists.discard", { listId: part }));
    const wish = { listId, accountId, options: PAY_FOR_ALL, agreedCredits: 3 };
    const refused = { ok: false, problem: { code: "out_is_source" } };
    for (const name of ["a.csv", "b.csv", "c.csv"]) {
      const out = fullOutput(at(name));
      expect(await engine.call("cleanings.start", { ...wish, out })).toMatchObject(refused);
    }
    const { id } = unwrap(await engine.call("cleanings.start", wish));
    await engine.until(id, hasEnded);
    for (const name of ["a.csv", "b.csv", "c.csv"]) {
      expect(await engine.call("exports.write", exact(id, at(name)))).toMatchObject(refused);
      expect(readFileSync(at(name), "utf8")).toBe(bytes(name[0] ?? ""));
    }
    expect(await engine.call("exports.write", exact(id, at("all.csv")))).toMatchObject({ ok: true });
  });

  it("never overwrites Winnow's own data, with any call", async () => {
    const { at: engine } = world;
    const { id: cleaningId } = unwrap(await world.start());
    await engine.until(cleaningId, hasEnded);
    const own = at("data/winnow.db");
    const before = readFileSync(own).length;
    for (const answer of [
      await engine.call("exports.write", exact(cleaningId, own)),
      await engine.call("exports.write", exact(cleaningId, at("data/new.csv"))),
      await world.start({ out: { path: own } }),
    ]) {
      expect(answer).toMatchObject({ ok: false, problem: { code: "out_in_data_folder" } });
    }
    expect(readFileSync(own).length).toBeGreaterThanOrEqual(before);
  });
});
