import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isOver, unwrap } from "../support/in-process.ts";
import { ofCleaning, openWorld, ROWS, remove, sandbox, world } from "./lost-files.ts";

describe("what is stored of a cleaning is lost before anything is sent", () => {
  it.each<[string, readonly string[]]>([
    ["its results", ["results.db"]],
    ["its upload", ["part-1.csv"]],
    ["both", ["results.db", "part-1.csv"]],
  ])("%s: made anew, sent, and paid for once", async (_, names) => {
    await openWorld(sandbox, { rows: ROWS });
    unwrap(await world.at.call("app.online", { online: false }));
    const { id } = unwrap(await world.start());
    await world.at.close();
    const upload = readFileSync(ofCleaning(id, "part-1.csv"), "utf8");
    for (const name of names) remove(ofCleaning(id, name));
    await world.reopen();
    expect((await world.at.until(id, isOver)).state).toBe("done");
    expect(world.charges()).toEqual([1, 1, 1, 1]);
    expect(readFileSync(ofCleaning(id, "part-1.csv"), "utf8")).toBe(upload);
    expect(readFileSync(world.out, "utf8").match(/person/g)).toHaveLength(ROWS);
  });

  it("its upload is cut short: made whole before it is sent, and paid for once", async () => {
    await openWorld(sandbox, { rows: ROWS });
    unwrap(await world.at.call("app.online", { online: false }));
    const { id } = unwrap(await world.start());
    await world.at.close();
    const path = ofCleaning(id, "part-1.csv");
    const upload = readFileSync(path, "utf8");
    writeFileSync(path, upload.split("\n").slice(0, 3).join("\n"));
    await world.reopen();
    const done = await world.at.until(id, isOver);
    expect(done).toMatchObject({ state: "done", missing: 0 });
    expect(world.charges()).toEqual([1, 1, 1, 1]);
    expect(readFileSync(path, "utf8")).toBe(upload);
  });

  it("with nothing left that says which addresses are of which part, sends nothing, says why, and can be cancelled", async () => {
    await openWorld(sandbox, { rows: ROWS, perPart: 2 });
    unwrap(await world.at.call("app.online", { online: false }));
    const { id } = unwrap(await world.start());
    await world.at.close();
    for (const name of ["results.db", "part-1.csv", "part-2.csv"]) remove(ofCleaning(id, name));
    await world.reopen();
    const stuck = await world.at.until(id, ({ problem }) => problem?.code === "list_files_lost");
    expect(stuck.problem?.detail).toContain("contacts.csv");
    expect(stuck.actions).toContain("cancel");
    expect([world.asked("upload"), world.asked("start")]).toEqual([0, 0]);
    expect(existsSync(ofCleaning(id, "results.db"))).toBe(false);
  });
});
