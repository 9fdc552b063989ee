import { readFileSync } from "node:fs";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { hasEnded, PAY_FOR_ALL, unwrap } from "../support/in-process.ts";
import { anotherList, cleaned, counted, exported, suppress, world } from "./suppressed-list.ts";

describe("an address suppressed after its cleaning started", () => {
  it("is left out of the output file of a cleaning in progress", async () => {
    unwrap(await world.at.call("app.online", { online: false }));
    const { id } = unwrap(await world.start());
    await suppress();
    unwrap(await world.at.call("app.online", { online: true }));
    expect(await world.at.until(id, hasEnded)).toMatchObject({ state: "done", out: { rows: 1 } });
    expect(readFileSync(world.out, "utf8")).toBe("Email\nann@firm.example\n");
  });

  it("is left out of an export of everything, which counts the omitted rows", async () => {
    const id = await cleaned();
    await suppress();
    const before = await counted(id);
    const { outcome, path } = await exported(id, "all.csv");
    expect(readFileSync(path, "utf8")).toBe("Email\nann@firm.example\n");
    expect(outcome).toMatchObject({ rows: 1, account: { rows: 1, leftOut: { suppressed: 3 } } });
    expect(before).toMatchObject({ rows: 1, leftOut: { suppressed: 3 }, leavesOutSuppressed: true });
  });

  it("is left out of an export of one file per verdict, and reported in the summary", async () => {
    const id = await cleaned();
    await suppress();
    const { outcome, path } = await exported(id, "split.zip", { split: "per_verdict" });
    expect(outcome).toMatchObject({ rows: 1, account: { leftOut: { suppressed: 3 } } });
    const files = Object.entries(unzipSync(readFileSync(path)));
    const textsOf = (end: string) =>
      files
        .flatMap(([name, bytes]) => (name.endsWith(end) && !/^original/.test(name) ? strFromU8(bytes) : []))
        .join("");
    expect(textsOf(".csv")).not.toMatch(/eve|bob/i);
    expect(textsOf("summary.txt")).toContain("On a suppression list, left out: 3");
  });
});

describe("a row with several addresses in one cell", () => {
  const CELLS = [
    "ann@firm.example; eve@firm.example",
    "Eve <EVE@firm.example>",
    "call eve@firm.example",
    "zoe@firm.example",
  ];

  it("is left out if one of them is suppressed", async () => {
    await anotherList(3, `Email\n${CELLS.map((cell) => `"${cell}"\n`).join("")}`);
    const { listId, accountId } = world;
    unwrap(await world.at.call("lists.read", { listId, options: {} }));
    const wish = { listId, accountId, options: PAY_FOR_ALL };
    const { credits } = unwrap(await world.at.call("cleanings.price", wish));
    const { id } = unwrap(await world.at.call("cleanings.start", { ...wish, agreedCredits: credits }));
    expect(await world.at.until(id, hasEnded)).toMatchObject({ state: "done" });
    await suppress("eve@firm.example\n");
    const before = await counted(id);
    const { outcome, path } = await exported(id, "all.csv");
    expect(readFileSync(path, "utf8")).toBe('Email\n"zoe@firm.example"\n');
    expect(outcome).toMatchObject({ rows: 1, account: { leftOut: { suppressed: 3 } } });
    expect(before).toMatchObject({ rows: 1, leftOut: { suppressed: 3 } });
    expect(unwrap(await world.at.call("results.summary", { cleaningId: id })).suppressedRows).toBe(3);
  });
});
